import type { Webhook } from '../../model/entities/webhook.ts';
import { earliest } from '../../model/text/timestamp.ts';
import type { Batch, Cursor } from '../bus.ts';
import { createAlarm } from '../createAlarm.ts';
import type { Feed, Following } from '../feed.ts';
import type { Happening } from '../happening.ts';
import { afterAttempt, type Delivery, givenUp, isGone, newDelivery, renewed } from './delivery.ts';
import { type Message, messageHeaders, testMessage } from './message.ts';
import type { Outbox, OutboxState } from './outbox.ts';
import type { Sender } from './send.ts';
import { bodyFor, secretsOf } from './template.ts';

/** Takes events in for one webhook and sends them. */
export interface Courier {
  /** Looks at the webhook's record, which has changed: it may have been switched on or off. */
  refresh(): void;
  /** Sends a message that only shows whether it works, once and now. */
  test(): Promise<Delivery>;
  /** Sends a known message once more; undefined where it is not known. */
  redeliver(id: string): Delivery | undefined;
  readonly outbox: Outbox;
  /** Sends what is due, if there is room. */
  pump(): void;
  /** Begins nothing more. */
  stop(): void;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
}

interface Parts {
  readonly id: number;
  readonly outbox: Outbox;
  readonly feed: Feed;
  readonly sender: Sender;
  readonly slots: Slots;
  readonly clock: () => Date;
  random(): number;
  /** The webhook as it is now; undefined where it is gone. */
  webhook(): Webhook | undefined;
  /** @param moves how often others had moved HEAD when it happened */
  toMessage(happening: Happening, moves: number): Message;
  /** Switches the webhook off. */
  disable(reason: string): void;
  /** Told of what went wrong, and what was lost by it. */
  onError(error: unknown, message: string): void;
}

/** Messages of one webhook that are sent at the same time. */
const MAX_SENDING = 4;
/** When this many wait no more are taken in: they stay in git's history, after the cursor. */
const MAX_PENDING = 1000;
const RESUME_AT = MAX_PENDING / 2;
const FIVE_DAYS_MS = 5 * 24 * 60 * 60 * 1000;

/** Some hosts refuse who does not say what it is. */
const DEFAULTS = { 'user-agent': 'Quire' };

const lowerCased = (headers: Webhook['headers'] = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

export function createCourier(parts: Parts): Courier {
  const { id, outbox, feed, sender, slots, clock } = parts;
  const sending = new Map<string, Promise<void>>();
  let following: Following | null = null;
  let isStopped = false;
  const alarm = createAlarm(clock, pump);
  const now = (): string => clock().toISOString();

  /** Sends what is due as far as there is room, of each record the first, and wakes again for the rest. */
  function pump(): void {
    if (isStopped || !parts.webhook()?.isActive) return;
    const records = new Set<string>();
    let next: string | null = null;
    for (const delivery of outbox.pending()) {
      if (records.has(delivery.record)) continue;
      records.add(delivery.record);
      if (sending.has(delivery.id)) continue;
      const at = delivery.nextAttemptAt ?? now();
      if (at > now()) next = earliest(at, next ?? at);
      // Whoever frees a place calls again.
      else if (!begin(delivery)) break;
    }
    alarm.set(next === null ? null : Date.parse(next));
  }

  function begin(delivery: Delivery): boolean {
    const free = sending.size < MAX_SENDING ? slots.take() : null;
    if (!free) return false;
    const work = attempt(delivery)
      .catch((error: unknown) => parts.onError(error, 'A webhook could not be sent'))
      .finally(() => {
        sending.delete(delivery.id);
        if (outbox.pendingCount <= RESUME_AT) following?.resume();
        free();
      });
    sending.set(delivery.id, work);
    return true;
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const outcome = await post(delivery);
    // What became of the message while it was under way counts: it may have been given up.
    const present = outbox.find(delivery.id);
    if (!outcome || present?.status !== 'pending') return;
    outbox.save([afterAttempt(present, { outcome, now: clock(), random: parts.random })], failureAfter(outcome.error));
    if (isGone(outcome)) parts.disable('its receiver answered 410 Gone');
    else if (hasFailedLong()) parts.disable('every attempt has failed for five days');
  }

  function post(message: Message): ReturnType<Sender['send']> {
    const webhook = parts.webhook()!;
    const { url, secret, previous } = webhook;
    const at = clock();
    const secrets = previous && previous.until > at.toISOString() ? [secret, previous.secret] : [secret];
    const body = bodyFor(message.body, webhook);
    const headers = {
      ...DEFAULTS,
      ...lowerCased(webhook.headers),
      ...messageHeaders({ id: message.id, body }, secrets, at),
    };
    return sender.send({ url, headers, body: body.text, secrets: secretsOf(webhook) });
  }

  const failureAfter = (error: string | null): Partial<OutboxState> => {
    if (error === null) return { failingSince: null };
    return { failingSince: outbox.state.failingSince ?? now() };
  };

  const hasFailedLong = (): boolean => {
    const { failingSince } = outbox.state;
    return failingSince !== null && clock().getTime() - Date.parse(failingSince) >= FIVE_DAYS_MS;
  };

  function take({ happenings, to: cursor, isMove }: Batch): boolean {
    if (outbox.pendingCount >= MAX_PENDING) return false;
    const { events = [] } = parts.webhook() ?? {};
    const moves = outbox.state.moves + Number(isMove);
    const wanted = happenings
      .filter(({ type }) => events.includes('*') || events.includes(type))
      .map((happening) => parts.toMessage(happening, moves));
    // Told again after a crash they are known.
    const fresh = wanted.filter((message) => !outbox.find(message.id));
    outbox.save(
      fresh.map((message) => newDelivery(message, now())),
      isMove ? { cursor, moves } : { cursor },
    );
    if (fresh.length > 0) pump();
    return true;
  }

  function lose(error: unknown, cursor: Cursor): void {
    outbox.save([], { cursor });
    parts.onError(
      error,
      'What has happened since the last event of a webhook cannot be found out: it goes on from here',
    );
  }

  function start(): void {
    const cursor = outbox.state.cursor ?? feed.position();
    if (!outbox.state.cursor) outbox.save([], { cursor, stopped: null, failingSince: null });
    following = feed.follow(cursor, { take, lose });
    pump();
  }

  /** What waits is given up: switched on again it begins with what happens then. */
  function end(): void {
    following?.stop();
    following = null;
    alarm.set(null);
    if (outbox.state.cursor) outbox.save([...outbox.pending()].map(givenUp), { cursor: null });
  }

  return {
    outbox,
    pump,
    refresh() {
      const isActive = parts.webhook()?.isActive ?? false;
      if (isStopped || isActive === (following !== null)) return;
      if (isActive) start();
      else end();
    },
    async test() {
      const delivery = newDelivery(testMessage(id, now()), now());
      const outcome = await post(delivery);
      if (!outcome) return delivery;
      const sent = afterAttempt(delivery, { outcome, now: clock(), random: parts.random });
      const settled = sent.status === 'pending' ? givenUp(sent) : sent;
      outbox.save([settled]);
      return settled;
    },
    redeliver(messageId) {
      const known = outbox.find(messageId);
      if (!known) return undefined;
      const delivery = renewed(known, now());
      outbox.save([delivery]);
      pump();
      return delivery;
    },
    stop() {
      isStopped = true;
      following?.stop();
      alarm.set(null);
    },
    idle: async () => void (await Promise.all(sending.values())),
  };
}

/** Places for work that runs at the same time. */
interface Slots {
  /** Takes a place if one is free; what it gives frees it. */
  take(): (() => void) | null;
  /** Told whenever a place becomes free. */
  onFree(listener: () => void): void;
}

export function createSlots(count: number): Slots {
  const listeners: (() => void)[] = [];
  let taken = 0;
  return {
    take() {
      if (taken >= count) return null;
      taken++;
      return () => {
        taken--;
        for (const listener of listeners) listener();
      };
    },
    onFree: (listener) => void listeners.push(listener),
  };
}
