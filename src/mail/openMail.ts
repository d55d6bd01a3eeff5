import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Sealer } from '../auth/sealer.ts';
import { createCourier } from '../job/delivery/courier.ts';
import type { AttemptOutcome, Delivery } from '../job/delivery/delivery.ts';
import { openOutbox } from '../job/delivery/outbox.ts';
import { createSlots } from '../job/delivery/slots.ts';
import { finishesWithin } from '../lib/turn/finishesWithin.ts';
import type { MailConfig } from '../model/address/mailConfig.ts';
import type { Lookup, Problem } from '../model/entry.ts';
import type { PersonLanguage } from '../model/personLanguage.ts';
import { siteSettings } from '../model/siteSettings.ts';
import { createMailServer, type Letter } from './mailServer.ts';
import { type MailItem, renderMail } from './renderMail.ts';
import type { MailTemplate, MailTemplates } from './words/mailWords.ts';

/** A mail to one person. */
export interface MailToPerson<T extends MailTemplate = MailTemplate> {
  readonly to: { readonly email: string; readonly name: string | null };
  readonly language: PersonLanguage;
  readonly template: T;
  readonly values: MailTemplates[T];
  /** What it is about: `user/1`. */
  readonly about: string;
  /** What it lists, each line a link. */
  readonly items?: readonly MailItem[];
  /** After this it is not worth sending. */
  readonly until?: string;
}

/** A mail that is written when it is sent, from a note. */
export interface LateMail {
  /** A lasting name: a mail that is known is not sent again. */
  readonly id: string;
  readonly about: string;
  readonly note: string;
}

/** Writes a late mail; null if there is nothing to say any more. */
export type WriteLateMail = (note: string) => Promise<MailToPerson | null>;

/** What has become of a mail. */
export type MailState = Delivery['status'];

/** Sends mails to people. */
export interface Mail {
  /** Whether there is a mail server. */
  readonly isOn: boolean;
  /**
   * Sends a mail as soon as the server takes it; no restart and no failure of the mail server loses it. It waits for the
   * disk only.
   *
   * @throws CmsError SERVICE_UNAVAILABLE if too many are waiting, or without a mail server
   */
  send<T extends MailTemplate>(mail: MailToPerson<T>): Promise<void>;
  /**
   * Has mails of a kind written when they are sent, at each attempt anew.
   *
   * @returns what sends one, as `send` does
   */
  writeLate(kind: string, write: WriteLateMail): (mail: LateMail) => Promise<void>;
  /** What has become of the latest mail about each record. */
  states(): ReadonlyMap<string, MailState>;
  /** A problem while the mail server refuses all mails. */
  problems(): readonly Problem[];
  /** How many mails are waiting. */
  waiting(): number;
  /** How many attempts have failed since the start. */
  failures(): number;
  /** Stops; gives running attempts some seconds to end. */
  close(): Promise<void>;
}

interface Options {
  readonly config: MailConfig;
  readonly siteUrl: string;
  readonly lookup: Pick<Lookup, 'byKey'>;
  readonly privateDir: string;
  readonly sealer: Sealer;
  readonly clock: () => Date;
  readonly silentMs?: number;
  onError(error: unknown, message: string): void;
}

/** How many mails are handed over at the same time. */
const MAX_SENDING = 2;
/** Less than service managers give a process to stop. */
const CLOSE_TIMEOUT_MS = 3_000;

/** A mail as it waits; sealed, because it may hold a link that opens an account. */
type WaitingLetter = Letter & { readonly until: string | null };
/** One that is not written yet. */
interface WaitingNote {
  readonly kind: string;
  readonly note: string;
}

/** Keeps the mails to send in `<privateDir>/state/mail.ndjson`. */
export function openMail({ config, siteUrl, lookup, privateDir, sealer, clock, silentMs, onError }: Options): Mail {
  const server = createMailServer({ ...config, ...(silentMs !== undefined && { silentMs }) });
  const slots = createSlots(MAX_SENDING);
  let failures = 0;

  const writers = new Map<string, WriteLateMail>();

  function write({ to, language, template, values, items = [], until }: MailToPerson): WaitingLetter {
    const siteName = siteSettings(lookup).siteName || new URL(siteUrl).host;
    const letter = renderMail({ language, template, values, items, facts: { name: to.name, siteName } });
    return { to: to.email, ...letter, until: until ?? null };
  }
  async function writeNow({ kind, note }: WaitingNote): Promise<WaitingLetter | null> {
    const mail = await writers.get(kind)!(note);
    return mail && write(mail);
  }

  async function deliver({ id, body }: Delivery): Promise<AttemptOutcome | null> {
    const letter = await sealer.open(body);
    if (letter === null) return lost('sealed');
    const waiting = JSON.parse(letter) as WaitingLetter | WaitingNote;
    if ('kind' in waiting && !writers.has(waiting.kind)) return null;
    const written = 'kind' in waiting ? await writeNow(waiting) : waiting;
    if (!written) return NOTHING_TO_SAY;
    const { until, ...rest } = written;
    if (until !== null && until <= clock().toISOString()) return lost('expired');
    const outcome = await server.send(rest, id);
    if (outcome && outcome.error !== null) failures += 1;
    return outcome;
  }

  const outbox = openOutbox({
    file: join(privateDir, 'state', 'mail.ndjson'),
    onError: (error) => onError(error, 'The mails to send could not be saved'),
  });
  const courier = createCourier({
    ...{ outbox, slots, clock, random: Math.random, events: null, onError },
    receiver: { label: 'The mail server', deliver },
  });
  slots.onFree(courier.pump);
  courier.pump();

  return {
    isOn: true,
    async send(mail) {
      const body = await sealer.seal(JSON.stringify(write(mail)));
      await courier.enqueue({ id: `mail_${randomUUID()}`, type: mail.template, record: mail.about, body });
    },
    writeLate(kind, writeMail) {
      writers.set(kind, writeMail);
      // What has waited for it since before a restart.
      courier.pump();
      return async ({ id, about, note }) => {
        if (outbox.find(id)) return;
        const body = await sealer.seal(JSON.stringify({ kind, note } satisfies WaitingNote));
        await courier.enqueue({ id, type: kind, record: about, body });
      };
    },
    states: () => new Map([...outbox.all()].reverse().map(({ record, status }) => [record, status])),
    problems: () => toProblem(outbox.state.failingSince, outbox.pending()),
    waiting: () => outbox.pendingCount,
    failures: () => failures,
    async close() {
      courier.stop();
      await finishesWithin(CLOSE_TIMEOUT_MS, courier.idle());
      server.close();
      await courier.idle();
      outbox.close();
    },
  };
}

/** A mail that is not needed any more. */
const NOTHING_TO_SAY: AttemptOutcome = { status: null, error: null, answer: '', durationMs: 0, retryAfterMs: null };

/** A mail that will never arrive. */
const lost = (error: string): AttemptOutcome => ({
  ...{ status: null, error, answer: '', durationMs: 0, retryAfterMs: null },
  isFinal: true,
});

function toProblem(since: string | null, pending: Iterable<Delivery>): readonly Problem[] {
  if (since === null) return [];
  const last = [...pending].map((delivery) => delivery.last).find((one) => one?.error);
  const why = last ? `: ${last.answer || last.error}` : '';
  return [{ path: 'mail', code: 'MAIL', message: `Mails cannot be sent since ${since}${why}` }];
}
