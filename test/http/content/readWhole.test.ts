import { expect, it } from 'vitest';
import { readWhole, showInSlices, thenTurn } from '../../../src/http/content/readWhole.ts';
import { countTurns, workFor } from '../../countTurns.ts';

/** Takes longer than a slice. */
function work<T>(value: T): T {
  workFor(6);
  return value;
}

it('SEC-36 shows slow items one by one, with turns for others between them', async () => {
  const edition = { endsAt: 1 };
  const shown = readWhole({ edition: () => edition }, (isOver) => showInSlices([1, 2, 3, 4, 5], work, isOver));
  expect(shown).toBeInstanceOf(Promise);
  const { turns, value } = await countTurns(async () => shown);
  expect(turns).toBeGreaterThanOrEqual(3);
  expect(value).toEqual([1, 2, 3, 4, 5]);
});

it('SEC-36 gives others a turn between slow finding and showing', async () => {
  let isServed = false;
  setImmediate(() => {
    isServed = true;
  });
  expect(await thenTurn(() => work('pages'))).toBe('pages');
  expect(isServed).toBe(true);
});

it('shows quick items at once', () => {
  const edition = { endsAt: 1 };
  const read = () =>
    showInSlices(
      [1, 2],
      (item) => item * 2,
      () => false,
    );
  expect(readWhole({ edition: () => edition }, read)).toEqual([2, 4]);
});

it('SEC-36 shows everything from one version, also if the content changes meanwhile, and ends if it always does', async () => {
  for (const changes of [1, Number.POSITIVE_INFINITY]) {
    let [edition, version, left] = [{ endsAt: 1 }, 0, changes];
    const change = (): void => {
      if (left <= 0) return;
      left -= 1;
      version += 1;
      edition = { endsAt: 1 };
    };
    const timer = setInterval(change, 0);
    const runs: number[] = [];
    const shown = await readWhole({ edition: () => edition }, (isOver) => {
      runs.push(version);
      return showInSlices([0, 0, 0, 0], () => work(version), isOver);
    });
    clearInterval(timer);
    expect(shown).toHaveLength(4);
    if (changes === 1)
      expect([runs, shown]).toEqual([
        [0, 1],
        [1, 1, 1, 1],
      ]);
    else expect(runs).toHaveLength(3);
  }
});
