import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { remember } from '../lib/remember.ts';
import { addressKey } from './rateLimit.ts';
import type { Lines } from './writeHead.ts';

const WINDOW_MS = 60_000;
/** Callers that are counted at a time; whoever was quiet for longest begins anew. */
const MAX_CALLERS = 64 * 1024;
/** Addresses whose reading is remembered. */
const MAX_REMEMBERED = 1000;

/** How a caller stands with one request more. */
export interface Standing {
  /** The `RateLimit-*` lines. */
  readonly lines: Lines;
  /** Of a request too many; else undefined. */
  readonly retryAfterSeconds: number | undefined;
}

/** Counts public requests by the address they come from. */
export interface PublicLimit {
  /** Counts a request. */
  count(address: string): Standing;
  /** Leaves a request that was counted to somebody else, who is told the same by `standing`. */
  leave(request: IncomingMessage, standing: Standing): void;
  /** Counts a request that nobody has counted. */
  standing(request: IncomingMessage, address: string): Standing;
}

interface Window {
  requests: number;
  readonly endsAt: number;
}

/**
 * Allows a number of requests in the minute that begins with the first. It answers at once, without a promise or a timer: a known
 * answer takes less time than those. `now` tells milliseconds of a clock that is never put back.
 */
export function createPublicLimit(perMinute: number, now = (): number => performance.now()): PublicLimit {
  const windows = new LRUCache<string, Window>({ max: MAX_CALLERS });
  const limit = String(perMinute);
  const keyOf = remember(addressKey, MAX_REMEMBERED);
  const left = new WeakMap<IncomingMessage, Standing>();

  function openWindow(key: string, at: number): Window {
    const window = { requests: 0, endsAt: at + WINDOW_MS };
    windows.set(key, window);
    return window;
  }

  function count(address: string): Standing {
    const key = keyOf(address);
    const known = windows.get(key);
    // Whole ones: what is left of a minute must not come out as a little more.
    const at = Math.floor(now());
    const window = known && at < known.endsAt ? known : openWindow(key, at);
    window.requests += 1;
    const remaining = perMinute - window.requests;
    const seconds = Math.ceil((window.endsAt - at) / 1000);
    const lines = ['RateLimit-Limit', limit, 'RateLimit-Remaining', String(Math.max(0, remaining))];
    lines.push('RateLimit-Reset', String(seconds));
    return { lines, retryAfterSeconds: remaining < 0 ? seconds : undefined };
  }

  return {
    count,
    leave: (request, standing) => void left.set(request, standing),
    standing: (request, address) => left.get(request) ?? count(address),
  };
}
