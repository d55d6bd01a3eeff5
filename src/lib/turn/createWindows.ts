import { createLruCache } from '../list/createLruCache.ts';

/** How many callers are counted at a time; beyond that, the one that was quiet for longest is forgotten. */
const MAX_KEYS = 64 * 1024;

/** A caller's count in the current window. */
export interface WindowCount {
  readonly count: number;
  /** Seconds until the window ends. */
  readonly seconds: number;
}

/** Counts per key, in time windows that begin with the first count. */
export interface Windows {
  /** Adds one. */
  count(key: string): WindowCount;
  /** Subtracts one. */
  takeBack(key: string): void;
  /** Ends the window of a key: its next count begins a new one. */
  forget(key: string): void;
}

interface Window {
  count: number;
  readonly endsAt: number;
}

/**
 * Windows of this length, in bounded memory. They use no promise and no timer, which would take longer than answering
 * from memory. `now` returns milliseconds of a clock that is never set back or forward.
 */
export function createWindows(seconds: number, now = (): number => performance.now()): Windows {
  const windows = createLruCache<Window>(MAX_KEYS);

  function open(key: string, at: number): Window {
    const window = { count: 0, endsAt: at + seconds * 1000 };
    windows.set(key, window);
    return window;
  }

  return {
    count(key) {
      const known = windows.get(key);
      // Whole milliseconds, so that rounding never makes the rest of a window longer than it is.
      const at = Math.floor(now());
      const window = known && at < known.endsAt ? known : open(key, at);
      window.count += 1;
      return { count: window.count, seconds: Math.ceil((window.endsAt - at) / 1000) };
    },
    takeBack(key) {
      const window = windows.peek(key);
      if (window && window.count > 0) window.count -= 1;
    },
    forget: (key) => void windows.delete(key),
  };
}
