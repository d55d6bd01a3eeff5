import type { Field } from '../../model/fields/field.ts';
import { type FieldKinds, type GroupField, toFieldSet } from '../../model/fields/fieldSet.ts';
import { comment, propertyName } from './text.ts';

/** Whether all published content that follows the schema has a value for the field. */
const isAlwaysThere = ({ kind, field: { default: fallback, required, condition } }: GroupField): boolean =>
  fallback !== undefined || kind.empty !== undefined || (required === true && condition === undefined);

/** Where a group is written: the kinds of its fields, and the indent of its first line. */
interface TypeScope {
  readonly kinds: FieldKinds;
  readonly indent?: string;
}

function writeField(one: GroupField, { kinds, indent = '' }: TypeScope): string {
  const { kind, field } = one;
  const type = kind.writeType(field, (fields) => writeGroup(fields, { kinds, indent }));
  const isThere = isAlwaysThere(one);
  const shown = isThere || type === 'unknown' || type.endsWith('| null') ? type : `${type} | null`;
  return `${comment([field.label, field.help], indent)}${indent}${propertyName(field.name)}${isThere ? '' : '?'}: ${shown};\n`;
}

/** The type of a set of values. Without fields it has no keys. */
export const writeGroup = (fields: readonly Field[], { kinds, indent = '' }: TypeScope): string =>
  fields.length === 0
    ? 'Record<string, never>'
    : `{\n${toFieldSet(fields, kinds)
        .fields.map((field) => writeField(field, { kinds, indent: `${indent}  ` }))
        .join('')}${indent}}`;
