import { join } from 'node:path';
import { readFileIfExists } from '../lib/disk/readFileIfExists.ts';
import { isPlainObject } from '../lib/json/isPlainObject.ts';
import { createListeners } from '../lib/turn/createListeners.ts';
import { createTaskQueue, type TaskQueue } from '../lib/turn/createTaskQueue.ts';
import { makePrivateFolder, writePrivateFile } from '../store/privateFolder.ts';
import { NOTICE_REASONS, type Notice, type NoticeReason, type NoticeSubject } from './notice.ts';

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

/** One person's notices, oldest first. */
interface Box {
  readonly path: string;
  readonly inTurn: TaskQueue;
  notices?: readonly Notice[];
}

export function openInbox({ privateDir, clock, onError }: Options): Inbox {
  const folder = join(privateDir, 'inbox');
  const boxes = new Map<string, Box>();
  const { add, tell } = createListeners<Parameters<NoticeListener>>(onError);

  /** Acts on one person's notices when its turn comes. */
  function inBox<T>(person: string, act: (box: Box, notices: readonly Notice[]) => Promise<T>): Promise<T> {
    const box = boxes.get(person) ?? {
      path: join(folder, `${person.replace('/', '-')}.json`),
      inTurn: createTaskQueue(),
    };
    boxes.set(person, box);
    return box.inTurn(async () => {
      box.notices ??= await readNotices(box.path, onError);
      return act(box, box.notices);
    });
  }

  async function save(box: Box, notices: readonly Notice[]): Promise<void> {
    const oldest = new Date(clock().getTime() - KEPT_DAYS * DAY_MS).toISOString();
    const kept = notices.filter(({ at }) => at >= oldest).slice(-MAX_OF_ONE);
    await makePrivateFolder(folder);
    await writePrivateFile(box.path, JSON.stringify(kept));
    box.notices = kept;
  }

  return {
    list: (person) => inBox(person, async (_, notices) => notices.toReversed()),
    async notify(people, subject) {
      for (const person of new Set(people)) {
        if (person === subject.by) continue;
        const notice = await inBox(person, async (box, notices) => {
          const next = { ...subject, id: (notices.at(-1)?.id ?? 0) + 1, at: clock().toISOString(), isRead: false };
          await save(box, [...notices, next]);
          return next;
        });
        tell(person, notice);
      }
    },
    markRead: (person, ids) =>
      inBox(person, async (box, notices) => {
        const isMeant = ({ id, isRead }: Notice): boolean => !isRead && (ids?.includes(id) ?? true);
        if (!notices.some(isMeant)) return;
        await save(
          box,
          notices.map((one) => (isMeant(one) ? { ...one, isRead: true } : one)),
        );
      }),
    subscribe: add,
  };
}

async function readNotices(path: string, onError: (error: unknown) => void): Promise<readonly Notice[]> {
  try {
    const text = await readFileIfExists(path);
    const notices: unknown = text === null ? [] : JSON.parse(text);
    if (!Array.isArray(notices)) throw new Error('It holds no list');
    return notices.filter(isNotice);
  } catch (cause) {
    onError(new Error(`${path} cannot be read: somebody's notices`, { cause }));
    return [];
  }
}

const isNotice = (one: unknown): one is Notice =>
  isPlainObject(one) &&
  typeof one['id'] === 'number' &&
  typeof one['at'] === 'string' &&
  NOTICE_REASONS.includes(one['reason'] as NoticeReason);
