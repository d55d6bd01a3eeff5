/** One timer for the next round. */
export interface Pace {
  /** Runs after this long, or earlier if already set so. */
  within(ms: number): void;
  /** Runs after this long, whatever was set before. */
  after(ms: number): void;
  /** Clears the timer: the round is running now. */
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

/** How long to wait after this many failures in a row: from a second to five minutes, with jitter between servers. */
export const backOff = (failures: number, chance = Math.random()): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)) * (0.5 + chance / 2);

/** How long a push waits after the last commit. */
const QUIET_MS = 1000;
/** The longest that a push waits after the first commit. */
const LONGEST_PUSH_MS = 5000;

/** How long a push waits after a commit, if the first commit to push was made this long ago. */
export const pushDelay = (sinceFirstMs: number): number =>
  Math.max(0, Math.min(QUIET_MS, LONGEST_PUSH_MS - sinceFirstMs));
