/** Work that nobody waits for, one after the other. */
export interface Chain {
  add(work: () => Promise<void>): void;
  /** Resolves when all that was added is done. */
  done(): Promise<void>;
}

/** What fails is told, and does not keep the rest from being done. */
export function createChain(onError: (error: unknown) => void): Chain {
  let last = Promise.resolve();
  return {
    add(work) {
      last = last.then(work).catch(onError);
    },
    done: () => last,
  };
}
