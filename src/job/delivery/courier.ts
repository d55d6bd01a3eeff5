import { unavailable } from '../../model/errors.ts';
import { earliest } from '../../model/text/timestamp.ts';
import type { EventBatch, EventCursor } from '../bus.ts';
import { createAlarm } from '../createAlarm.ts';
import type { EventFeed, FeedSubscription } from '../feed.ts';
import type { Happening } from '../happening.ts';
import { type AttemptOutcome, afterAttempt, type Delivery, givenUp, newDelivery, renewed } from './delivery.ts';
import type { Message } from './message.ts';
import type { Outbox, OutboxState } from './outbox.ts';
import type { SendSlots } from './slots.ts';

/** Who receives messages, and how they are delivered there. */
export interface MessageReceiver {
  /** What it is, at the beginning of a sentence: `A webhook`. */
  readonly label: string;
  /** Delivers a message once; null if the end of the server has interrupted it. */
  deliver(delivery: Delivery): Promise<AttemptOutcome | null>;
}

/** Who receives the messages of events. */
export interface EventReceiver extends MessageReceiver {
  /** Whether it is switched on. */
  isActive(): boolean;
  wants(happening: Happening): boolean;
  /** @param moves how often others had moved HEAD before the event */
  toMessage(happening: Happening, moves: number): Message;
  /** Switches it off. */
  disable(reason: string): void;
}

/** Receives messages for one receiver and delivers them. */
export interface Courier {
  /** Call it when the receiver may have been switched on or off. */
  refresh(): void;
  /**
   * Delivers a message as soon as possible, and again until it arrives; it is on the disk when this resolves.
   *
   * @throws CmsError SERVICE_UNAVAILABLE if too many are waiting
   */
  enqueue(message: Message): Promise<void>;
  /** Delivers a message of its own once, now. */
  deliverOnce(message: Message): Promise<Delivery>;
  /** Delivers a known message again; undefined if it is not known. */
  redeliver(id: string): Delivery | undefined;
  readonly outbox: Outbox;
  /** Delivers what is due, if there is room. */
  pump(): void;
  /** Stops; running attempts go on. */
  stop(): void;
  /** Resolves when nothing is being delivered. */
  idle(): Promise<void>;
}

interface Parts {
  readonly receiver: MessageReceiver;
  readonly outbox: Outbox;
  /** The same receiver if it receives events, and where they come from; null for one that gets only what is enqueued. */
  readonly events: { readonly receiver: EventReceiver; readonly feed: EventFeed } | null;
  readonly slots: Pick<SendSlots, 'take'>;
  readonly clock: () => Date;
  random(): number;
  /** Receives an error and a message about its consequence. */
  onError(error: unknown, message: string): void;
}

/** How many messages of one receiver are delivered at the same time. */
const MAX_SENDING = 4;
/** If this many are waiting, no more are received: they stay in git's history after the cursor. */
const MAX_PENDING = 1000;
const RESUME_AT = MAX_PENDING / 2;
/** When to try again if too many are waiting. */
const RETRY_SECONDS = 60;
const FIVE_DAYS_MS = 5 * 24 * 60 * 60 * 1000;

interface State extends Parts {
  /** The running attempts, by message. */
  readonly sending: Map<string, Promise<void>>;
  /** Null while the receiver is switched off. */
  following: FeedSubscription | null;
  readonly alarm: ReturnType<typeof createAlarm>;
  isStopped: boolean;
}

export function createCourier(parts: Parts): Courier {
  const courier: State = {
    ...{ ...parts, sending: new Map(), following: null, isStopped: false },
    alarm: createAlarm(parts.clock, () => pump(courier)),
  };
  return {
    outbox: parts.outbox,
    pump: () => pump(courier),
    async enqueue(message) {
      if (parts.outbox.pendingCount >= MAX_PENDING) throw unavailable('Too many messages are waiting', RETRY_SECONDS);
      parts.outbox.save([newDelivery(message, courierTime(courier))]);
      pump(courier);
      await parts.outbox.sync();
    },
    refresh() {
      const isActive = isActiveNow(courier);
      if (!courier.events || courier.isStopped || isActive === (courier.following !== null)) return;
      if (isActive) subscribeCourier(courier, courier.events);
      else end(courier);
    },
    async deliverOnce(message) {
      const delivery = newDelivery(message, courierTime(courier));
      const outcome = await courier.receiver.deliver(delivery);
      if (!outcome) return delivery;
      const sent = afterAttempt(delivery, { outcome, now: courier.clock(), random: courier.random });
      const settled = sent.status === 'pending' ? givenUp(sent) : sent;
      courier.outbox.save([settled]);
      return settled;
    },
    redeliver(messageId) {
      const known = courier.outbox.find(messageId);
      if (!known) return undefined;
      const delivery = renewed(known, courierTime(courier));
      courier.outbox.save([delivery]);
      pump(courier);
      return delivery;
    },
    stop() {
      courier.isStopped = true;
      courier.following?.stop();
      courier.alarm.set(null);
    },
    idle: async () => void (await Promise.all(courier.sending.values())),
  };
}

const isActiveNow = ({ events }: State): boolean => events?.receiver.isActive() ?? true;

const courierTime = (courier: State): string => courier.clock().toISOString();

/** Delivers what is due if there is room, and sets the alarm for the rest. */
function pump(courier: State): void {
  if (courier.isStopped || !isActiveNow(courier)) return;
  let next: string | null = null;
  for (const delivery of firstOfEachRecord(courier.outbox.pending())) {
    if (courier.sending.has(delivery.id)) continue;
    const at = delivery.nextAttemptAt ?? courierTime(courier);
    if (at > courierTime(courier)) next = earliest(at, next ?? at);
    // `pump` is called again when a slot becomes free.
    else if (!startAttempt(courier, delivery)) break;
  }
  courier.alarm.set(next === null ? null : Date.parse(next));
}

/**
 * The messages whose turn it is: the first of each record. A `content.changed` waits for all messages before it, except
 * those stuck behind a message that has failed.
 */
function* firstOfEachRecord(pending: Iterable<Delivery>): Iterable<Delivery> {
  const first = new Map<string, Delivery>();
  let isOpening = false;
  for (const delivery of pending) {
    const ahead = first.get(delivery.record);
    first.set(delivery.record, ahead ?? delivery);
    if (!ahead && !(isOpening && delivery.type === 'content.changed')) yield delivery;
    isOpening ||= (ahead ?? delivery).attempts === 0;
  }
}

function startAttempt(courier: State, delivery: Delivery): boolean {
  const free = courier.sending.size < MAX_SENDING ? courier.slots.take() : null;
  if (!free) return false;
  const work = attemptDelivery(courier, delivery)
    .catch((error: unknown) => courier.onError(error, notDelivered(courier)))
    .finally(() => {
      courier.sending.delete(delivery.id);
      if (courier.outbox.pendingCount <= RESUME_AT) courier.following?.resume();
      free();
    });
  courier.sending.set(delivery.id, work);
  return true;
}

const notDelivered = ({ receiver }: State): string => `${receiver.label} could not be reached`;

async function attemptDelivery(courier: State, delivery: Delivery): Promise<void> {
  const outcome = await courier.receiver.deliver(delivery).catch((error: unknown) => {
    courier.onError(error, notDelivered(courier));
    return UNSENT;
  });
  // The message may have been given up during the attempt.
  const present = courier.outbox.find(delivery.id);
  if (!outcome || present?.status !== 'pending') return;
  courier.outbox.save(
    [afterAttempt(present, { outcome, now: courier.clock(), random: courier.random })],
    failureAfter(courier, outcome),
  );
  if (outcome.stops !== undefined) switchOff(courier, outcome.stops);
  else if (hasFailedLong(courier)) switchOff(courier, 'every attempt has failed for five days');
}

/** A failure of our own: the message waits for its next attempt as after any other, or it would be tried without end. */
const UNSENT: AttemptOutcome = { status: null, error: 'unsent', answer: '', durationMs: 0, retryAfterMs: null };

function switchOff(courier: State, reason: string): void {
  courier.outbox.save([], { stopped: reason });
  courier.events?.receiver.disable(reason);
}

/** A message that nobody can deliver says nothing about the others. */
const failureAfter = (courier: State, { error, isFinal }: AttemptOutcome): Partial<OutboxState> => {
  if (error === null || isFinal) return { failingSince: null };
  return { failingSince: courier.outbox.state.failingSince ?? courierTime(courier) };
};

const hasFailedLong = (courier: State): boolean => {
  if (!courier.events) return false;
  const { failingSince } = courier.outbox.state;
  return failingSince !== null && courier.clock().getTime() - Date.parse(failingSince) >= FIVE_DAYS_MS;
};

function receiveBatch(
  courier: State,
  receiver: EventReceiver,
  { happenings, to: cursor, isMove }: EventBatch,
): boolean {
  if (courier.outbox.pendingCount >= MAX_PENDING) return false;
  const moves = courier.outbox.state.moves + Number(isMove);
  const wanted = happenings
    .filter((happening) => receiver.wants(happening))
    .map((happening) => receiver.toMessage(happening, moves));
  // After a crash events arrive again: their messages are known.
  const fresh = wanted.filter((message) => !courier.outbox.find(message.id));
  courier.outbox.save(
    fresh.map((message) => newDelivery(message, courierTime(courier))),
    isMove ? { cursor, moves } : { cursor },
  );
  if (fresh.length > 0) pump(courier);
  return true;
}

function reportLostEvents(courier: State, error: unknown, cursor: EventCursor): void {
  courier.outbox.save([], { cursor });
  courier.onError(error, `${courier.receiver.label} has missed the events since its last one: it continues from now`);
}

function subscribeCourier(courier: State, { feed, receiver }: NonNullable<Parts['events']>): void {
  const cursor = courier.outbox.state.cursor ?? feed.position();
  if (!courier.outbox.state.cursor) courier.outbox.save([], { cursor, stopped: null, failingSince: null });
  courier.following = feed.follow(cursor, {
    take: (batch) => receiveBatch(courier, receiver, batch),
    lose: (error, position) => reportLostEvents(courier, error, position),
  });
  pump(courier);
}

/** Switches off: gives up waiting messages. Switched on again, it begins with the events from then on. */
function end(courier: State): void {
  courier.following?.stop();
  courier.following = null;
  courier.alarm.set(null);
  if (courier.outbox.state.cursor) courier.outbox.save([...courier.outbox.pending()].map(givenUp), { cursor: null });
}
