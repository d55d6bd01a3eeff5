import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortInSteps } from '../../../src/lib/list/sortInSteps.ts';
import { runStepsInSlices } from '../../../src/lib/turn/runSteps.ts';

const byKey = ([a]: readonly [number, number], [b]: readonly [number, number]): number => a - b;

it('sorts as a whole list is sorted, equal items in their order', async () => {
  const items = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 3_000, size: 'max' });
  await fc.assert(
    fc.asyncProperty(items, async (keys) => {
      const list = keys.map((key, at): readonly [number, number] => [key, at]);
      expect(await runStepsInSlices(sortInSteps(list, byKey))).toEqual(list.toSorted(byKey));
    }),
    { numRuns: 20 },
  );
});
