import { readCommitMessage } from '../../git/format/commitMessage.ts';
import { findDivergence } from '../../git/read/ancestry/divergence.ts';
import type { GitRepository } from '../../git/repository.ts';
import { type Actor, subjectOf } from '../../model/access.ts';
import { forbidden } from '../../model/errors.ts';

interface Dropping {
  /** Where the branch of the change stands. */
  readonly head: string;
  readonly live: string;
  readonly actor: Pick<Actor, 'type' | 'id' | 'changesOnly'>;
}

/**
 * @throws CmsError FORBIDDEN where those whose work others publish would drop what others have written: a change that they
 *   have not begun, and that holds more than their own edits
 */
export async function requireMayDrop(
  { head, live, actor }: Dropping,
  { objects, seals }: Pick<GitRepository, 'objects' | 'seals'>,
): Promise<void> {
  if (!actor.changesOnly) return;
  const commits = (await findDivergence(objects, live, head))?.theirs;
  const own = subjectOf(actor);
  const said = commits?.map((commit) => {
    const trailers = new Map(readCommitMessage(commit.message).trailers);
    const isOwn = trailers.get('Quire-Actor') === own && seals.isSealed(commit.id, commit);
    return { isOwn, isBeginning: trailers.get('Quire-Action') === 'change.create' };
  });
  const isBegunByThem = said?.find(({ isBeginning }) => isBeginning)?.isOwn;
  if (isBegunByThem || said?.every(({ isOwn }) => isOwn)) return;
  throw forbidden('Others have written to this change: you may drop those that you have begun, or written alone');
}
