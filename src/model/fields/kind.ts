import type { Lookup } from '../entry.ts';
import type { Detail } from '../errors.ts';
import type { Merge, MergeScope, Versions } from '../merge/versions.ts';
import type { Reference, ValuePath } from '../reference.ts';
import type { Field, FieldType } from './field.ts';
import type { Values } from './values.ts';

/** What a field kind may look at while it judges a value. */
export interface FieldScope {
  readonly lookup: Lookup;
  /** `required` and a list's `min` count only for what is or becomes published. */
  readonly isPublished: boolean;
}

/** What a field kind may look at while it translates a value. */
export type LookupScope = Pick<FieldScope, 'lookup'>;

/** What the translation for a file may look at. */
export interface StoreScope extends LookupScope {
  /** What the file holds so far: a value that is sent back as it is shown stays as it is there, with what has gone. */
  readonly present?: Values | undefined;
}

/** What a field kind may look at while it translates a value for a file. */
export interface StoringScope extends LookupScope {
  /** Whether the values that are there so far mention something. */
  readonly isHeld?: (kind: Reference['kind'], key: string) => boolean;
}

/** What a reader wants to see in place of a field's plain wire value, by the field's type. */
export type ShownAs = ReadonlyMap<string, (value: unknown) => unknown>;

/** What the translation for a reader may look at. */
export interface WireScope extends LookupScope {
  readonly shownAs?: ShownAs;
  /** Whether everybody reads it: links are shown with where they lead. */
  readonly isPublic?: boolean;
  /** What everybody was shown of values that are objects (`Lookup.kept`). */
  readonly kept?: WeakMap<object, unknown> | undefined;
}

/** A wire value as files hold it, as far as that can be, and what is wrong with the rest. Paths are relative to the value. */
export interface Stored {
  readonly value: unknown;
  readonly details: readonly Detail[];
}

/** Where a field's values are merged. */
export interface FieldMergeScope extends MergeScope {
  /** Merges sets of values by the field's own `fields`. */
  readonly mergeNested: Merge;
}

/** Gets a set of values and where it stands in the value that holds it, gives what belongs in its place. */
type Visit = (values: Values, at: ValuePath) => Values;

/**
 * One kind of field. Values are never null or undefined here: the walk in `fields.ts` deals with missing ones.
 * Files hold keys, the wire holds ids (contract, "fieldsSchema and regions"): kinds without `toStored` and `toWire`
 * look the same in both. A value of the wrong type is reported by `check` alone; everything else passes it on.
 */
export interface FieldKind {
  readonly type: FieldType;
  /** What is wrong with a stored value. Pure; paths relative to the value. */
  check(value: unknown, field: Field, scope: FieldScope): readonly Detail[];
  toStored?(value: unknown, field: Field, scope: StoringScope): Stored;
  toWire?(value: unknown, field: Field, scope: LookupScope): unknown;
  /** As everybody gets it, where that is not as the admin interface shows it; for kinds that have `toWire`. */
  toPublic?(value: unknown, field: Field, scope: LookupScope): unknown;
  /** The keys a stored value holds; paths relative to the value. */
  references?(value: unknown, field: Field): readonly Reference[];
  /** Whether a value that is there says nothing, so that `required` does not accept it; default: '' and []. */
  isBlank?(value: unknown): boolean;
  /**
   * As much of a stored value as is one of this kind, whatever its bounds; undefined where nothing is: the field may have
   * been of another kind when it was stored. Absent for kinds that hold any JSON.
   */
  fit?(value: unknown, field: Field): unknown;
  /** For kinds that nest `fields`: the value with each of its sets of values replaced; itself when none changes. */
  mapNested?(value: unknown, visit: Visit): unknown;
  /** Merges three versions of a value that all differ; default: the value is one unit, which clashes. */
  merge?(versions: Versions, scope: FieldMergeScope): unknown;
  /** What public readers get where nothing is stored and the field has no default. */
  readonly empty?: unknown;
}
