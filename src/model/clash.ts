import type { Kind } from './records.ts';
import type { ValuePath } from './reference.ts';

/** A value of a record that two sides have changed, each in its own way (contract, "Merging by values"). */
export interface RecordClash {
  /** The same for the same clash. */
  readonly clashId: string;
  readonly kind: Kind;
  readonly key: string;
  /** The record's. */
  readonly id: number;
  /** Where the value stands in the record, as files have it. */
  readonly path: ValuePath;
  /** The keys of the object at `path` that clash; together they are one value. */
  readonly keys?: readonly string[];
  /** What both sides were made from; null for nothing, here as in the others. */
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}
