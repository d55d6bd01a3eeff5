/** Runs something at a set time. */
export interface Alarm {
  /** Sets the time (milliseconds since 1970), replacing the one before; null clears it. */
  set(at: number | null): void;
}

/** The longest sleep: short enough to notice a clock that is put forward, and far below setTimeout's limit of 2^31 ms. */
const MAX_SLEEP_MS = 500;

/** An alarm by `clock`. It does not keep the process alive. */
export function createAlarm(clock: () => Date, ring: () => void): Alarm {
  let timer: NodeJS.Timeout | undefined;

  function sleepUntil(at: number): void {
    const left = at - clock().getTime();
    timer = setTimeout(
      () => {
        if (at > clock().getTime()) sleepUntil(at);
        else ring();
      },
      Math.min(Math.max(left, 0), MAX_SLEEP_MS),
    ).unref();
  }

  return {
    set(at) {
      clearTimeout(timer);
      if (at !== null) sleepUntil(at);
    },
  };
}
