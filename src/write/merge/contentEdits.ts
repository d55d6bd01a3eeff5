import { isFileMode, MODE, type TreeTarget } from '../../git/format/tree.ts';
import type { TreeEdit } from '../../git/publish/request.ts';
import { contentTree, type ObjectReader } from '../../git/read/readable.ts';
import { diffEntries, type EntryDiff } from '../../git/read/treeDiff.ts';
import type { RecordLocation } from '../../model/location.ts';
import { isStoredName, keyOfStoredName } from '../../model/media/storedName.ts';
import { mediaFileAt } from '../../store/home.ts';
import { recordAt } from './mergeTrees.ts';

interface CommitPair {
  readonly base: string;
  readonly commit: string;
}

/** The most files that may differ. */
const MAX_FILES = 20_000;

/**
 * What makes the content of one commit that of another: records, and files of media, as plain files. What lies beside the
 * content stays as it is.
 *
 * @throws UnreadableObject if that cannot be read, or is too much
 */
export async function findContentEdits({ base, commit }: CommitPair, repo: ObjectReader): Promise<readonly TreeEdit[]> {
  const { prefix } = repo.location;
  const [before, after] = [await contentTree(repo, base), await contentTree(repo, commit)];
  const differences = await diffEntries(repo.objects.readTree, before, after, { maxDifferences: MAX_FILES });
  return differences.filter(isContentEdit).map((one) => ({
    path: `${prefix}${one.path}`,
    before: one.before,
    after: one.after && { mode: MODE.file, id: one.after.id },
  }));
}

const isContentEdit = ({ path, before, after }: EntryDiff): boolean =>
  [before, after].every(isPlainOrGone) && (recordAt(path, '') !== null || isStoredMediaPath(path));

const isPlainOrGone = (file: TreeTarget | null): boolean => file === null || isFileMode(file.mode);

const isStoredMediaPath = (path: string): boolean => isStoredName(mediaFileAt(path) ?? '');

/** The record that a path of the content belongs to, also as the file of a media item; null if it belongs to none. */
export function recordOfPath(path: string): RecordLocation | null {
  const file = mediaFileAt(path);
  if (file === null) return recordAt(path, '');
  const key = keyOfStoredName(file);
  return key === null ? null : { kind: 'media', key };
}
