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

export function createRecordHistory(
  history: Pick<CommitHistory, 'firstVersion' | 'lastChange' | 'revisions'>,
  store: Pick<Store, 'fileAt'>,
): RecordHistory {
  function nameAt(path: string): string | undefined {
    const file = store.fileAt(path);
    return file && recordName(file.kind, file.id, path);
  }

  return {
    authorOf(path) {
      const name = nameAt(path);
      return name === undefined ? undefined : history.firstVersion(name)?.author.name;
    },
    commitOf(path) {
      const name = nameAt(path);
      return (name !== undefined && history.lastChange(name, path)?.commit) || null;
    },
    revisionsOf(path) {
      const name = nameAt(path) ?? '';
      // Of two files with the same id, each has the history of its own path.
      return history.revisions(name, (other) => other === path || nameAt(other) !== name);
    },
  };
}
