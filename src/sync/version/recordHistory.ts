import type { CommitHistory } from '../../git/history/commitHistory.ts';
import type { Revisions } from '../../git/history/selectRevisions.ts';
import type { Store } from '../../store/store.ts';
import { recordName } from './recordNames.ts';

/** What git knows of the records that are served, by their files. */
export interface RecordHistory {
  /** The name of who made the record, under whatever path. */
  authorOf(path: string): string | undefined;
  /** The commit that last changed its file; null where there is none. */
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
      // Of two files with one id each has the history of its own path.
      return history.revisions(name, (other) => other === path || nameAt(other) !== name);
    },
  };
}
