import { openStateFile, type StateFile } from '../../auth/stateFile.ts';
import type { Notice } from '../../inbox/notice.ts';
import type { Inbox } from '../../inbox/openInbox.ts';
import { createAlarm } from '../../job/createAlarm.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { createTaskQueue } from '../../lib/turn/createTaskQueue.ts';
import type { LateMail } from '../../mail/openMail.ts';

/** When somebody gets what is in their inbox by mail. */
export const NOTICE_MAILS = ['atOnce', 'daily', 'never'] as const;
export type NoticeMailChoice = (typeof NOTICE_MAILS)[number];

/** Some notices of one person, by their ids. */
export interface NoticeSpan {
  readonly from: number;
  readonly to: number;
}

/** What one person has chosen, and how far they have been written to. */
interface PersonMails {
  readonly choice: Exclude<NoticeMailChoice, 'never'>;
  /** Up to this id, notices have been handed to the mail server or need not be. */
  readonly done: number;
  /** The mail that is being handed over: noted before, so that a crash neither repeats nor loses it. */
  readonly sending: (NoticeSpan & { readonly id: string }) | null;
}

/** Has people written to about what they are told, as they have chosen. A person is named as `user/1`. */
export interface NoticeMails {
  choiceOf(person: string): Promise<NoticeMailChoice>;
  /** Only what comes from now on is mailed. It is on the disk when this resolves. */
  choose(person: string, choice: NoticeMailChoice): Promise<void>;
  /** Begins to send. */
  start(send: (mail: LateMail) => Promise<void>): void;
  close(): Promise<void>;
}

interface Parts {
  readonly privateDir: string;
  readonly inbox: Inbox;
  readonly clock: () => Date;
  onError(error: unknown): void;
}

/** What comes within this time goes into one mail. */
const GATHER_MS = 5_000;
/** When the mails of a day go out: nobody knows where the readers are. */
const HOUR_UTC = 6;
const DAY_MS = 24 * 60 * 60_000;
const RETRY_MS = 60_000;

type MailsState = StateFile<Map<string, PersonMails>>;

export function createNoticeMails({ privateDir, inbox, clock, onError }: Parts): NoticeMails {
  let opening: Promise<MailsState> | undefined;
  let send: ((mail: LateMail) => Promise<void>) | undefined;
  let isClosed = false;
  const inTurn = createTaskQueue();
  const alarm = createAlarm(clock, () => void inTurn(sendDue).catch(onError));

  const open = (): Promise<MailsState> => {
    opening ??= openStateFile<Map<string, PersonMails>>({
      ...{ privateDir, name: 'noticeMails', onError, empty: () => new Map(), parse: readMails },
      show: (people) => Object.fromEntries(people),
    });
    return opening;
  };

  async function note(person: string, mails: PersonMails): Promise<void> {
    const state = await open();
    state.value.set(person, mails);
    await state.save();
  }

  /** Hands over what is due, and sets the alarm for the rest. */
  async function sendDue(): Promise<void> {
    const { value } = await open();
    let next: number | null = null;
    for (const [person, mails] of value) {
      if (isClosed || !send) return;
      const at = await handOver(person, mails, send).catch((error: unknown) => {
        onError(error);
        return clock().getTime() + RETRY_MS;
      });
      if (at !== null) next = Math.min(at, next ?? at);
    }
    alarm.set(next);
  }

  /** @returns when the next mail to this person is due; null if there is nothing to tell */
  async function handOver(person: string, mails: PersonMails, deliver: typeof send & {}): Promise<number | null> {
    if (mails.sending) {
      const { id, from, to } = mails.sending;
      await deliver({ id, about: person, note: JSON.stringify({ person, from, to }) });
      const sent = { ...mails, done: to, sending: null };
      await note(person, sent);
      return handOver(person, sent, deliver);
    }
    const waiting = newNotices(await inbox.list(person), mails.done);
    const [first] = waiting;
    if (!first) return null;
    const due = mailTimeOf(first, mails.choice);
    if (due > clock().getTime()) return due;
    const id = `notices_${person.replace('/', '-')}_${first.id}_${Date.parse(first.at)}`;
    const next = { ...mails, sending: { id, from: first.id, to: waiting.at(-1)!.id } };
    await note(person, next);
    return handOver(person, next, deliver);
  }

  const look = (): void => void inTurn(sendDue).catch(onError);
  const leave = inbox.subscribe(() => send && look());
  return {
    choiceOf: async (person) => (await open()).value.get(person)?.choice ?? 'never',
    choose: (person, choice) =>
      inTurn(async () => {
        const state = await open();
        const before = state.value.get(person);
        if (choice === 'never') state.value.delete(person);
        else {
          const done = before?.done ?? (await inbox.list(person))[0]?.id ?? 0;
          state.value.set(person, { choice, done, sending: before?.sending ?? null });
        }
        await state.save();
        await sendDue();
      }),
    start(deliver) {
      send = deliver;
      look();
    },
    async close() {
      isClosed = true;
      leave();
      alarm.set(null);
      await inTurn(async () => (await opening)?.close());
    },
  };
}

/** Those that have neither been mailed nor read, oldest first. Ids begin anew where a person's notices were lost. */
function newNotices(newestFirst: readonly Notice[], done: number): readonly Notice[] {
  const isAnew = (newestFirst[0]?.id ?? done) < done;
  return newestFirst.filter(({ id, isRead }) => !isRead && (isAnew || id > done)).reverse();
}

/** When a notice is mailed, in milliseconds since 1970. */
function mailTimeOf({ at }: Notice, choice: PersonMails['choice']): number {
  const told = Date.parse(at);
  if (choice === 'atOnce') return told + GATHER_MS;
  const sameDay = Math.floor(told / DAY_MS) * DAY_MS + HOUR_UTC * 60 * 60_000;
  return sameDay > told ? sameDay : sameDay + DAY_MS;
}

function readMails(json: unknown): Map<string, PersonMails> {
  if (!isPlainObject(json)) throw new Error('It holds no choices');
  // Only `note` and `choose` write this file.
  return new Map(Object.entries(json) as [string, PersonMails][]);
}
