import { describe, expect, it } from 'vitest';
import type { IdStrategy } from '../../../src/model/entities/settings.ts';
import type { IdCounter } from '../../../src/model/entity.ts';
import { createRecordIds, type Ids, type ReservedIds } from '../../../src/store/id/ids.ts';
import { type ChooseId, randomId } from '../../../src/store/id/randomId.ts';
import { nextFreeId } from '../../nextFreeId.ts';

const takenPages = (...ids: readonly number[]): ReservedIds => ({
  has: (counter, id) => counter === 'page' && ids.includes(id),
  highest: (counter) => (counter === 'page' ? Math.max(0, ...ids) : 0),
});
const idsWith = (taken: ReservedIds, chooseId?: ChooseId): Ids =>
  createRecordIds({ marks: { read: () => ({}), write: () => {} }, taken, chooseId });
const take = (ids: Ids, counter: IdCounter, strategy: IdStrategy = 'random'): number => ids.next({ counter, strategy });

describe('ids of new records', () => {
  it('are drawn from 100,000 to 999,999,999, each only once', () => {
    const ids = idsWith(takenPages());
    const drawn = Array.from({ length: 20_000 }, () => take(ids, 'page'));
    expect(new Set(drawn).size).toBe(20_000);
    expect(drawn.filter((id) => !Number.isInteger(id) || id < 100_000 || id > 999_999_999)).toEqual([]);
    // A deviation of 600 from half is over eight standard deviations.
    const low = drawn.filter((id) => id < 500_050_000).length;
    expect(Math.abs(low - 10_000)).toBeLessThan(600);
  });

  it('are drawn again if one is taken', () => {
    const asked: number[] = [];
    const id = randomId((one) => asked.push(one) === 3, 7);
    expect([asked.length, new Set(asked).size, id]).toEqual([3, 3, asked[2]]);
  });

  it('are never those of a file or of a plan in progress, for each counter separately', () => {
    const ids = idsWith(takenPages(1, 3), nextFreeId);
    expect([take(ids, 'page'), take(ids, 'page'), take(ids, 'menu')]).toEqual([4, 5, 1]);
    expect(ids.next({ counter: 'page', strategy: 'random', also: takenPages(7) })).toBe(8);
  });

  it('are not given to the next plan until the first plan is in a file', async () => {
    const ids = idsWith(takenPages(), nextFreeId);
    expect(await ids.planning(async () => [take(ids, 'page'), take(ids, 'page')])).toEqual([1, 2]);
    expect(await ids.planning(async () => take(ids, 'page'))).toBe(3);
    ids.settle();
    expect(await ids.planning(async () => take(ids, 'page'))).toBe(1);
  });

  it('of a failed plan may be given to the next one', async () => {
    const ids = idsWith(takenPages(), nextFreeId);
    const failing = ids.planning(async () => Promise.reject(new Error(`took ${take(ids, 'page')}`)));
    await expect(failing).rejects.toThrow('took 1');
    expect(await ids.planning(async () => take(ids, 'page'))).toBe(1);
  });

  it('are sequential if the site is set to it', () => {
    const ids = idsWith(takenPages(7));
    expect([take(ids, 'page', 'sequential'), take(ids, 'page', 'sequential')]).toEqual([8, 9]);
    expect(ids.next({ counter: 'page', strategy: 'sequential', also: takenPages(20) })).toBe(21);
  });

  it.each(['user', 'apiKey', 'webhook'] as const)(
    'are the next of their kind for what one server has alone: %s',
    (counter) => {
      const ids = idsWith(takenPages());
      expect([take(ids, counter), take(ids, counter)]).toEqual([1, 2]);
    },
  );
});
