import type { CommitHistory } from '../../git/history/historyCommit.ts';
import type { Store } from '../../store/store.ts';
import type { RecordHistory } from './past.ts';
import { recordName } from './recordNames.ts';

/** @param commits the commits that lead to what the store serves now */
export function createRecordHistory(
  commits: () => Pick<CommitHistory, 'firstActor' | 'firstVersion' | 'lastChange' | 'lineage' | 'revisions'>,
  store: Pick<Store, 'fileAt'>,
): RecordHistory {
  function nameAt(path: string): string | undefined {
    const file = store.fileAt(path);
    return file && recordName(file.kind, file.id, path);
  }

  /** Of two files with the same id, each has the history of its own path. */
  const ownPaths =
    (path: string, name: string) =>
    (other: string): boolean =>
      other === path || nameAt(other) !== name;

  return {
    authorOf(path) {
      const name = nameAt(path);
      return name === undefined ? undefined : commits().firstVersion(name)?.author.name;
    },
    ownerOf(path) {
      const name = nameAt(path);
      return (name !== undefined && commits().firstActor(name)) || undefined;
    },
    commitOf(path) {
      const name = nameAt(path);
      return (name !== undefined && commits().lastChange(name, path)?.commit) || null;
    },
    revisionsOf(path) {
      const name = nameAt(path) ?? '';
      return commits().revisions(name, ownPaths(path, name));
    },
    lineageOf(path) {
      const name = nameAt(path) ?? '';
      return commits().lineage(name, ownPaths(path, name));
    },
  };
}
