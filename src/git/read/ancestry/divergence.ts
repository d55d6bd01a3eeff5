import { createBreath } from '../../../lib/turn/createBreath.ts';
import type { Commit } from '../../format/commit.ts';
import type { ObjectStore } from '../../objects/objects.ts';

/** A commit with its name. */
export interface NamedCommit extends Commit {
  readonly id: string;
}

/** Of two commits what leads to one of them alone, newest first. */
export interface Divergence {
  readonly ours: readonly NamedCommit[];
  readonly theirs: readonly NamedCommit[];
}

/** How many commits are looked at. */
const MAX_COMMITS = 10_000;

const OURS = 1;
const THEIRS = 2;
const BOTH = OURS | THEIRS;

/**
 * What has been done on each side since two histories have parted; null where that is too much. What a shallow clone
 * lacks, or damage hides, counts as not there.
 */
export async function findDivergence(
  { findCommit }: Pick<ObjectStore, 'findCommit'>,
  ours: string,
  theirs: string,
): Promise<Divergence | null> {
  const sides = new Map<string, number>();
  const seen = new Map<string, NamedCommit>();
  /** The newest last, so that nearly all are come to after what they lead to. */
  const open: NamedCommit[] = [];
  const breath = createBreath();

  async function mark(id: string, side: number): Promise<void> {
    const marked = sides.get(id) ?? 0;
    if ((marked | side) === marked) return;
    sides.set(id, marked | side);
    const found = seen.get(id) ?? (await read(id));
    if (found) open.splice(placeOf(open, found.committer.at), 0, found);
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
    await breath();
  }
  const on = (side: number): readonly NamedCommit[] => [...seen.values()].filter(({ id }) => sides.get(id) === side);
  return { ours: on(OURS), theirs: on(THEIRS) };
}

/** Before those that are newer, and before those of the same second, which lead to it. */
function placeOf(open: readonly NamedCommit[], at: Date): number {
  const place = open.findIndex((other) => other.committer.at >= at);
  return place < 0 ? open.length : place;
}
