/** Whether the session has ended while somebody worked. */
export interface Expiry {
  /** A request has been answered as nobody's. */
  note(): void;
  /** Somebody has logged in. */
  clear(): void;
  isExpired(): boolean;
  subscribe(listener: () => void): () => void;
}

export function createExpiry(): Expiry {
  const listeners = new Set<() => void>();
  let isExpired = false;
  const set = (value: boolean): void => {
    isExpired = value;
    for (const listener of listeners) listener();
  };
  return {
    note: () => set(true),
    clear: () => set(false),
    isExpired: () => isExpired,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
