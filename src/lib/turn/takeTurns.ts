/** How long a piece of long work holds up everything else. */
const SLICE_MS = 5;

/**
 * Long pieces of work that wait to go on. There is one event loop in a process, and so one queue: each of its rounds has
 * room for one slice, however many are under way.
 */
const waiting: (() => void)[] = [];

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/** Resolves in a round of the event loop that no other piece of long work takes. */
export function takeTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

/** Makes the function that a long loop awaits at each step: it waits for another turn when the present one has taken its time. */
export function takeTurns(sliceMs = SLICE_MS): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < sliceMs) return undefined;
    return takeTurn().then(() => {
      since = performance.now();
    });
  };
}

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
