import { idOfBytes } from '../../git/disk/stagedFile.ts';
import { readCommitMessage } from '../../git/format/commitMessage.ts';
import type { FileEdit } from '../../git/publish/request.ts';
import { isInHistory } from '../../git/read/ancestry/ancestry.ts';
import type { GitRepository } from '../../git/repository.ts';
import type { WritePlan } from '../queue/planWrite.ts';

/** A commit that a save replaces instead of following it. */
export interface CommitAmendment {
  /** The parent of the replaced commit: the new one is made on top of it. */
  readonly onto: string;
  /** The edits of both. */
  readonly edits: readonly FileEdit[];
}

export interface AmendParts {
  readonly repo: Pick<GitRepository, 'objects' | 'seals' | 'diff' | 'readAt'>;
  /** Whether the branch is the draft of one record and has no publishing time. */
  isAmendable(ref: string): boolean;
  /** The commits that the git host has, or may have got since, of a branch here. */
  commitsAtHost(ref: string): readonly string[];
}

interface Save {
  readonly ref: string;
  /** The commit that the save was planned on. */
  readonly head: string;
  readonly plan: WritePlan;
}

/** How long the saves of one person are one sitting (contract, section 14). */
const SITTING_MS = 60 * 60_000;

/**
 * One sitting is one commit: finds out whether a save only goes on with the last one of the same person on the same draft,
 * which nobody else can have seen in history. Null if it must be a commit of its own.
 */
export async function findAmendment({ ref, head, plan }: Save, parts: AmendParts): Promise<CommitAmendment | null> {
  if (plan.edits.length > plan.files.length || !parts.isAmendable(ref)) return null;
  const { objects, seals } = parts.repo;
  const last = await objects.readCommit(head);
  const [onto] = last.parents;
  if (onto === undefined || last.parents.length > 1 || !seals.isSealed(head, last)) return null;
  if (!goesOn(last.message, plan)) return null;
  for (const commit of parts.commitsAtHost(ref))
    if (await isInHistory(objects, { ancestor: head }, commit)) return null;
  const edits = await joinEdits({ onto, head }, plan.files, parts);
  return edits.length > 0 ? { onto, edits } : null;
}

/** Whether a write says of itself what the last commit says, in less than an hour and without a note. */
function goesOn(lastMessage: string, { message, at }: WritePlan): boolean {
  const [before, after] = [lastMessage, message].map(readCommitMessage);
  const valuesOf = (of: typeof before, key: string): string =>
    (of?.trailers ?? []).flatMap(([name, value]) => (name === key ? [value] : [])).join('\n');
  const isSame = (key: string): boolean => valuesOf(before, key) === valuesOf(after, key);
  const elapsed = at.getTime() - Date.parse(valuesOf(before, 'Quire-Time'));
  return (
    valuesOf(after, 'Quire-Action').endsWith('.update') &&
    ['Quire-Action', 'Quire-Record', 'Quire-Actor'].every(isSame) &&
    before?.body === '' &&
    after?.body === '' &&
    elapsed >= 0 &&
    elapsed < SITTING_MS
  );
}

/** The edits that lead from `onto` to what the save leaves. */
async function joinEdits(
  { onto, head }: { readonly onto: string; readonly head: string },
  files: readonly FileEdit[],
  { repo }: Pick<AmendParts, 'repo'>,
): Promise<readonly FileEdit[]> {
  const joined = new Map(files.map((edit) => [edit.path, edit]));
  for (const { path, before, after } of await repo.diff(onto, head)) {
    const later = joined.get(path);
    const bytes = later ? later.bytes : after === null ? null : await repo.readAt(head, path);
    joined.set(path, { ...later, path, before, bytes });
  }
  return [...joined.values()].filter(({ before, bytes }) => (bytes === null ? null : idOfBytes(bytes)) !== before);
}
