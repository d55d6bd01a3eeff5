import { takeTurns } from './takeTurns.ts';

/** Something that is made in steps, none of which takes long. */
export type Steps<T> = Generator<void, T, void>;

/** Takes all steps, in slices, so that others are served meanwhile. */
export async function takeSteps<T>(steps: Steps<T>): Promise<T> {
  const nextTurn = takeTurns();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const turn = nextTurn();
    if (turn) await turn;
  }
}
