import { createYieldIfBusy } from '../../../lib/turn/createYieldIfBusy.ts';
import type { Person } from '../../format/commit.ts';
import { readCommitMessage } from '../../format/commitMessage.ts';
import { UnreadableObject } from '../../objects/unreadableObject.ts';
import { contentTree, type ReadableRepository } from '../readable.ts';
import { diffTrees, findAtPath } from '../treeDiff.ts';
import { findDivergence, type NamedCommit } from './divergence.ts';

interface Parts extends Pick<ReadableRepository, 'location' | 'objects'> {
  /** The committer of our commits. */
  readonly committer: Person;
}

/** A file's blob by its path; null: no file. */
type BlobsByPath = Map<string, string | null>;

/** The most lookups of a file in a commit. */
const MAX_LOOKS = 200_000;

/**
 * For a commit of ours that is not in a branch's history: the commit there that stands in for it, if every value that our
 * commits have given to files since the two parted is there too. A rebase recreates commits with the same changes.
 */
export async function findEquivalentCommit(
  parts: Parts,
  commit: string,
  tip: string,
  counts: (parts: Parts, commit: NamedCommit) => boolean = isQuireCommit,
): Promise<string | null> {
  try {
    const divergence = await findDivergence(parts.objects, commit, tip);
    // What git has removed can no longer be compared.
    if (!divergence || !(await parts.objects.findCommit(commit))) return null;
    const { ours, theirs } = divergence;
    const wanted = await readFinalBlobs(parts, ours.filter((one) => counts(parts, one)).toReversed());
    if (!(await containsValues(parts, wanted, [tip, ...theirs.map(({ id }) => id)]))) return null;
    return findRecreatedCommit(parts, theirs) ?? tip;
  } catch (error) {
    if (error instanceof UnreadableObject) return null;
    throw error;
  }
}

/** The values that files have after these commits, given oldest first. */
async function readFinalBlobs(parts: Parts, commits: readonly NamedCommit[]): Promise<BlobsByPath> {
  const values: BlobsByPath = new Map();
  for (const { id, parents } of commits) {
    const before = parents[0] === undefined ? null : await contentTree(parts, parents[0]);
    const changes = await diffTrees(parts.objects.readTree, before, await contentTree(parts, id));
    for (const { path, after } of changes) values.set(path, after);
  }
  return values;
}

/** Whether each file has its wanted value in one of these commits, given newest first. */
async function containsValues(parts: Parts, wanted: BlobsByPath, commits: readonly string[]): Promise<boolean> {
  const yieldIfBusy = createYieldIfBusy();
  let looks = 0;
  for (const commit of commits) {
    const tree = wanted.size > 0 ? await contentTree(parts, commit) : null;
    for (const [path, blob] of wanted) {
      if (looks++ > MAX_LOOKS) return false;
      const found = tree === null ? null : await findAtPath(parts.objects.readTree, tree, path);
      if ((found?.id ?? null) === blob) wanted.delete(path);
      await yieldIfBusy();
    }
  }
  return wanted.size === 0;
}

/** The newest recreated commit of ours. None after a merge: the commit may then lack some of what came before it. */
const findRecreatedCommit = (parts: Parts, theirs: readonly NamedCommit[]): string | undefined =>
  theirs.some(({ parents }) => parents.length > 1) ? undefined : theirs.find((one) => isQuireCommit(parts, one))?.id;

/** A rebase changes the committer, so commits made here are recognised by their trailers too. */
const isQuireCommit = ({ committer }: Parts, { committer: { email }, message }: NamedCommit): boolean =>
  email === committer.email || readCommitMessage(message).trailers.some(([key]) => key === 'Quire-Action');
