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

/** The commits that only one history has. */
interface UnsharedCommits {
  /** Newest first. */
  readonly commits: readonly NamedCommit[];
  /** Their parents that the other history has. */
  readonly parents: readonly string[];
}

/**
 * The commits that lead to `tip` and not to another commit, whose history `isShared` knows: however far that has gone
 * on, it is not read. Null if there are too many.
 */
export async function findOwnCommits(
  { findCommit }: Pick<ObjectStore, 'findCommit'>,
  tip: string,
  isShared: (id: string) => boolean,
): Promise<UnsharedCommits | null> {
  const seen = new Set<string>();
  const parents = new Set<string>();
  const commits: NamedCommit[] = [];
  const open: NamedCommit[] = [];
  const yieldIfBusy = createYieldIfBusy();

  async function visitOwn(id: string): Promise<void> {
    if (isShared(id)) parents.add(id);
    else if (!seen.has(id)) {
      seen.add(id);
      const commit = await findCommit(id);
      if (commit) insertByTime(open, { ...commit, id });
    }
  }

  await visitOwn(tip);
  while (open.length > 0) {
    const commit = open.pop()!;
    commits.push(commit);
    if (commits.length > MAX_COMMITS) return null;
    for (const parent of commit.parents) await visitOwn(parent);
    await yieldIfBusy();
  }
  return { commits, parents: [...parents] };
}

/** Keeps the newest last; within one second, those that came first. */
export function insertByTime(open: NamedCommit[], commit: NamedCommit): void {
  const { at } = commit.committer;
  let place = open.length;
  while (place > 0 && open[place - 1]!.committer.at >= at) place -= 1;
  open.splice(place, 0, commit);
}
