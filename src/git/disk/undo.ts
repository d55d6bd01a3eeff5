/** Takes back the steps made so far. */
export interface Undo {
  push(step: () => unknown): void;
  /** Takes back every step, newest first. Throws at the end if one failed. */
  run(): void;
}

export function createUndo(): Undo {
  const steps: (() => unknown)[] = [];
  return {
    push: (step) => void steps.push(step),
    run() {
      const failures: unknown[] = [];
      for (const step of steps.splice(0).reverse()) {
        try {
          step();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'A failed write could not be undone completely');
    },
  };
}
