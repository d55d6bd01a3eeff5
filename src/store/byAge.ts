import { compareText } from '../lib/text/compareText.ts';
import type { FileRecord } from './file/fileRecord.ts';

/**
 * Since when git has had a file at its path, as the position of that commit in history; undefined if it is not
 * committed, or not known.
 */
export type FindSince = (record: Pick<FileRecord, 'kind' | 'id' | 'path'>) => number | undefined;

type AgedRecord = Pick<FileRecord, 'kind' | 'id' | 'path' | 'createdAt'>;

/** What the age of a file is judged by. */
export interface Age extends Pick<FileRecord, 'createdAt' | 'path'> {
  readonly since: number;
}

/**
 * Orders files that want the same key or id, the one that gets it first: by createdAt, then by how long git has had
 * them (a copied file keeps its createdAt), then by path.
 */
export const byAge = (a: Age, b: Age): number =>
  compareText(a.createdAt, b.createdAt) ||
  Number(a.since > b.since) - Number(a.since < b.since) ||
  compareText(a.path, b.path);

export const ageOf = (record: AgedRecord, findSince: FindSince): Age => ({
  createdAt: record.createdAt,
  path: record.path,
  since: findSince(record) ?? Number.POSITIVE_INFINITY,
});
