import type { CommitHistory } from '../../git/history/historyCommit.ts';
import type { FindSince } from '../../store/byAge.ts';
import type { FileTimes } from '../../store/file/fileRecord.ts';
import type { KnownFile } from '../../store/file/knownFile.ts';
import { modifiedAt, type Stamp } from '../../store/file/stamp.ts';
import { recordName } from './recordNames.ts';

/** A file's times according to the disk. */
export const timesOnDisk = (stamp: Stamp): FileTimes => ({
  createdAt: modifiedAt(stamp),
  updatedAt: modifiedAt(stamp),
});

/** Finds since when git has had a record's file at its path. */
export const agesFrom =
  (history: Pick<CommitHistory, 'cameAt'>): FindSince =>
  ({ kind, id, path }) =>
    history.cameAt(recordName(kind, id, path), path);

/** Git's times of a version of a file; `others` for those that it does not know. */
export function timesIn(
  history: Pick<CommitHistory, 'firstVersion' | 'changedAt'>,
  { kind, path, rev, head: { id, createdAt, updatedAt } }: Pick<KnownFile, 'kind' | 'path' | 'rev' | 'head'>,
  others: () => FileTimes,
): FileTimes {
  // Times in the file take precedence; with both, nothing need be looked up.
  if (createdAt && updatedAt) return { createdAt, updatedAt };
  const name = recordName(kind, id, path);
  return {
    createdAt: createdAt ?? history.firstVersion(name)?.at ?? others().createdAt,
    updatedAt: updatedAt ?? history.changedAt(name, path, rev) ?? others().updatedAt,
  };
}
