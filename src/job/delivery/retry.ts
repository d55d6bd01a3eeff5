const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long to wait after each failed attempt (contract, "Events"). */
const DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;
/** Jitter, so that a receiver that comes back does not get all messages at once. */
const SPREAD = 0.2;
const MAX_RETRY_AFTER_MS = 24 * HOUR;

export interface FailedAttempt {
  /** How many attempts have been made. */
  readonly attempts: number;
  /** What the receiver asked for in Retry-After. */
  readonly retryAfterMs: number | null;
}

/** How long to wait after a failure; null when it was the last attempt. @param random from 0 to 1 */
export function retryDelay({ attempts, retryAfterMs }: FailedAttempt, random: () => number): number | null {
  const delay = DELAYS_MS[attempts - 1];
  if (delay === undefined) return null;
  const spread = delay * (1 + SPREAD * (2 * random() - 1));
  return Math.max(spread, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

/** Retry-After in milliseconds: seconds, or an HTTP date (RFC 9110, 10.2.3); null for neither. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,10}$/.test(header.trim())) return Number(header) * SECOND;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
