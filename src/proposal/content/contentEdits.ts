import { recordAt } from '../../change/merge/mergeTrees.ts';
import { isFileMode, MODE, type TreeTarget } from '../../git/format/tree.ts';
import type { TreeEdit } from '../../git/publish/request.ts';
import { contentTree } from '../../git/read/readable.ts';
import { diffEntries, type EntryDiff } from '../../git/read/treeDiff.ts';
import type { GitRepository } from '../../git/repository.ts';
import { isStoredName, keyOfStoredName } from '../../model/media/storedName.ts';
import type { Kind } from '../../model/records.ts';
import { mediaFileAt } from '../../store/home.ts';

interface Versions {
  readonly base: string;
  readonly commit: string;
}

type Repo = Pick<GitRepository, 'objects' | 'location'>;

/** The most files that may differ. */
const MAX_FILES = 20_000;

/**
 * What makes the content of one commit that of another: records, and files of media, as plain files. What lies beside the
 * content stays as it is.
 *
 * @throws UnreadableObject if that cannot be read, or is too much
 */
export async function findContentEdits({ base, commit }: Versions, repo: Repo): Promise<readonly TreeEdit[]> {
  const { prefix } = repo.location;
  const [before, after] = [await contentTree(repo, base), await contentTree(repo, commit)];
  const differences = await diffEntries(repo.objects.readTree, before, after, { maxDifferences: MAX_FILES });
  return differences.filter(isContent).map((one) => ({
    path: `${prefix}${one.path}`,
    before: one.before,
    after: one.after && { mode: MODE.file, id: one.after.id },
  }));
}

const isContent = ({ path, before, after }: EntryDiff): boolean =>
  [before, after].every(isPlain) && (recordAt(path, '') !== null || isMediaFile(path));

const isPlain = (file: TreeTarget | null): boolean => file === null || isFileMode(file.mode);

const isMediaFile = (path: string): boolean => isStoredName(mediaFileAt(path) ?? '');

/** A record as a change names it. */
export interface EditedRecord {
  readonly kind: Kind;
  readonly key: string;
}

/** The record that a path of the content belongs to, also as the file of a media item; null if it belongs to none. */
export function recordOfPath(path: string): EditedRecord | null {
  const file = mediaFileAt(path);
  if (file === null) return recordAt(path, '');
  const key = keyOfStoredName(file);
  return key === null ? null : { kind: 'media', key };
}
