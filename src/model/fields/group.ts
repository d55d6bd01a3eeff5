import type { Field } from './field.ts';
import type { FieldKind } from './kind.ts';
import { kindOf } from './kinds/kinds.ts';

/** A field with all that the walks over values need to know about it. */
export interface GroupField {
  readonly field: Field;
  readonly kind: FieldKind;
  /** Its nested fields, for kinds that have such. */
  readonly group: Group | undefined;
}

/** A set of fields prepared once, so that a walk touches only those it is about. */
export interface Group {
  readonly fields: readonly GroupField[];
  readonly byName: ReadonlyMap<string, GroupField>;
  /** Those whose values differ between files and the wire, or hold such values. */
  readonly translated: readonly GroupField[];
  /** Those whose values may point at records, or hold such values. */
  readonly pointing: readonly GroupField[];
  /** Those that may hold any text, so also what another kind of field has left there, or hold such fields. */
  readonly loose: readonly GroupField[];
  /** Those that have a value for readers where nothing is stored, or hold such fields. */
  readonly filled: readonly GroupField[];
}

/** Fields are frozen with their schema: an entry never goes stale and leaves with its schema. */
const known = new WeakMap<readonly Field[], Group>();

export function groupOf(fields: readonly Field[]): Group {
  const before = known.get(fields);
  if (before !== undefined) return before;
  const group = makeGroup(fields.map(prepare));
  known.set(fields, group);
  return group;
}

function prepare(field: Field): GroupField {
  const kind = kindOf(field.type);
  return { field, kind, group: kind.mapNested && field.fields ? groupOf(field.fields) : undefined };
}

const makeGroup = (fields: readonly GroupField[]): Group => ({
  fields,
  byName: new Map(fields.map((one) => [one.field.name, one])),
  translated: fields.filter(({ kind, group }) => kind.toWire !== undefined || isFilled(group?.translated)),
  pointing: fields.filter(({ kind, group }) => kind.references !== undefined || isFilled(group?.pointing)),
  loose: fields.filter(({ kind, group }) =>
    group === undefined ? kind.references === undefined : isFilled(group.loose),
  ),
  filled: fields.filter(
    ({ field, kind, group }) => field.default !== undefined || kind.empty !== undefined || isFilled(group?.filled),
  ),
});

const isFilled = (list: readonly unknown[] | undefined): boolean => list !== undefined && list.length > 0;
