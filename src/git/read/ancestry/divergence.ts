import { createYieldIfBusy } from '../../../lib/turn/createYieldIfBusy.ts';
import type { Commit } from '../../format/commit.ts';
import type { ObjectStore } from '../../objects/objects.ts';

/** A commit with its name. */
export interface NamedCommit extends Commit {
  readonly id: string;
}

/** The commits that lead to only one of two commits, newest first. */
export interface Divergence {
  readonly ours: readonly NamedCommit[];
  readonly theirs: readonly NamedCommit[];
}

/** The most commits that are looked at. */
const MAX_COMMITS = 10_000;

const OURS = 1;
const THEIRS = 2;
const BOTH = OURS | THEIRS;

/**
 * The commits on each side since two histories parted; null if there are too many. Commits that a shallow clone lacks,
 * or that are damaged, count as missing.
 */
export async function findDivergence(
  { findCommit }: Pick<ObjectStore, 'findCommit'>,
  ours: string,
  theirs: string,
): Promise<Divergence | null> {
  const sides = new Map<string, number>();
  const seen = new Map<string, NamedCommit>();
  /** The newest last, so that nearly every commit is visited after its descendants. */
  const open: NamedCommit[] = [];
  const yieldIfBusy = createYieldIfBusy();

  async function mark(id: string, side: number): Promise<void> {
    const marked = sides.get(id) ?? 0;
    if ((marked | side) === marked) return;
    sides.set(id, marked | side);
    const found = seen.get(id) ?? (await read(id));
    if (found) insertByTime(open, found);
  }

  async function read(id: string): Promise<NamedCommit | undefined> {
    const commit = await findCommit(id);
    return commit && { ...commit, id };
  }

  const isShared = ({ id }: NamedCommit): boolean => sides.get(id) === BOTH;

  await mark(ours, OURS);
  await mark(theirs, THEIRS);
  while (!open.every(isShared)) {
    const commit = open.pop()!;
    seen.set(commit.id, commit);
    if (seen.size > MAX_COMMITS) return null;
    for (const parent of commit.parents) await mark(parent, sides.get(commit.id)!);
    await yieldIfBusy();
  }
  const on = (side: number): readonly NamedCommit[] => [...seen.values()].filter(({ id }) => sides.get(id) === side);
  return { ours: on(OURS), theirs: on(THEIRS) };
}

/** Keeps the newest last; within one second, those that came first. */
export function insertByTime(open: NamedCommit[], commit: NamedCommit): void {
  const { at } = commit.committer;
  let place = open.length;
  while (place > 0 && open[place - 1]!.committer.at >= at) place -= 1;
  open.splice(place, 0, commit);
}
