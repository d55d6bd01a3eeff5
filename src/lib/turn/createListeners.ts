/** Functions that are called when something happens. */
export interface Listeners<A extends readonly unknown[]> {
  /** Returns the function that removes the listener. */
  add(listener: (...args: A) => void): () => void;
  tell(...args: A): void;
  isEmpty(): boolean;
  clear(): void;
}

/** @param onError gets what a listener throws; the other listeners are called all the same */
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
