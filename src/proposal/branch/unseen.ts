import { readCommitMessage } from '../../git/format/commitMessage.ts';
import { findDivergence, type NamedCommit } from '../../git/read/ancestry/divergence.ts';
import type { GitRepository } from '../../git/repository.ts';
import { because, type Wording } from '../../model/reason.ts';

interface Commits {
  /** The commit of a change that somebody has reviewed. */
  readonly seen: string;
  /** The present head of its branch. */
  readonly head: string;
  readonly live: string;
}

type SealedRepo = Pick<GitRepository, 'objects' | 'seals'>;

/**
 * Says what has come to a change since, other than writes through the interface and live commits, and what to do about
 * it. Null if there is nothing else.
 */
export async function describeUnseen(
  { seen, head, live }: Commits,
  { objects, seals }: SealedRepo,
): Promise<Wording | null> {
  if (seen === head) return null;
  const since = await findDivergence(objects, seen, head);
  if (!since || since.ours.length > 0) return unreviewed('its branch was moved to another commit');
  const ahead = await findDivergence(objects, live, head);
  const notLive = new Set((ahead ?? since).theirs.map(({ id }) => id));
  // The oldest one: a commit that merges it comes later and says less.
  const unseen = since.theirs.findLast((commit) => notLive.has(commit.id) && !isWrittenTo(commit, seals));
  return unseen ? unreviewed(`"${commitSubject(unseen)}" by ${unseen.author.name} was brought into it by git`) : null;
}

/** Whether a commit was written to this change here. A `change.create` commit shows that it comes from another change. */
const isWrittenTo = (commit: NamedCommit, seals: SealedRepo['seals']): boolean =>
  seals.isSealed(commit.id, commit) &&
  !readCommitMessage(commit.message).trailers.some(
    ([key, value]) => key === 'Quire-Action' && value === 'change.create',
  );

const commitSubject = ({ message }: NamedCommit): string => message.split('\n', 1)[0]!.slice(0, 100);

const unreviewed = (what: string): Wording => {
  const message = `${what} after its time was set, and has not been reviewed. Review the change, then set its time again`;
  return because('unseen', message, {});
};
