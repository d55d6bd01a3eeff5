import { compareText } from '../lib/text/compareText.ts';
import type { FileRecord } from './file/fileRecord.ts';

/** Since when git has a file at its path: the place of that commit among all; undefined where it is not committed, or nobody knows. */
export type FindSince = (record: FileRecord) => number | undefined;

/** What tells how old a file is. */
export interface Age extends Pick<FileRecord, 'createdAt' | 'path'> {
  readonly since: number;
}

/**
 * Of two files that want one key or one id the older has it: the smaller createdAt, then the one that git has had for
 * longer (a copy has the createdAt of what it was copied from), then path.
 */
export const byAge = (a: Age, b: Age): number =>
  compareText(a.createdAt, b.createdAt) ||
  Number(a.since > b.since) - Number(a.since < b.since) ||
  compareText(a.path, b.path);

export const ageOf = (record: FileRecord, findSince: FindSince): Age => ({
  createdAt: record.createdAt,
  path: record.path,
  since: findSince(record) ?? Number.POSITIVE_INFINITY,
});
