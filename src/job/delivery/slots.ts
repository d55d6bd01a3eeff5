/** A limited number of slots for work that runs at the same time. */
export interface SendSlots {
  /** Takes a slot. @returns the function that frees it; null if none is free */
  take(): (() => void) | null;
  /** Calls the listener whenever a slot becomes free. */
  onFree(listener: () => void): void;
}

export function createSlots(count: number): SendSlots {
  const listeners: (() => void)[] = [];
  let taken = 0;
  return {
    take() {
      if (taken >= count) return null;
      taken++;
      return () => {
        taken--;
        for (const listener of listeners) listener();
      };
    },
    onFree: (listener) => void listeners.push(listener),
  };
}
