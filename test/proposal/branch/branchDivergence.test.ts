import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BUILT_IN_CODE } from '../../../src/fields/kinds.ts';
import type { Commit } from '../../../src/git/format/commit.ts';
import type { GitRepository } from '../../../src/git/repository.ts';
import { type BranchDivergence, createDivergenceFinder } from '../../../src/proposal/branch/branchDivergence.ts';
import { runs } from '../../effort.ts';

const idOf = (index: number): string => String(index).padStart(40, '0');

/** Commits whose messages give the distance to each parent; a root commit has none. */
function historyOf(parents: readonly (readonly number[])[]): ReadonlyMap<string, Commit> {
  const person = (index: number) => ({
    name: 'Ada',
    email: 'ada@example.org',
    at: new Date(1_700_000_000_000 + index * 1000),
  });
  return new Map(
    parents.map((steps, index) => {
      const before = [...new Set(steps.map((step) => index - step).filter((one) => one >= 0))];
      const commit = {
        tree: idOf(0),
        parents: before.map(idOf),
        author: person(index),
        committer: person(index),
        message: `${index}\n`,
      };
      return [idOf(index), commit as Commit];
    }),
  );
}

/** @param isKnown whether the history of what is live has been read already */
function standingsOn(history: ReadonlyMap<string, Commit>, isKnown = false) {
  let reads = 0;
  const known = { isReady: isKnown, head: null as string | null, shared: new Set<string>() };
  async function findCommit(id: string): Promise<Commit | undefined> {
    reads += 1;
    return history.get(id);
  }
  const repo = { objects: { findCommit }, location: { prefix: '' } } as unknown as GitRepository;
  const standings = createDivergenceFinder({
    ...{ repo, readRecord: () => [], code: BUILT_IN_CODE },
    history: { isReady: isKnown, head: () => known.head, holds: (id) => known.shared.has(id) },
  });
  /** Moves the history of what is live on. */
  function goLive(live: string): void {
    known.head = live;
    known.shared = new Set([live]);
    for (const id of known.shared) for (const parent of history.get(id)?.parents ?? []) known.shared.add(parent);
  }
  return { ...standings, goLive, reads: () => reads };
}

const shown = ({ bases, ahead, behind, facts }: BranchDivergence) => ({ bases, ahead, behind, facts });

it('remembers the standing of a branch correctly, whatever goes live', async () => {
  const step = fc.integer({ min: 1, max: 4 });
  const commits = fc.array(fc.array(step, { maxLength: 2 }), { minLength: 2, maxLength: 30 });
  const looks = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 })), { minLength: 2, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(commits, looks, async (parents, asked) => {
      const history = historyOf(parents);
      const at = (index: number): string => idOf(index % parents.length);
      const remembering = [standingsOn(history), standingsOn(history, true)];
      for (const [live, branch] of asked) {
        const tip = at(branch * 7);
        const anew = await standingsOn(history).of(at(live), tip);
        for (const standings of remembering) {
          standings.goLive(at(live));
          expect(await standings.factsOf(at(live), tip)).toEqual(anew.facts);
          expect(shown(await standings.of(at(live), tip))).toEqual(shown(anew));
        }
      }
    }),
    { numRuns: runs(2000) },
  );
});

it('reads only new live commits, once for all branches', async () => {
  const LIVE = 300;
  const BRANCHES = 40;
  const history = new Map(historyOf([...Array.from({ length: LIVE }, (_, at) => (at === 0 ? [] : [1])), [1, 3]]));
  const tips = Array.from({ length: BRANCHES }, (_, index) => idOf(1000 + index));
  for (const tip of tips) history.set(tip, { ...history.get(idOf(1))!, parents: [idOf(0)] });
  const { of, reads } = standingsOn(history);
  for (const tip of tips) await of(idOf(LIVE - 1), tip);
  const before = reads();
  for (const tip of tips) expect(await of(idOf(LIVE), tip)).toMatchObject({ ahead: 1, behind: LIVE, bases: [idOf(0)] });
  expect(reads() - before).toBeLessThan(50);
});
