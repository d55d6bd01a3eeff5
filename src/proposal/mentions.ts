import { UnreadableObject } from '../git/objects/unreadableObject.ts';
import type { GitRepository } from '../git/repository.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../lib/turn/createYieldIfBusy.ts';
import { locateFile } from '../store/file/inspectSightings.ts';
import type { ProposalBranches } from './branch/branches.ts';
import { listDropped } from './branch/droppedProposal.ts';

interface Parts {
  readonly repo: GitRepository;
  readonly branches: Pick<ProposalBranches, 'list'>;
}

/**
 * Which of these file names appear in media records that differ from the live ones, in changes or in dropped changes that
 * can still be restored; null if there are no changes at all.
 *
 * @throws UnreadableObject if a change here is damaged: it may be mended, and may name any file
 */
export async function findMentions(
  names: readonly string[],
  { repo, branches }: Parts,
): Promise<ReadonlySet<string> | null> {
  const listed = await branches.list();
  const here = [...listed.filter(({ source }) => source === 'local'), ...listDropped(repo)];
  const own = new Set(here.map(({ commit }) => commit));
  const tips = new Set([...own, ...listed.map(({ commit }) => commit)]);
  if (tips.size === 0) return null;
  const live = await repo.head();
  const found = new Set<string>();
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  for (const tip of tips) {
    const forgive = own.has(tip) ? forgiveLarge : forgiveUnreadable;
    for (const { path, after, isLink } of (await repo.diff(live, tip).catch(forgive)) ?? []) {
      if (after === null || isLink || locateFile('content', path)?.kind !== 'media') continue;
      const text = (await readText(after, repo).catch(forgive)) ?? '';
      for (const name of names) if (text.includes(name)) found.add(name);
      await yieldIfBusy();
    }
  }
  return found;
}

async function readText(id: string, { objects }: Pick<GitRepository, 'objects'>): Promise<string> {
  const found = await objects.find(id);
  if (!found) throw new UnreadableObject(id, 'missing', { type: 'blob' });
  return found.content.toString();
}

/** What others have pushed may be anything. */
function forgiveUnreadable(error: unknown): void {
  if (!(error instanceof UnreadableObject)) throw error;
}

/** What is too large to be read cannot be published either. */
function forgiveLarge(error: unknown): void {
  if (!(error instanceof UnreadableObject && error.reason === 'large')) throw error;
}
