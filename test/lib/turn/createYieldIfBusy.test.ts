import { expect, it } from 'vitest';
import { writeInTurns } from '../../../src/http/answer/writeInTurns.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../../../src/lib/turn/createYieldIfBusy.ts';

/** Counts the rounds of the event loop until stopped. */
function countRounds() {
  let [rounds, isOver] = [0, false];
  const count = (): void => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  return {
    now: () => rounds,
    stop: () => {
      isOver = true;
    },
  };
}

it('SEC-36 runs one slice per round of the event loop, however many pieces of long work there are', async () => {
  const rounds = countRounds();
  const taken: number[] = [];
  const work = async (): Promise<void> => {
    // Each slice ends at once.
    const yieldIfBusy = createYieldIfBusy({ ...SHARED_SLICES, ms: 0 });
    for (let step = 0; step < 5; step += 1) {
      await yieldIfBusy();
      taken.push(rounds.now());
    }
  };
  await Promise.all(Array.from({ length: 20 }, work));
  rounds.stop();
  expect(taken).toHaveLength(100);
  expect(new Set(taken).size).toBe(100);
});

it('SEC-36 lets others run between the slices of a long write, which is complete', async () => {
  const rounds = countRounds();
  const pieces = function* (): Generator<string, void> {
    for (let at = 0; at < 20; at += 1) {
      const until = performance.now() + 3;
      while (performance.now() < until);
      yield `${at},`.repeat(10_000);
    }
  };
  const bytes = await writeInTurns(pieces());
  rounds.stop();
  expect(bytes.toString()).toBe([...Array(20).keys()].map((at) => `${at},`.repeat(10_000)).join(''));
  // Sixty milliseconds of work in slices of at most five, or one piece.
  expect(rounds.now()).toBeGreaterThanOrEqual(9);
});
