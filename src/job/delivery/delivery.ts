import type { Message } from './message.ts';
import { retryDelay } from './retry.ts';

/** The result of one attempt. */
export interface AttemptOutcome {
  /** The status of the answer (of HTTP, or of SMTP); null if none came. */
  readonly status: number | null;
  /** Why it failed, as a word; null: it succeeded. */
  readonly error: string | null;
  /** The beginning of the answer, or of what was logged. */
  readonly answer: string;
  readonly durationMs: number;
  readonly retryAfterMs: number | null;
  /** Whether every further attempt would fail, too. */
  readonly isFinal?: boolean;
  /** Why the receiver wants nothing any more; completes "… is switched off: …". */
  readonly stops?: string;
}

/** A message and the state of its delivery. */
export interface Delivery extends Message {
  readonly createdAt: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  /** Null unless pending. */
  readonly nextAttemptAt: string | null;
  readonly last: DeliveryAttempt | null;
  /** What its attempts have made beside it, by a key of theirs, so that the next attempt does not make it again. */
  readonly made?: Readonly<Record<string, string>>;
}

export interface DeliveryAttempt {
  readonly at: string;
  /** The status of the answer; null if none came. */
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string;
  readonly durationMs: number;
}

export const newDelivery = (message: Message, now: string): Delivery => ({
  ...message,
  createdAt: now,
  status: 'pending',
  attempts: 0,
  nextAttemptAt: now,
  last: null,
});

/** The same message, to be sent again. */
export const renewed = (delivery: Delivery, now: string): Delivery => ({
  ...delivery,
  status: 'pending',
  attempts: 0,
  nextAttemptAt: now,
});

interface AttemptResult {
  readonly outcome: AttemptOutcome;
  readonly now: Date;
  random(): number;
}

/** The delivery after one more attempt. */
export function afterAttempt(delivery: Delivery, { outcome, now, random }: AttemptResult): Delivery {
  const { status, error, answer, durationMs, retryAfterMs, stops, isFinal = stops !== undefined } = outcome;
  const attempts = delivery.attempts + 1;
  const last = { at: now.toISOString(), status, error, answer, durationMs };
  const done = { ...delivery, attempts, last, nextAttemptAt: null };
  if (error === null) return { ...done, status: 'delivered' };
  const delay = isFinal ? null : retryDelay({ attempts, retryAfterMs }, random);
  if (delay === null) return { ...done, status: 'failed' };
  return { ...done, nextAttemptAt: new Date(now.getTime() + delay).toISOString() };
}

/** Given up without a further attempt. */
export const givenUp = (delivery: Delivery): Delivery => ({ ...delivery, status: 'failed', nextAttemptAt: null });
