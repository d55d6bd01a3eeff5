import { readCommitMessage } from '../../git/format/commitMessage.ts';
import type { ObjectStore } from '../../git/objects/objects.ts';
import { findDivergence } from '../../git/read/ancestry/divergence.ts';

/** The trailer that names an extension without which a commit would not have been made. */
export const CAUSE = 'Quire-Cause';

type Objects = Pick<ObjectStore, 'findCommit'>;

/**
 * The extensions that have caused a commit, directly or through others: those that it names, and, for a merge, those that
 * all edits that it brings name.
 */
export async function findCauses(commit: string, objects: Objects): Promise<readonly string[]> {
  const found = await objects.findCommit(commit);
  if (!found) return [];
  const own = trailersNamed(found.message, CAUSE);
  const [first, second] = found.parents;
  if (own.length > 0 || first === undefined || second === undefined) return own;
  const brought = (await findDivergence(objects, second, first))?.ours ?? [];
  const edits = brought.filter(({ message }) => !isNote(message)).map(({ message }) => trailersNamed(message, CAUSE));
  const [causes = [], ...others] = edits;
  return causes.filter((name) => others.every((names) => names.includes(name)));
}

export const trailersNamed = (message: string, name: string): readonly string[] =>
  readCommitMessage(message).trailers.flatMap(([key, value]) => (key === name ? [value] : []));

/** Whether a commit only says something about a change. */
const isNote = (message: string): boolean =>
  trailersNamed(message, 'Quire-Action').some((action) => action.startsWith('change.'));
