/** What takes back the steps made so far. */
export interface Undo {
  push(step: () => unknown): void;
  /** Takes the steps back, newest first, every one of them. Throws at the end when one could not be. */
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
      if (failures.length > 0) throw new AggregateError(failures, 'a failed write could not be taken back completely');
    },
  };
}
