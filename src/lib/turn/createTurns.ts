/** How long one slice of long work may hold up everything else. */
const SLICE_MS = 5;

/**
 * Long work waiting to go on. A process has one event loop, so there is one queue: each round of the loop runs one
 * slice, however many pieces of work are under way.
 */
const waiting: (() => void)[] = [];

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/** Resolves in a round of the event loop that is used by no other long work. */
export function takeTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

/**
 * Makes the function that a long loop awaits at each step: it waits for the next turn when the current one is used up.
 */
export function createTurns(sliceMs = SLICE_MS): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < sliceMs) return undefined;
    return takeTurn().then(() => {
      since = performance.now();
    });
  };
}

/** A computation in steps, none of which takes long. */
export type WorkSteps<T> = Generator<void, T, void>;

/** Runs all steps at once. */
export function runSteps<T>(steps: WorkSteps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs all steps, in slices, so that others are served meanwhile. */
export async function takeSteps<T>(steps: WorkSteps<T>): Promise<T> {
  const nextTurn = createTurns();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const turn = nextTurn();
    if (turn) await turn;
  }
}
