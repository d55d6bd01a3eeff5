import { createYieldIfBusy, SHARED_SLICES } from './createYieldIfBusy.ts';

/** A computation in steps, none of which takes long. */
export type WorkSteps<T> = Generator<void, T, void>;

/** Runs all steps at once. */
export function runSteps<T>(steps: WorkSteps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs all steps, in slices, so that others are served in between. */
export async function runStepsInSlices<T>(steps: WorkSteps<T>): Promise<T> {
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const turn = yieldIfBusy();
    if (turn) await turn;
  }
}
