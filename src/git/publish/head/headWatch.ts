import { readWorkingFile } from '../../disk/workingFile.ts';
import { findInIndex } from '../../format/index/indexEntries.ts';
import type { GitIndex } from '../../format/index/indexLayout.ts';
import { isSafePath } from '../../format/safePath.ts';
import type { FileDiff } from '../../format/tree.ts';
import { isInHistory } from '../../read/ancestry/ancestry.ts';
import { findEquivalentCommit } from '../../read/ancestry/findEquivalentCommit.ts';
import { contentTree } from '../../read/readable.ts';
import { type Head, readRef } from '../../read/ref/refs.ts';
import { diffTrees } from '../../read/treeDiff.ts';
import type { GitWriter } from '../writer.ts';
import type { OwnCommit } from './ownCommits.ts';
import { preserveLostCommit } from './writeOwnRef.ts';

/** Works out what a move of HEAD means: see `Writer.seen`. Cheap when HEAD has not moved. */
export async function noticeHead(writer: GitWriter, head: Head): Promise<void> {
  const { seen } = writer;
  const before = seen.head;
  await preserveLostCommits(writer, head);
  if (head.commit === before.commit && head.ref === before.ref) return recheckBehind(writer);
  seen.head = head;
  reportDetached(writer, head);
  writer.onMove(head.commit);
  const moved = await diffContentPaths(writer, before.commit, head.commit);
  seen.behind = new Map([...seen.behind, ...moved.map((diff) => [diff.path, diff] as const)]);
  recheckBehind(writer);
}

export function reportDetached({ reports }: GitWriter, { ref }: Head): void {
  const message =
    'No branch is checked out (HEAD is detached): commits are kept at refs/quire/detached. Check out a branch: git switch';
  reports.set('DETACHED', ref === null ? [{ code: 'DETACHED', message }] : []);
}

/** Keeps the commits of ours that are neither in the present history nor in that of the branch they were made on. */
async function preserveLostCommits(writer: GitWriter, head: Head): Promise<void> {
  const { own } = writer.seen;
  if (writer.readOnly) return;
  for (const [ref, { commit, heldBy }] of own.all()) {
    const held = await findContainingCommit(writer, ref, { commit, heldBy, head });
    if (held !== null) own.set(ref, held);
    else {
      // A ref to a commit that git has already removed would only do damage.
      if (await writer.objects.findCommit(commit)) await preserveLostCommit(writer, commit);
      else reportGone(writer, commit);
      own.delete(ref);
    }
  }
}

function reportGone({ reports }: GitWriter, commit: string): void {
  const message = `The commit ${commit} is no longer in the history of the branch, and git has removed it`;
  reports.add({ code: 'LOST_COMMIT', commit, message });
}

/**
 * Our commit with the tip, HEAD's or the branch's, that has it in its history; else the commit that stands in for it in
 * one of them; null if neither has it.
 */
async function findContainingCommit(
  writer: GitWriter,
  ref: string | null,
  { commit, heldBy, head }: OwnCommit & { readonly head: Head },
): Promise<OwnCommit | null> {
  const { objects, location } = writer;
  const branch = ref === null || ref === head.ref ? head.commit : readRef(location.commonDir, ref);
  const tips = new Set([branch, head.commit]);
  for (const tip of tips) {
    // Mostly nothing has moved, and nothing needs to be read.
    if (tip === heldBy) return { commit, heldBy: tip };
    if (tip !== null && (await isInHistory(objects, { ancestor: commit, heldBy }, tip))) return { commit, heldBy: tip };
  }
  for (const tip of tips) {
    const recreated = tip && (await findEquivalentCommit(writer, commit, tip));
    if (tip && recreated) return { commit: recreated, heldBy: tip };
  }
  return null;
}

/** The content paths that differ; none if git has removed one of the commits, or one is damaged. */
async function diffContentPaths(
  writer: GitWriter,
  from: string | null,
  to: string | null,
): Promise<readonly FileDiff[]> {
  const { readTree } = writer.objects;
  if (from === null || to === null) return [];
  try {
    const found = await diffTrees(readTree, await contentTree(writer, from), await contentTree(writer, to));
    return found.filter(({ path }) => isSafePath(path));
  } catch {
    return [];
  }
}

/** Forgets paths that are no longer behind, and reports the others. */
function recheckBehind(writer: GitWriter): void {
  const { seen, reports } = writer;
  if (seen.behind.size > 0) {
    const index = writer.index.peek();
    seen.behind = new Map([...seen.behind].filter(([, diff]) => index !== null && isPathBehind(writer, index, diff)));
  }
  reports.set(
    'BEHIND_HEAD',
    [...seen.behind.keys()].map((path) => ({ code: 'BEHIND_HEAD', path, message: behindMessage(path) })),
  );
}

/** The message about a path that HEAD has moved past, in reports and in refused writes. */
export const behindMessage = (path: string): string =>
  `${path} is behind HEAD: its file and git's index still hold the version before (bring it up to date with git restore --source=HEAD --staged --worktree)`;

function isPathBehind({ location }: GitWriter, index: GitIndex, { path, before }: FileDiff): boolean {
  const entries = findInIndex(index, `${location.prefix}${path}`);
  if (entries.length > 1 || (entries[0]?.id ?? null) !== before) return false;
  return readWorkingFile(location.root, path).id === before;
}
