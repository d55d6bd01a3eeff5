import { readCommitMessage } from '../../git/format/commitMessage.ts';
import { findDivergence, type NamedCommit } from '../../git/read/ancestry/divergence.ts';
import type { GitRepository } from '../../git/repository.ts';

interface Commits {
  /** The commit of a change that somebody has looked at. */
  readonly seen: string;
  /** Where its branch stands now. */
  readonly head: string;
  readonly live: string;
}

type Repo = Pick<GitRepository, 'objects' | 'seals'>;

/**
 * What has come to a change since, other than what people have written to it through the interface, and what is live: in
 * words, with what is to be done. Null where that is all.
 */
export async function findUnseen({ seen, head, live }: Commits, { objects, seals }: Repo): Promise<string | null> {
  if (seen === head) return null;
  const since = await findDivergence(objects, seen, head);
  if (!since || since.ours.length > 0) return say('its branch was put somewhere else');
  const ahead = await findDivergence(objects, live, head);
  const notLive = new Set((ahead ?? since).theirs.map(({ id }) => id));
  // The oldest: what merges it comes later, and says less.
  const unseen = since.theirs.findLast((commit) => notLive.has(commit.id) && !isWrittenTo(commit, seals));
  return unseen ? say(`"${subjectOf(unseen)}" by ${unseen.author.name} was brought into it by git`) : null;
}

/** What was sealed for another change begins with the commit that began it. */
const isWrittenTo = (commit: NamedCommit, seals: Repo['seals']): boolean =>
  seals.isSealed(commit.id, commit) &&
  !readCommitMessage(commit.message).trailers.some(
    ([key, value]) => key === 'Quire-Action' && value === 'change.create',
  );

const subjectOf = ({ message }: NamedCommit): string => message.split('\n', 1)[0]!.slice(0, 100);

const say = (what: string): string =>
  `${what} since its time was set, and nobody has looked at that. Look at the change, then set its time again`;
