import { memoizeByText } from '../../lib/list/createLruCache.ts';
import { addressKey } from '../../lib/net/addressKey.ts';
import { createWindows } from '../../lib/turn/createWindows.ts';
import type { HeaderLines } from '../header/headerLines.ts';

/** How many addresses are remembered with their keys. */
const MAX_REMEMBERED = 1000;

/** A caller's count after one more request. */
export interface CallerQuota {
  /** The `RateLimit-*` lines. */
  readonly lines: HeaderLines;
  /** Set if this request is one too many. */
  readonly retryAfterSeconds: number | undefined;
}

/** Counts public requests by the address they come from. */
export interface PublicLimit {
  /** Counts a request. */
  count(address: string): CallerQuota;
}

/**
 * Allows a number of requests in the minute that begins with the first. `now` returns milliseconds of a clock that only
 * goes forward.
 */
export function createPublicLimit(perMinute: number, now?: () => number): PublicLimit {
  const windows = createWindows(60, now);
  const limit = String(perMinute);
  const keyOf = memoizeByText(addressKey, MAX_REMEMBERED);

  return {
    count(address) {
      const { count, seconds } = windows.count(keyOf(address));
      const remaining = perMinute - count;
      const lines = ['RateLimit-Limit', limit, 'RateLimit-Remaining', String(Math.max(0, remaining))];
      lines.push('RateLimit-Reset', String(seconds));
      return { lines, retryAfterSeconds: remaining < 0 ? seconds : undefined };
    },
  };
}
