/** Places for work that runs at the same time. */
export interface Slots {
  /** Takes a place if one is free; what it gives frees it. */
  take(): (() => void) | null;
  /** Told whenever a place becomes free. */
  onFree(listener: () => void): void;
}

export function createSlots(count: number): Slots {
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
