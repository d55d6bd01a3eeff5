import type { Kind } from './records.ts';
import type { ValuePath } from './reference.ts';

/** A value of a record that two sides have changed differently (contract, "Merging by values"). */
export interface RecordClash {
  /** Equal for equal clashes. */
  readonly clashId: string;
  readonly kind: Kind;
  readonly key: string;
  /** The id of the record. */
  readonly id: number;
  /** Where the value is in the record, as stored in files. */
  readonly path: ValuePath;
  /** The keys of the object at `path` that clash; together they form one value. */
  readonly keys?: readonly string[];
  /** The value in the common base; null for no value, as in `ours` and `theirs`. */
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
  /** The three as an extension says them in a line; null for no value. */
  readonly summaries?: Readonly<Record<'base' | 'ours' | 'theirs', string | null>>;
}

/** Whether the whole record clashes: one side has deleted it, or both have added one. */
export const isWholeRecord = ({ path, keys }: Pick<RecordClash, 'path' | 'keys'>): boolean =>
  path.length === 0 && keys === undefined;
