/** Background work, done one task after the other. */
export interface Chain {
  add(work: () => Promise<void>): void;
  /** Resolves when all that was added is done. */
  done(): Promise<void>;
}

/**
 * A task that fails is reported, and does not stop those after it.
 *
 * @param begins no task starts before this resolves
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
