import { createYieldIfBusy } from '../../../lib/turn/createYieldIfBusy.ts';
import type { ObjectStore } from '../../objects/objects.ts';
import { isInHistory } from './ancestry.ts';
import { insertByTime, type NamedCommit } from './divergence.ts';

type CommitFinder = Pick<ObjectStore, 'findCommit'>;

const OURS = 1;
const THEIRS = 2;
const BOTH = OURS | THEIRS;
/** In the history of a commit that leads to both sides. */
const OLDER = 4;

/**
 * The newest commits that lead to both sides (git-merge-base, `--all`): none if the histories have nothing in common,
 * several if branches have been merged crosswise. A side of several commits stands for a merge of them. Commits that a
 * shallow clone lacks, or that are damaged, count as missing.
 */
export async function findMergeBases(
  objects: CommitFinder,
  ours: readonly string[],
  theirs: readonly string[],
): Promise<readonly string[]> {
  const marks = new Map<string, number>();
  const open: NamedCommit[] = [];
  const shared: string[] = [];
  const yieldIfBusy = createYieldIfBusy();

  async function mark(id: string, side: number): Promise<void> {
    const marked = marks.get(id) ?? 0;
    if ((marked | side) === marked) return;
    marks.set(id, marked | side);
    const commit = open.some((one) => one.id === id) ? undefined : await objects.findCommit(id);
    if (commit) insertByTime(open, { ...commit, id });
  }

  for (const id of ours) await mark(id, OURS);
  for (const id of theirs) await mark(id, THEIRS);
  while (open.some(({ id }) => (marks.get(id)! & OLDER) === 0)) {
    const { id, parents } = open.pop()!;
    const side = marks.get(id)!;
    const isShared = (side & BOTH) === BOTH;
    if (isShared && (side & OLDER) === 0) shared.push(id);
    for (const parent of parents) await mark(parent, isShared ? BOTH | OLDER : side);
    await yieldIfBusy();
  }
  const newest = [...new Set(shared)].filter((id) => (marks.get(id)! & OLDER) === 0);
  return newest.length > 1 ? withoutAncestors(objects, newest) : newest;
}

/** With wrong clocks, an ancestor may have been found before its descendant. */
async function withoutAncestors(objects: CommitFinder, commits: readonly string[]): Promise<readonly string[]> {
  const left: string[] = [];
  for (const ancestor of commits) {
    const others = commits.filter((one) => one !== ancestor);
    const held = await Promise.all(others.map((commit) => isInHistory(objects, { ancestor }, commit)));
    if (!held.includes(true)) left.push(ancestor);
  }
  return left;
}
