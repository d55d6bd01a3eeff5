/** When the next round comes, by one timer. */
export interface Pace {
  /** After this long, or earlier where that was agreed. */
  within(ms: number): void;
  /** After this long, whatever was agreed. */
  after(ms: number): void;
  /** Nothing is agreed any more: what was agreed is being done. */
  begin(): void;
  close(): void;
}

export function createPace(run: () => void): Pace {
  let timer: NodeJS.Timeout | undefined;
  let at = Number.POSITIVE_INFINITY;
  let isClosed = false;
  function begin(): void {
    clearTimeout(timer);
    at = Number.POSITIVE_INFINITY;
  }
  function after(ms: number): void {
    if (isClosed) return;
    clearTimeout(timer);
    at = performance.now() + ms;
    timer = setTimeout(run, ms).unref();
  }
  return {
    after,
    within(ms) {
      if (performance.now() + ms < at) after(ms);
    },
    begin,
    close() {
      isClosed = true;
      begin();
    },
  };
}

const FIRST_MS = 1000;
const LONGEST_MS = 5 * 60_000;

/** How long to wait after so many failures in a row: from a second to five minutes, and no two servers at the same moment. */
export const backOff = (failures: number, chance = Math.random()): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)) * (0.5 + chance / 2);

/** A push follows the last commit by this long, */
const QUIET_MS = 1000;
/** and the first by at most this long, however many come. */
const LONGEST_PUSH_MS = 5000;

/** How long a push waits that a commit asks for, where the first that it is to carry was made this long ago. */
export const pushDelay = (sinceFirstMs: number): number =>
  Math.max(0, Math.min(QUIET_MS, LONGEST_PUSH_MS - sinceFirstMs));
