import { readCommitMessage } from '../../git/format/commitMessage.ts';
import { findDivergence, type NamedCommit } from '../../git/read/ancestry/divergence.ts';
import { diffEntries } from '../../git/read/treeDiff.ts';
import type { GitRepository } from '../../git/repository.ts';
import { type RecordRef, refName } from '../../model/entry.ts';
import { conflict } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { recordOfPath } from '../../write/merge/contentEdits.ts';

/** The draft of a record at a commit. */
export interface DraftVersion {
  readonly record: RecordRef;
  /** The keys of the record: the live one, and the one in the draft. */
  readonly keys: readonly string[];
  readonly head: string;
}

type HistoryRepo = Pick<GitRepository, 'objects' | 'seals' | 'location'>;

/** The most files that one commit may change. */
const MAX_FILES = 20_000;

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

/** The files that differ from those of all parents: what a merge takes over from one of them is no edit. */
async function editedBy({ tree, parents }: NamedCommit, { objects }: HistoryRepo): Promise<readonly string[]> {
  const sides: ReadonlySet<string>[] = [];
  for (const parent of parents.length > 0 ? parents : [null]) {
    const before = parent && (await objects.readCommit(parent)).tree;
    const found = await diffEntries(objects.readTree, before, tree, { maxDifferences: MAX_FILES });
    sides.push(new Set(found.map(({ path }) => path)));
  }
  return [...sides[0]!].filter((path) => sides.every((side) => side.has(path)));
}

function isDraftFile({ record, keys }: DraftVersion, path: string, { location: { prefix } }: HistoryRepo): boolean {
  const found = path.startsWith(prefix) ? recordOfPath(path.slice(prefix.length)) : null;
  return found?.kind === record.kind && keys.includes(found.key);
}
