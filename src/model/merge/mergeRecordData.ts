import { canonicalJson } from '../../lib/json/canonicalJson.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { sameJson } from '../../lib/json/sameJson.ts';
import type { Kind } from '../records.ts';
import { earliest } from '../text/timestamp.ts';
import { type FieldSchemas, mergeData } from './mergeData.ts';
import { clash, mergeVersions, type ThreeVersions, type ValueClash } from './threeVersions.ts';

/** What decides how records are merged: their kind, and the schemas of the tree that is merged into. */
export interface RecordSchema {
  readonly kind: Kind;
  readonly schemas: FieldSchemas;
}

/** A merged value; where there is a clash it holds ours. */
export interface MergeResult<T> {
  readonly value: T;
  readonly clashes: readonly ValueClash[];
}

/**
 * Merges two versions of a record's `data` over their common base. A value that only one side has changed, or that both
 * have changed alike, is taken; the smallest value that both have changed differently is a clash and keeps ours. Returns
 * `ours` or `theirs` itself when the other side has changed nothing.
 */
export function mergeRecordData<T extends object>(
  versions: ThreeVersions<T>,
  { kind, schemas }: RecordSchema,
): MergeResult<T> {
  const clashes: ValueClash[] = [];
  const value = mergeVersions(versions, { path: [], clashes }, mergeData(kind, schemas));
  // Objects of one kind are merged into one of the same.
  return { value: value as T, clashes };
}

/** One version of a record. */
export interface MergeableRecord<T extends object = object> {
  readonly id?: number;
  readonly createdAt?: string;
  readonly data: T;
}

/**
 * Merges two versions of a record; each of them, and the base, may be absent. A record that one side has deleted is gone
 * (null) unless the other has changed it: then it stays, and the whole record is a clash. If both sides have added
 * different records, ours stays and the whole record is a clash. A rename is a change of the slug, locale or key in the
 * data: it combines with any edit of the other side, and clashes with another rename.
 */
export function mergeRecord<T extends object>(
  versions: ThreeVersions<MergeableRecord<T>>,
  schema: RecordSchema,
): MergeResult<MergeableRecord<T> | null> {
  const { base, ours, theirs } = versions;
  if (ours === undefined || theirs === undefined) return mergeRemoved(versions);
  if (base === undefined && !isOneRecord(ours, theirs)) return clashWholeRecord(ours, versions);
  if (base === undefined && sayTheSame(ours, theirs)) return { value: ours, clashes: [] };
  const { value: data, clashes } = mergeRecordData({ base: base?.data, ours: ours.data, theirs: theirs.data }, schema);
  const id = ours.id ?? theirs.id;
  const times = [ours.createdAt, theirs.createdAt].filter((time) => time !== undefined);
  const value = {
    ...(id !== undefined && { id }),
    ...(times.length > 0 && { createdAt: times.reduce(earliest) }),
    data,
  };
  return { value, clashes };
}

function mergeRemoved<T extends object>(
  versions: ThreeVersions<MergeableRecord<T>>,
): MergeResult<MergeableRecord<T> | null> {
  const { base, ours, theirs } = versions;
  const left = ours ?? theirs;
  if (left === undefined || (base !== undefined && sameJson(base.data, left.data))) return { value: null, clashes: [] };
  return base === undefined ? { value: left, clashes: [] } : clashWholeRecord(left, versions);
}

/** A record that is one clash as a whole. */
function clashWholeRecord<T extends object>(
  value: MergeableRecord<T>,
  { base, ours, theirs }: ThreeVersions<MergeableRecord<T>>,
): MergeResult<MergeableRecord<T>> {
  const clashes: ValueClash[] = [];
  clash({ base: base?.data, ours: ours?.data, theirs: theirs?.data }, { path: [], clashes });
  return { value, clashes };
}

const isOneRecord = (a: MergeableRecord, b: MergeableRecord): boolean =>
  (a.id !== undefined && a.id === b.id) || sayTheSame(a, b);

/** Whether two records are equal but for ids. */
const sayTheSame = (a: MergeableRecord, b: MergeableRecord): boolean =>
  canonicalJson(withoutIds(a.data)) === canonicalJson(withoutIds(b.data));

function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (!isPlainObject(value)) return value;
  const { id: _, ...rest } = value;
  return Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, withoutIds(part)]));
}
