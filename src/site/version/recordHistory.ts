import type { CommitHistory } from '../../git/history/commitHistory.ts';
import type { Revisions } from '../../git/history/selectRevisions.ts';
import type { Store } from '../../store/store.ts';
import { recordName } from './recordNames.ts';

/** The history of the served records, by the paths of their files. */
export interface RecordHistory {
  /** The name of the author who created the record, whatever its path was then. */
  authorOf(path: string): string | undefined;
  /** The commit that last changed its file; null if there is none. */
  commitOf(path: string): string | null;
  revisionsOf(path: string): Revisions;
}

/** @param commits the commits that lead to what the store serves now */
export function createRecordHistory(
  commits: () => Pick<CommitHistory, 'firstVersion' | 'lastChange' | 'revisions'>,
  store: Pick<Store, 'fileAt'>,
): RecordHistory {
  function nameAt(path: string): string | undefined {
    const file = store.fileAt(path);
    return file && recordName(file.kind, file.id, path);
  }

  return {
    authorOf(path) {
      const name = nameAt(path);
      return name === undefined ? undefined : commits().firstVersion(name)?.author.name;
    },
    commitOf(path) {
      const name = nameAt(path);
      return (name !== undefined && commits().lastChange(name, path)?.commit) || null;
    },
    revisionsOf(path) {
      const name = nameAt(path) ?? '';
      // Of two files with the same id, each has the history of its own path.
      return commits().revisions(name, (other) => other === path || nameAt(other) !== name);
    },
  };
}
