import { canonicalJson } from '../../lib/json/canonicalJson.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { sameJson } from '../../lib/json/sameJson.ts';
import type { Kind } from '../records.ts';
import { earliest } from '../text/timestamp.ts';
import { mergeData, type Schemas } from './mergeData.ts';
import { type Clash, clash, settle, type Versions } from './versions.ts';

/** What records are merged by: their kind, and the schemas of the tree that the merge is for. */
export interface RecordSchema {
  readonly kind: Kind;
  readonly schemas: Schemas;
}

/** A merged value; where it clashes it is ours. */
export interface Merged<T> {
  readonly value: T;
  readonly clashes: readonly Clash[];
}

/**
 * Merges what two versions of a record hold (`data`, as its entity describes it) over the one that both were made from.
 * What one side alone has changed is as that side has it, what both have changed alike is so, and each smallest value
 * that both have changed in their own ways is a clash and stays as ours. It looks at the values alone, and gives back
 * ours or theirs itself where the other has changed nothing.
 */
export function merge<T extends object>(versions: Versions<T>, { kind, schemas }: RecordSchema): Merged<T> {
  const clashes: Clash[] = [];
  const value = settle(versions, { path: [], clashes }, mergeData(kind, schemas));
  // Objects of one kind are merged into one of the same.
  return { value: value as T, clashes };
}

/** One version of a record. */
export interface RecordVersion<T extends object = object> {
  readonly id?: number;
  readonly createdAt?: string;
  readonly data: T;
}

/**
 * Merges two versions of a record, each of which may be absent, as may the one that both were made from. A record that
 * one side has deleted is gone (null) unless the other has changed it: then it stays, and all of it is a clash; so it is
 * where both have added different records, of which ours stays. A rename is a change of the slug, locale or key in the
 * data: it goes with any edit of the other side, and clashes there with another rename.
 */
export function mergeRecord<T extends object>(
  versions: Versions<RecordVersion<T>>,
  schema: RecordSchema,
): Merged<RecordVersion<T> | null> {
  const { base, ours, theirs } = versions;
  if (ours === undefined || theirs === undefined) return mergeRemoved(versions);
  if (base === undefined && !isOneRecord(ours, theirs)) return whole(ours, versions);
  if (base === undefined && sayTheSame(ours, theirs)) return { value: ours, clashes: [] };
  const { value: data, clashes } = merge({ base: base?.data, ours: ours.data, theirs: theirs.data }, schema);
  const id = ours.id ?? theirs.id;
  const times = [ours.createdAt, theirs.createdAt].filter((time) => time !== undefined);
  const value = {
    ...(id !== undefined && { id }),
    ...(times.length > 0 && { createdAt: times.reduce(earliest) }),
    data,
  };
  return { value, clashes };
}

function mergeRemoved<T extends object>(versions: Versions<RecordVersion<T>>): Merged<RecordVersion<T> | null> {
  const { base, ours, theirs } = versions;
  const left = ours ?? theirs;
  if (left === undefined || (base !== undefined && sameJson(base.data, left.data))) return { value: null, clashes: [] };
  return base === undefined ? { value: left, clashes: [] } : whole(left, versions);
}

/** A record of which nothing can be decided. */
function whole<T extends object>(
  value: RecordVersion<T>,
  { base, ours, theirs }: Versions<RecordVersion<T>>,
): Merged<RecordVersion<T>> {
  const clashes: Clash[] = [];
  clash({ base: base?.data, ours: ours?.data, theirs: theirs?.data }, { path: [], clashes });
  return { value, clashes };
}

const isOneRecord = (a: RecordVersion, b: RecordVersion): boolean =>
  (a.id !== undefined && a.id === b.id) || sayTheSame(a, b);

/** Whether two records are equal but for ids. */
const sayTheSame = (a: RecordVersion, b: RecordVersion): boolean =>
  canonicalJson(withoutIds(a.data)) === canonicalJson(withoutIds(b.data));

function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (!isPlainObject(value)) return value;
  const { id: _, ...rest } = value;
  return Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, withoutIds(part)]));
}
