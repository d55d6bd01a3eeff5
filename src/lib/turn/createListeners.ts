/** Functions that are told of what happens. */
export interface Listeners<A extends readonly unknown[]> {
  /** Gives what ends it. */
  add(listener: (...args: A) => void): () => void;
  tell(...args: A): void;
  isEmpty(): boolean;
  clear(): void;
}

/** @param onError told what a listener throws; the others are told all the same */
export function createListeners<A extends readonly unknown[]>(onError: (error: unknown) => void): Listeners<A> {
  const listeners = new Set<(...args: A) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(...args) {
      for (const listener of listeners) {
        try {
          listener(...args);
        } catch (error) {
          onError(error);
        }
      }
    },
    isEmpty: () => listeners.size === 0,
    clear: () => listeners.clear(),
  };
}
