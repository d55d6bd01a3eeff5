import { findMergeBases } from '../../git/read/ancestry/mergeBases.ts';
import { type MergedTree, mergeTrees } from './mergeTrees.ts';
import type { MergeParts } from './mergeUnit.ts';
import { asCommitted, type MergeSource, overlayEdits, type TreeVersion } from './treeVersion.ts';

/** The commits to merge, by their ids. */
export interface CommitsToMerge {
  /** The one that wins a clash: on a server, the one that it serves. */
  readonly ours: string;
  readonly theirs: string;
  /** The merge bases, if they are known. */
  readonly bases?: readonly string[];
}

/** What a merge of two commits does to ours. */
export interface MergedCommits extends MergedTree {
  /**
   * The merge bases (git-merge-base, `--all`). `theirs` alone: there is nothing to merge. `ours` alone: the result is
   * `theirs`. None: the histories have nothing in common.
   */
  readonly bases: readonly string[];
}

/**
 * Merges two commits by values: plans the new files of `ours` in all folders of the repository and writes nothing.
 * Several bases are merged first, as git's recursive strategy does.
 *
 * @throws UnreadableObject if a commit or folder cannot be read
 */
export async function mergeCommits(commits: CommitsToMerge, parts: MergeParts): Promise<MergedCommits> {
  const { ours, theirs } = commits;
  const bases = commits.bases ?? (await findMergeBases(parts.objects, [ours], [theirs]));
  const versions = {
    base: await mergeBases(bases, parts),
    ours: await readTreeVersion(parts, ours),
    theirs: await readTreeVersion(parts, theirs),
  };
  return { bases, ...(await mergeTrees(versions, parts)) };
}

/** What would be live before any commit holds it: a commit, the ones that are merged into it, and the files that differ from it. */
interface JoinedVersion {
  readonly commit: string;
  readonly joined: readonly string[];
  readonly laid: TreeVersion['laid'];
}

/** Merges a commit onto such a version, as `mergeCommits` does onto a commit. Throws as it does. */
export async function mergeOnto(
  { commit, joined, laid }: JoinedVersion,
  theirs: string,
  parts: MergeParts,
): Promise<MergedTree> {
  const bases = await findMergeBases(parts.objects, [commit, ...joined], [theirs]);
  const versions = {
    base: await mergeBases(bases, parts),
    ours: { ...(await readTreeVersion(parts, commit)), laid },
    theirs: await readTreeVersion(parts, theirs),
  };
  return mergeTrees(versions, parts);
}

const readTreeVersion = async ({ objects }: MergeSource, commit: string): Promise<TreeVersion> =>
  asCommitted((await objects.readCommit(commit)).tree);

/** How deep to look for bases of bases: for servers that keep merging each other's commits there is no end. */
const MAX_DEPTH = 5;

/** Merges several bases into one version; values that clash are as their own base has them. */
export async function mergeBases(commits: readonly string[], parts: MergeParts, depth = 0): Promise<TreeVersion> {
  const [first, ...others] = commits;
  if (first === undefined) return asCommitted(null);
  let version = await readTreeVersion(parts, first);
  for (const [index, next] of (depth < MAX_DEPTH ? others : []).entries()) {
    const merged = commits.slice(0, index + 1);
    const older = await findMergeBases(parts.objects, merged, [next]);
    const base = await mergeBases(older, parts, depth + 1);
    const { edits } = await mergeTrees(
      { base, ours: version, theirs: await readTreeVersion(parts, next) },
      { ...parts, keep: 'base' },
    );
    version = overlayEdits(version, edits);
  }
  return version;
}
