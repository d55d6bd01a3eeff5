import type { FileDiff } from '../git/format/tree.ts';
import { UnreadableObject } from '../git/objects/unreadableObject.ts';
import type { GitRepository } from '../git/repository.ts';
import { createTurns } from '../lib/turn/createTurns.ts';
import { locateFile } from '../store/file/scan.ts';
import type { Branches } from './branch/branches.ts';
import { listDropped } from './branch/dropped.ts';

interface Parts {
  readonly repo: GitRepository;
  readonly branches: Pick<Branches, 'list'>;
}

/**
 * Which of these file names appear in media records that differ from the live ones, in changes or in dropped changes that
 * can still be restored; null if there are no changes at all.
 */
export async function findMentions(
  names: readonly string[],
  { repo, branches }: Parts,
): Promise<ReadonlySet<string> | null> {
  const tips = new Set([...(await branches.list()), ...listDropped(repo)].map(({ commit }) => commit));
  if (tips.size === 0) return null;
  const live = await repo.head();
  const found = new Set<string>();
  const nextTurn = createTurns();
  for (const tip of tips)
    for (const { path, after } of await repo.diff(live, tip).catch(noneIfUnreadable)) {
      if (after === null || locateFile('content', path)?.kind !== 'media') continue;
      const text = (await repo.objects.findBlob(after))?.toString() ?? '';
      for (const name of names) if (text.includes(name)) found.add(name);
      await nextTurn();
    }
  return found;
}

/** A change that cannot be read cannot be published either. */
function noneIfUnreadable(error: unknown): readonly FileDiff[] {
  if (error instanceof UnreadableObject) return [];
  throw error;
}
