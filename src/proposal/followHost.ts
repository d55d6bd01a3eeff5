import { UnreadableObject } from '../git/objects/unreadableObject.ts';
import { isInHistory } from '../git/read/ancestry/ancestry.ts';
import type { LocalBranch } from './branch/branches.ts';
import { liveCommit, type Workshop } from './findProposal.ts';
import type { HostEnding } from './hostEnding.ts';
import { archiveAndRemove } from './lifecycle.ts';

/**
 * Ends a change that has ended at the git host. It is published if all of its edits are live, by their commits or, after a
 * squash or rebase, by their values, or if the host has merged it; otherwise it is dropped. A change that has moved on
 * from what the host had stays, unless the host has merged it and the rest is live, too.
 *
 * @returns whether it has ended
 */
export async function followHost(shop: Workshop, name: string, ending: HostEnding): Promise<boolean> {
  const { branches, repo, writer } = shop.parts;
  const found = branches.find(name);
  if (found?.source !== 'local' || found.branch === null) return false;
  const { branch, ref, commit } = found as LocalBranch;
  const isLive = await holdsOnlyLiveEdits(shop, commit);
  if (commit !== ending.hostHad && !(ending.isMerged && isLive)) return false;
  return writer.inTurn(async () => {
    if (branches.find(name)?.commit !== commit) return false;
    if (isLive) await repo.branches.remove({ ref, commit });
    else await archiveAndRemove(shop, { branch, ref, commit });
    shop.moves.done({ type: isLive || ending.isMerged ? 'change.published' : 'change.dropped', name });
    return true;
  });
}

/** Whether a change has edits, and all of them are live. */
async function holdsOnlyLiveEdits({ parts, standings, publishing }: Workshop, commit: string): Promise<boolean> {
  const live = await liveCommit(parts);
  if (await isInHistory(parts.repo.objects, { ancestor: commit }, live)) return true;
  try {
    const { records, files } = await standings.difference(live, commit);
    if (records.length === 0 && files.length === 0) return false;
    const { edits, clashes, conflicts } = await publishing.plan(live, commit);
    return edits.length === 0 && clashes.length === 0 && conflicts.length === 0;
  } catch (error) {
    if (error instanceof UnreadableObject) return false;
    throw error;
  }
}
