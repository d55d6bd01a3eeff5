import { readCommitMessage } from '../../git/format/commitMessage.ts';
import { findDivergence, type NamedCommit } from '../../git/read/ancestry/divergence.ts';
import type { GitRepository } from '../../git/repository.ts';
import { type RecordRef, refName } from '../../model/entry.ts';
import { conflict } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { recordOfPath } from '../../write/merge/contentEdits.ts';
import { editedBy } from './editedBy.ts';

/** The draft of a record at a commit. */
export interface DraftVersion {
  readonly record: RecordRef;
  /** The keys of the record: the live one, and the one in the draft. */
  readonly keys: readonly string[];
  readonly head: string;
}

type HistoryRepo = Pick<GitRepository, 'objects' | 'seals' | 'location'>;

/**
 * The files that a draft changes beside its record, other than by saves of the record itself, which redirects and mentions
 * follow: who looks at the record does not see them.
 *
 * @throws CmsError CONFLICT for a draft with too many commits; UnreadableObject for one that cannot be read
 */
export async function findStrayEdits(draft: DraftVersion, live: string, repo: HistoryRepo): Promise<readonly string[]> {
  const commits = (await findDivergence(repo.objects, live, draft.head))?.theirs;
  if (!commits)
    throw conflict(because('tooManyCommits', 'The draft has too many commits to search: publish it as a change', {}));
  const stray = new Set<string>();
  for (const commit of commits) {
    if (isSaveOf(draft.record, commit, repo) || isUpdate(commit, repo)) continue;
    for (const path of await editedBy(commit, repo)) if (!isDraftFile(draft, path, repo)) stray.add(path);
  }
  return [...stray].sort();
}

/** What one save of a record is called in history. */
const SAVES = ['update', 'restore'];

function isSaveOf({ kind, id }: RecordRef, commit: NamedCommit, { seals }: HistoryRepo): boolean {
  if (!seals.isSealed(commit.id, commit)) return false;
  const { trailers } = readCommitMessage(commit.message);
  const find = (key: string): string | undefined => trailers.find(([name]) => name === key)?.[1];
  const isSave = SAVES.some((what) => find('Quire-Action') === `${kind}.${what}`);
  return isSave && find('Quire-Record')?.split(' ')[0] === refName({ kind, id });
}

/** Whether a commit has brought what is live into the draft. */
const isUpdate = (commit: NamedCommit, { seals }: HistoryRepo): boolean =>
  commit.parents.length > 1 && seals.isSealed(commit.id, commit);

function isDraftFile({ record, keys }: DraftVersion, path: string, { location: { prefix } }: HistoryRepo): boolean {
  const found = path.startsWith(prefix) ? recordOfPath(path.slice(prefix.length)) : null;
  return found?.kind === record.kind && keys.includes(found.key);
}
