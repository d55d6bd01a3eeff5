import { expect, it } from 'vitest';
import { forEachAtOnce } from '../../../src/lib/turn/forEachAtOnce.ts';

it('does the work for every item, never more at once than the limit', async () => {
  const seen: number[] = [];
  let [running, most] = [0, 0];
  await forEachAtOnce([1, 2, 3, 4, 5], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    seen.push(item);
    running -= 1;
  });
  expect([seen.sort(), most]).toEqual([[1, 2, 3, 4, 5], 2]);
});

it('throws a failure once the running work has ended', async () => {
  let hasEnded = false;
  const work = async (item: string): Promise<void> => {
    if (item === 'fails') throw new Error('no');
    await new Promise((resolve) => setImmediate(resolve));
    hasEnded = true;
  };
  await expect(forEachAtOnce(['goes on', 'fails'], 2, work)).rejects.toThrow('no');
  expect(hasEnded).toBe(true);
});

it('starts no more work after a failure, and throws it', async () => {
  const begun: number[] = [];
  const work = async (item: number): Promise<void> => {
    begun.push(item);
    if (item === 2) throw new Error('no');
    await Promise.resolve();
  };
  await expect(forEachAtOnce([1, 2, 3, 4, 5, 6], 2, work)).rejects.toThrow('no');
  expect(begun).not.toContain(6);
});
