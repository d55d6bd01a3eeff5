import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRelations } from '../../../src/proposal/branch/relations.ts';
import { runs } from '../../effort.ts';

const idOf = (index: number): string => String(index).padStart(40, '0');

/** Commits by number, each with the numbers of its parents; the history of the live one is known. */
function relationsOn(parents: readonly (readonly number[])[]) {
  let reads = 0;
  const ancestorsOf = (index: number): ReadonlySet<string> => {
    const found = new Set([index]);
    for (const one of found) for (const parent of parents[one]!) found.add(parent);
    return new Set([...found].map(idOf));
  };
  const objects = {
    async findCommit(id: string) {
      reads += 1;
      return { parents: parents[Number(id)]!.map(idOf) } as never;
    },
  };
  const history = {
    ...{ isReady: true, head: () => null, holds: () => false },
    at: async (commit: string) => ({ holds: (id: string) => ancestorsOf(Number(commit)).has(id) }) as never,
  };
  return { ...createRelations({ objects, history }), ancestorsOf, reads: () => reads };
}

it('finds how commits relate to the live one, whatever goes live', async () => {
  const commits = fc.array(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }), { minLength: 2, maxLength: 20 });
  const looks = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 2, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(commits, looks, async (steps, asked) => {
      const parents = steps.map((back, index) => [
        ...new Set(back.map((step) => index - step).filter((at) => at >= 0)),
      ]);
      const { of, ancestorsOf } = relationsOn(parents);
      for (const [live, other] of asked.map(([a, b]) => [a % parents.length, b % parents.length] as const)) {
        const [ours, theirs] = [ancestorsOf(live), ancestorsOf(other)];
        const isApart = [...theirs].every((id) => !ours.has(id));
        const expected = ours.has(idOf(other)) ? 'merged' : isApart ? 'unrelated' : 'ahead';
        expect(await of(idOf(live), idOf(other))).toBe(expected);
      }
    }),
    { numRuns: runs(1000) },
  );
});

it('reads each branch once, and no live commit, however often something goes live', async () => {
  const LIVE = 500;
  const BRANCHES = 100;
  const parents = [
    ...Array.from({ length: LIVE }, (_, at) => (at === 0 ? [] : [at - 1])),
    ...Array(BRANCHES).fill([7]),
  ];
  const { of, reads } = relationsOn(parents);
  for (const live of [LIVE - 3, LIVE - 2, LIVE - 1])
    for (let branch = 0; branch < BRANCHES; branch += 1)
      expect(await of(idOf(live), idOf(LIVE + branch))).toBe('ahead');
  expect(reads()).toBe(BRANCHES);
});
