/** Work that nobody waits for, one after the other. */
export interface Chain {
  add(work: () => Promise<void>): void;
  /** Resolves when all that was added is done. */
  done(): Promise<void>;
}

/**
 * What fails is told, and does not keep the rest from being done.
 *
 * @param begins nothing is done before this resolves
 */
export function createChain(onError: (error: unknown) => void, begins = Promise.resolve()): Chain {
  let last = begins;
  return {
    add(work) {
      last = last.then(work).catch(onError);
    },
    done: () => last,
  };
}
