import { join } from 'node:path';
import { isPlainObject } from '../lib/json/isPlainObject.ts';
import { createListeners } from '../lib/turn/createListeners.ts';
import { NOTICE_REASONS, type Notice, type NoticeReason, type NoticeSubject } from './notice.ts';
import { openPersonFiles } from './personFiles.ts';

/** The notices of everybody, in `<privateDir>/inbox/<person>.json`. A person is named as `user/1`. */
export interface Inbox {
  /** Newest first. */
  list(person: string): Promise<readonly Notice[]>;
  /** Tells each of some people something; durable when it resolves. */
  notify(people: Iterable<string>, subject: NoticeSubject): Promise<void>;
  /** Marks notices as read; all of the person's without `ids`. */
  markRead(person: string, ids?: readonly number[]): Promise<void>;
  /** Calls the listener for each notice. @returns the function that unsubscribes */
  subscribe(listener: NoticeListener): () => void;
}

export type NoticeListener = (person: string, notice: Notice) => void;

interface Options {
  readonly privateDir: string;
  readonly clock: () => Date;
  /** Called if a file cannot be read, which then counts as empty, and with what a listener throws. */
  onError(error: unknown): void;
}

/** The most notices of one person: the oldest are forgotten. */
const MAX_OF_ONE = 500;
/** How long a notice is kept. */
const KEPT_DAYS = 180;
const DAY_MS = 24 * 60 * 60_000;

export function openInbox({ privateDir, clock, onError }: Options): Inbox {
  const boxes = openPersonFiles<readonly Notice[]>({
    ...{ folder: join(privateDir, 'inbox'), empty: [], onError },
    parse: readNotices,
  });
  const { add, tell } = createListeners<Parameters<NoticeListener>>(onError);

  function forgetOld(notices: readonly Notice[]): readonly Notice[] {
    const oldest = new Date(clock().getTime() - KEPT_DAYS * DAY_MS).toISOString();
    return notices.filter(({ at }) => at >= oldest).slice(-MAX_OF_ONE);
  }

  return {
    list: async (person) => (await boxes.read(person)).toReversed(),
    async notify(people, subject) {
      for (const person of new Set(people)) {
        if (person === subject.by) continue;
        const notices = await boxes.update(person, (present) => {
          const notice = { ...subject, id: (present.at(-1)?.id ?? 0) + 1, at: clock().toISOString(), isRead: false };
          return forgetOld([...present, notice]);
        });
        tell(person, notices.at(-1)!);
      }
    },
    async markRead(person, ids) {
      const isMeant = ({ id, isRead }: Notice): boolean => !isRead && (ids?.includes(id) ?? true);
      await boxes.update(person, (notices) =>
        notices.some(isMeant)
          ? forgetOld(notices.map((one) => (isMeant(one) ? { ...one, isRead: true } : one)))
          : notices,
      );
    },
    subscribe: add,
  };
}

/** Oldest first. */
function readNotices(json: unknown): readonly Notice[] {
  if (!Array.isArray(json)) throw new Error('It holds no list');
  return json.filter(isNotice);
}

const isNotice = (one: unknown): one is Notice =>
  isPlainObject(one) &&
  typeof one['id'] === 'number' &&
  typeof one['at'] === 'string' &&
  NOTICE_REASONS.includes(one['reason'] as NoticeReason);
