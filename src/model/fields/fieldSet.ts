import type { Field } from './field.ts';
import type { FieldKind } from './kind.ts';

/** The kinds of fields that a site knows: the built-in ones, and those of its extensions. */
export interface FieldKinds {
  readonly byType: ReadonlyMap<string, FieldKind>;
  /** The kind of fields whose type is unknown. */
  readonly unknown: FieldKind;
  /** Prepared sets. Fields are frozen with their schema, so an entry never becomes stale. */
  readonly sets: WeakMap<readonly Field[], FieldSet>;
}

declare module '../entry.ts' {
  interface SiteCode {
    readonly kinds: FieldKinds;
  }
}

export const createFieldKinds = (byType: ReadonlyMap<string, FieldKind>, unknown: FieldKind): FieldKinds => ({
  byType,
  unknown,
  sets: new WeakMap(),
});

/** A field with everything that walks over values need to know about it. */
export interface GroupField {
  /** With what its kind presets. */
  readonly field: Field;
  readonly kind: FieldKind;
  /** Its nested fields, if its kind has any. */
  readonly group: FieldSet | undefined;
}

/** A set of fields, prepared once so that each walk visits only the fields it concerns. Nested fields count throughout. */
export interface FieldSet {
  readonly fields: readonly GroupField[];
  readonly byName: ReadonlyMap<string, GroupField>;
  /** Fields whose values differ between files and the wire. */
  readonly translated: readonly GroupField[];
  /** Fields whose values may refer to records. */
  readonly pointing: readonly GroupField[];
  /** Fields that may hold any text, including the key of a page that an earlier field kind has left there. */
  readonly loose: readonly GroupField[];
  /** Fields that show a value to readers where nothing is stored. */
  readonly filled: readonly GroupField[];
  /** Fields that an extension has added code to. */
  readonly extended: readonly GroupField[];
}

export function toFieldSet(fields: readonly Field[], kinds: FieldKinds): FieldSet {
  const before = kinds.sets.get(fields);
  if (before !== undefined) return before;
  const group = makeGroup(fields.map((field) => prepareField(field, kinds)));
  kinds.sets.set(fields, group);
  return group;
}

function prepareField(definition: Field, kinds: FieldKinds): GroupField {
  const kind = kinds.byType.get(definition.type) ?? kinds.unknown;
  const field = kind.preset === undefined ? definition : presetField(definition, kind.preset);
  return { field, kind, group: kind.mapNested && field.fields ? toFieldSet(field.fields, kinds) : undefined };
}

const presetField = (definition: Field, { settings, ...preset }: NonNullable<FieldKind['preset']>): Field => ({
  ...definition,
  ...preset,
  ...(settings && { settings: { ...definition.settings, ...settings } }),
});

const makeGroup = (fields: readonly GroupField[]): FieldSet => ({
  fields,
  byName: new Map(fields.map((one) => [one.field.name, one])),
  translated: fields.filter(
    ({ kind, group }) => kind.toWire !== undefined || kind.added?.toPublic !== undefined || isFilled(group?.translated),
  ),
  pointing: fields.filter(({ kind, group }) => kind.references !== undefined || isFilled(group?.pointing)),
  loose: fields.filter(({ kind, group }) =>
    group === undefined ? kind.references === undefined || kind.isPlainText === true : isFilled(group.loose),
  ),
  filled: fields.filter(
    ({ field, kind, group }) => field.default !== undefined || kind.empty !== undefined || isFilled(group?.filled),
  ),
  extended: fields.filter(({ kind, group }) => kind.added !== undefined || isFilled(group?.extended)),
});

const isFilled = (list: readonly unknown[] | undefined): boolean => list !== undefined && list.length > 0;
