import type { GitRepository } from '../git/repository.ts';
import { createTurns } from '../lib/turn/createTurns.ts';
import { locateFile } from '../store/file/scan.ts';
import { type BranchParts, listBranches } from './branch/branches.ts';
import { listDropped } from './branch/dropped.ts';

interface Parts extends Omit<BranchParts, 'repo'> {
  readonly repo: GitRepository;
}

/**
 * Which of these file names appear in media records that differ from the live ones, in changes or in dropped changes that
 * can still be restored; null if there are no changes at all.
 */
export async function findMentions(names: readonly string[], parts: Parts): Promise<ReadonlySet<string> | null> {
  const { repo } = parts;
  const tips = new Set([...listBranches(parts), ...listDropped(repo)].map(({ commit }) => commit));
  if (tips.size === 0) return null;
  const live = await repo.head();
  const found = new Set<string>();
  const nextTurn = createTurns();
  for (const tip of tips)
    for (const { path, after } of await repo.diff(live, tip)) {
      if (after === null || locateFile('content', path)?.kind !== 'media') continue;
      const text = (await repo.objects.findBlob(after))?.toString() ?? '';
      for (const name of names) if (text.includes(name)) found.add(name);
      await nextTurn();
    }
  return found;
}
