import { LRUCache } from 'lru-cache';

/** How many callers are counted at a time; the one that was quiet for longest is forgotten. */
const MAX_KEYS = 64 * 1024;

/** How often somebody came in a window. */
export interface Counted {
  readonly count: number;
  /** Until the window ends. */
  readonly seconds: number;
}

/** Counts who comes how often, in windows that begin with the first time. */
export interface Windows {
  /** Counts one time more. */
  count(key: string): Counted;
  /** Takes one time back. */
  takeBack(key: string): void;
  /** Begins anew. */
  forget(key: string): void;
}

interface Window {
  count: number;
  readonly endsAt: number;
}

/**
 * Windows of this length in bounded memory. They answer at once, without a promise or a timer: a known answer takes less
 * time than those. `now` tells milliseconds of a clock that is never put back or forward.
 */
export function createWindows(seconds: number, now = (): number => performance.now()): Windows {
  const windows = new LRUCache<string, Window>({ max: MAX_KEYS });

  function open(key: string, at: number): Window {
    const window = { count: 0, endsAt: at + seconds * 1000 };
    windows.set(key, window);
    return window;
  }

  return {
    count(key) {
      const known = windows.get(key);
      // Whole ones: what is left of a window must not come out as a little more.
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
