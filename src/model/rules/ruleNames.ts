import type { FieldsSchema } from '../fields/field.ts';
import { type FieldKinds, type GroupField, toFieldSet } from '../fields/fieldSet.ts';
import { byChoice, byNumber, byText, byTime } from '../fields/kinds/sortings.ts';
import { readFields } from '../fields/readFields.ts';
import { isMapping } from '../fields/values.ts';
import { OWN_VALUES, type ValueHolder, type ValueName, valueNamed } from './recordRule.ts';

/** How values are compared: only values of one class have an order between them. */
export type ValueClass = 'time' | 'number' | 'text' | 'list' | 'other';

/** A value that the rules of a type may name. */
export interface RuleName extends ValueName {
  readonly valueClass: ValueClass;
  /** The field; undefined for what records have beside their fields. */
  readonly of: GroupField | undefined;
}

/** The values that the rules of a type may name, by name. A field may be called like one of the record's own values. */
export function namesOf(schema: FieldsSchema, kinds: FieldKinds): ReadonlyMap<string, RuleName> {
  const own = OWN_VALUES.map((name): RuleName => ({ name, isOwn: true, valueClass: 'text', of: undefined }));
  const fields = toFieldSet(readFields(schema), kinds).fields.map((of): RuleName => {
    return { name: of.field.name, isOwn: false, valueClass: classOf(of), of };
  });
  return new Map([...own, ...fields].map((one) => [one.name, one]));
}

function classOf({ kind }: GroupField): ValueClass {
  if (kind.merge === 'set' || kind.merge === 'items') return 'list';
  if (kind.sorting === byTime) return 'time';
  if (kind.sorting === byNumber) return 'number';
  return kind.sorting === byText || kind.sorting === byChoice ? 'text' : 'other';
}

/** Reads a value of a record, where a missing one counts as its default. */
export type ReadNamedValue = (record: ValueHolder) => unknown;

export const createValueReader =
  (name: RuleName): ReadNamedValue =>
  (record) =>
    valueNamed(record, name) ?? name.of?.field.default ?? null;

/** What a value is compared with: the value under a name, or one that is given. */
export type Operand = { readonly name: string } | { readonly value: unknown };

/** Reads an operand of a rule: a text that is a name means the value under it, unless it says that it is a value. */
export function readOperand(operand: unknown, names: ReadonlyMap<string, RuleName>): Operand {
  if (typeof operand === 'string') return names.has(operand) ? { name: operand } : { value: operand };
  if (!isMapping(operand)) return { value: operand };
  if (typeof operand['field'] === 'string') return { name: operand['field'] };
  return 'value' in operand ? { value: operand['value'] } : { value: operand };
}
