import { expect, it } from 'vitest';
import { isInHistory } from '../../../src/git/read/ancestry/ancestry.ts';
import { listSteps } from '../../../src/git/read/ancestry/steps.ts';
import { countTurns, workFor } from '../../countTurns.ts';
import { ADA } from '../sandbox.ts';

const idOf = (number: number): string => number.toString(16).padStart(40, '0');

/** A history of this many commits, each of which takes a moment to read; the first has number one. */
function makeHistory(count: number) {
  const readCommit = async (id: string) => {
    workFor(1);
    const number = Number.parseInt(id, 16);
    const person = { ...ADA, at: new Date(1e12 + number * 1000) };
    const parents = number > 1 ? [idOf(number - 1)] : [];
    return { tree: idOf(0), parents, author: person, committer: person, message: 'By hand\n' };
  };
  return { objects: { readCommit, findCommit: readCommit }, tip: idOf(count) };
}

const COUNT = 200;

it('is searched without holding up others', async () => {
  const { objects, tip } = makeHistory(COUNT);
  const { turns, value } = await countTurns(() => isInHistory(objects, { ancestor: idOf(1) }, tip));
  expect(value).toBe(true);
  expect(turns).toBeGreaterThan(COUNT / 2);
});

it('is followed back without holding up others', async () => {
  const { objects, tip } = makeHistory(COUNT);
  const repo = { objects, seals: { before: [], isSealed: () => false } } as unknown as Parameters<typeof listSteps>[0];
  const { turns, value } = await countTurns(() => listSteps(repo, idOf(1), tip));
  expect(value).toEqual([expect.objectContaining({ from: idOf(1), to: tip, isOwn: false })]);
  expect(turns).toBeGreaterThan(COUNT / 2);
});
