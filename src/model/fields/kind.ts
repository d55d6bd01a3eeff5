import type { Lookup, RecordAliases, Severity } from '../entry.ts';
import type { Detail } from '../errors.ts';
import type { Reference, ValuePath } from '../reference.ts';
import type { Field, FieldType } from './field.ts';
import type { KindSorting } from './kinds/sortings.ts';
import type { WriteFieldType } from './kinds/typeTexts.ts';
import type { FieldValues } from './values.ts';

/** What a field kind may use to check a value. */
export interface FieldScope {
  readonly lookup: Lookup;
  /** `required` and a list's `min` count only for what is or becomes published. */
  readonly isPublished: boolean;
  /**
   * Whether formats, options, patterns, `min` and `max` count, too; by default only for what is or becomes published. A draft
   * holds whatever its kinds can hold: any text where a text is asked for.
   */
  readonly isBounded?: boolean;
}

/** What a field kind may use to translate a value. */
export type LookupScope = Pick<FieldScope, 'lookup'>;

/** Where a walk through a set of values begins, and which code the site has. */
export interface WalkScope {
  readonly path: ValuePath;
  readonly lookup: Pick<Lookup, 'code'>;
}

/** What the translation of a set of values for a file may use. */
export interface StoreScope extends LookupScope {
  /** The values in the file so far: a value that is sent back as it was shown is kept, even if what it names is gone. */
  readonly present?: FieldValues | undefined;
}

/** What a field kind may use to translate a value for a file. */
export interface StoringScope extends LookupScope {
  /** Whether the present values already mention this record. */
  readonly isHeld?: (kind: Reference['kind'], key: string) => boolean;
}

/** A present value, and what of it its reader could not see. */
export interface HiddenScope {
  readonly present: unknown;
  readonly aliases: RecordAliases;
}

/** Whether a value mentions a record that its reader may not see. */
export const mentionsHidden = (references: readonly Reference[] | undefined, { aliases }: HiddenScope): boolean =>
  references?.some(({ kind, key }) => kind !== 'term' && kind !== 'pageSlug' && aliases.of(kind, key) !== undefined) ??
  false;

/** How to show the wire value of a field instead, by the field's type. */
export type ShownAs = ReadonlyMap<string, (value: unknown) => unknown>;

/** What the translation for a reader may use. */
export interface WireScope extends LookupScope {
  readonly shownAs?: ShownAs;
  /** Whether the answer is public: links are then shown with their addresses. */
  readonly isPublic?: boolean;
  /** A cache of what everybody was shown, by the stored value (`Lookup.kept`). */
  readonly kept?: WeakMap<object, unknown> | undefined;
}

/** A wire value translated for files, as far as possible, and its problems. Paths are relative to the value. */
export interface StoredValue {
  readonly value: unknown;
  readonly details: readonly Detail[];
}

/** The rules by which `merge/mergeFields.ts` merges three versions of a value; `nested` goes by the field's own `fields`. */
export type FieldMerge = 'text' | 'richText' | 'json' | 'link' | 'set' | 'items' | 'nested';

/** Three versions of a value. There is no `base` if both sides have added it. */
export interface ThreeValues {
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** The result of code that may fail, or how it has failed. */
export type CodeResult<T> = { readonly value: T } | { readonly failure: string };

/**
 * What an extension adds to the kind that its own kind is based on. Pure; the functions freeze what they are given and never
 * throw.
 */
export interface AddedCode {
  /** `maps/place` */
  readonly id: string;
  /** What is wrong with a value in which the base kind and the nested fields find no problem. */
  check?(value: unknown, field: Field): CodeResult<readonly CodeProblem[]>;
  /** What public readers get in place of the base kind's public form, whatever form they ask for. */
  toPublic?(value: unknown, field: Field): CodeResult<unknown>;
  /** A value as one line. */
  summarize?(value: unknown): CodeResult<string>;
  /** The merged value; undefined for a clash. Symmetric. */
  merge?(versions: ThreeValues, field: Field): CodeResult<unknown>;
}

/** A problem that an extension finds. The path is relative to the value that it has checked. */
export interface CodeProblem {
  readonly path: ValuePath;
  readonly message: string;
  /** `error` unless given. */
  readonly severity?: Severity;
}

/** Gets a set of values and its place in the value that holds it; returns the values to put there. */
type VisitNested = (values: FieldValues, at: ValuePath) => FieldValues;

/**
 * One kind of field. Values are never null or undefined here: the walks over values handle missing ones.
 * Files hold keys, the wire holds ids (contract, "fieldsSchema and regions"): values of kinds without `toStored` and
 * `toWire` are the same in both. Only `check` reports a value of the wrong type; all other functions pass it on.
 */
export interface FieldKind {
  /** Of a kind of an extension, the kind it is based on. */
  readonly type: FieldType;
  /** What every field of this kind has, whatever its definition says. */
  readonly preset?: Pick<Field, 'fields' | 'settings'>;
  readonly added?: AddedCode;
  /** The problems of a stored value. Pure; paths are relative to the value. */
  check(value: unknown, field: Field, scope: FieldScope): readonly Detail[];
  toStored?(value: unknown, field: Field, scope: StoringScope): StoredValue;
  toWire?(value: unknown, field: Field, scope: LookupScope): unknown;
  /** The public form of a value, if it differs from the admin form; for kinds that have `toWire`. */
  toPublic?(value: unknown, field: Field, scope: LookupScope): unknown;
  /** The keys in a stored value; paths are relative to the value. */
  references?(value: unknown, field: Field): readonly Reference[];
  /** The text in a value that readers see and search; for kinds that hold text. */
  toText?(value: unknown): string;
  /** Whether `toText` gives the value as it is written, not what a document says. */
  readonly isPlainText?: boolean;
  /** Whether a value is empty, so that `required` rejects it; '' and [] always are. */
  isBlank?(value: unknown): boolean;
  /**
   * The part of a stored value that fits this kind, whatever its bounds; undefined if nothing fits. The field may have had
   * another kind when the value was stored. Absent for kinds that hold any JSON.
   */
  fit?(value: unknown, field: Field): unknown;
  /** For kinds that nest `fields`: replaces each nested set of values; returns the same value when none changes. */
  mapNested?(value: unknown, visit: VisitNested): unknown;
  /** The stored value with what of the present one its sender could not see, and so has not sent back. */
  keepHidden?(stored: unknown, field: Field, before: HiddenScope): unknown;
  /** How three versions of a value that all differ are merged. Without it the value is one unit, and clashes. */
  readonly merge?: FieldMerge;
  /** Writes the TypeScript type of its values on the wire. */
  readonly writeType: WriteFieldType;
  /** How records are ordered by their values; null if these have no order. */
  readonly sorting: KindSorting | null;
  /** What public readers get if nothing is stored and the field has no default. */
  readonly empty?: unknown;
}
