import { findMergeBases } from '../../git/read/ancestry/mergeBases.ts';
import { type MergedTree, mergeTrees } from './mergeTrees.ts';
import type { MergeParts } from './mergeUnit.ts';
import { asCommitted, type MergeSource, type TreeVersion } from './treeVersion.ts';

/** The commits to merge, by their ids. */
export interface CommitsToMerge {
  /** The one that counts where nothing can be decided: on a server what it serves. */
  readonly ours: string;
  readonly theirs: string;
  /** Those that both were made from, where they are known. */
  readonly bases?: readonly string[];
}

/** What a merge of two commits makes of ours. */
export interface MergedCommits extends MergedTree {
  /**
   * The commits that both were made from (git-merge-base, `--all`). Where it is `theirs` alone there is nothing to merge,
   * where it is `ours` alone theirs is what comes of it; none: the histories have nothing in common.
   */
  readonly bases: readonly string[];
}

/**
 * Merges two commits by values: plans the new files of `ours`, whichever folder of the repository they stand
 * in, and writes nothing. Several bases are merged first, as git's recursive strategy does.
 *
 * @throws UnreadableObject for a commit or folder that cannot be read
 */
export async function mergeCommits(commits: CommitsToMerge, parts: MergeParts): Promise<MergedCommits> {
  const { ours, theirs } = commits;
  const bases = commits.bases ?? (await findMergeBases(parts.objects, [ours], [theirs]));
  const versions = {
    base: await mergeBases(bases, parts),
    ours: await versionOf(parts, ours),
    theirs: await versionOf(parts, theirs),
  };
  return { bases, ...(await mergeTrees(versions, parts)) };
}

const versionOf = async ({ objects }: MergeSource, commit: string): Promise<TreeVersion> =>
  asCommitted((await objects.readCommit(commit)).tree);

/** How deep bases of bases are looked for: servers that merge one another's commits all the time go on without end. */
const MAX_DEPTH = 5;

/** One version of the commits that others were made from; where they clash it is as what those were made from. */
export async function mergeBases(commits: readonly string[], parts: MergeParts, depth = 0): Promise<TreeVersion> {
  const [first, ...others] = commits;
  if (first === undefined) return asCommitted(null);
  let version = await versionOf(parts, first);
  for (const [index, next] of (depth < MAX_DEPTH ? others : []).entries()) {
    const merged = commits.slice(0, index + 1);
    const older = await findMergeBases(parts.objects, merged, [next]);
    const base = await mergeBases(older, parts, depth + 1);
    const { edits } = await mergeTrees(
      { base, ours: version, theirs: await versionOf(parts, next) },
      { ...parts, keep: 'base' },
    );
    const laid = new Map([...version.laid, ...edits.map(({ path, after }) => [path, after] as const)]);
    version = { tree: version.tree, laid };
  }
  return version;
}
