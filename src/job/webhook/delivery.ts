import type { Message } from './message.ts';
import { retryDelay } from './retry.ts';
import type { SendOutcome } from './send.ts';

/** A message and the state of its delivery. */
export interface Delivery extends Message {
  readonly createdAt: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  /** Null unless pending. */
  readonly nextAttemptAt: string | null;
  readonly last: DeliveryAttempt | null;
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

/** HTTP 410: the receiver is gone for good. */
const GONE = 410;
export const isGone = ({ status }: Pick<SendOutcome, 'status'>): boolean => status === GONE;

interface AttemptResult {
  readonly outcome: SendOutcome;
  readonly now: Date;
  random(): number;
}

/** The delivery after one more attempt. */
export function afterAttempt(delivery: Delivery, { outcome, now, random }: AttemptResult): Delivery {
  const { status, error, answer, durationMs, retryAfterMs } = outcome;
  const attempts = delivery.attempts + 1;
  const last = { at: now.toISOString(), status, error, answer, durationMs };
  const done = { ...delivery, attempts, last, nextAttemptAt: null };
  if (error === null) return { ...done, status: 'delivered' };
  const delay = isGone(outcome) ? null : retryDelay({ attempts, retryAfterMs }, random);
  if (delay === null) return { ...done, status: 'failed' };
  return { ...done, nextAttemptAt: new Date(now.getTime() + delay).toISOString() };
}

/** Given up without a further attempt. */
export const givenUp = (delivery: Delivery): Delivery => ({ ...delivery, status: 'failed', nextAttemptAt: null });
