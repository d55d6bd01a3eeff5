import { readCommitMessage } from '../../git/format/commitMessage.ts';
import { findDivergence } from '../../git/read/ancestry/divergence.ts';
import type { GitRepository } from '../../git/repository.ts';
import { type Actor, actorRefName } from '../../model/access.ts';
import { forbidden } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';

export interface DropCheck {
  /** The head of the change's branch. */
  readonly head: string;
  readonly live: string;
  readonly actor: Actor;
  /** Whether the actor could have written all that is in it. */
  mayWriteAll(): Promise<boolean>;
}

/**
 * @throws CmsError FORBIDDEN if an actor whose work others publish, or who could not have written it, would drop somebody
 *   else's work: a change that the actor has not begun and that holds more than the actor's own edits
 */
export async function requireMayDrop(
  { head, live, actor, mayWriteAll }: DropCheck,
  { objects, seals }: Pick<GitRepository, 'objects' | 'seals'>,
): Promise<void> {
  if (!actor.changesOnly && (actor.rights.isBuiltIn || (await mayWriteAll()))) return;
  const commits = (await findDivergence(objects, live, head))?.theirs;
  const own = actorRefName(actor);
  const said = commits?.map((commit) => {
    const trailers = new Map(readCommitMessage(commit.message).trailers);
    const isOwn = trailers.get('Quire-Actor') === own && seals.isSealed(commit.id, commit);
    return { isOwn, isBeginning: trailers.get('Quire-Action') === 'change.create' };
  });
  const isBegunByThem = said?.find(({ isBeginning }) => isBeginning)?.isOwn;
  if (isBegunByThem || said?.every(({ isOwn }) => isOwn)) return;
  throw forbidden(
    because(
      'othersEdited',
      'Others have written to this change: you may only drop changes that you began, or that only you have edited',
      {},
    ),
  );
}
