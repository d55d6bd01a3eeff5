import { fieldKind } from '../../fields/kinds.ts';
import type { Field } from '../../model/fields/field.ts';
import { comment, propertyName } from './text.ts';

/** Whether all published content that follows the schema has a value for the field. */
const isAlwaysThere = ({ type, default: fallback, required, condition }: Field): boolean =>
  fallback !== undefined || fieldKind(type).empty !== undefined || (required === true && condition === undefined);

function writeField(field: Field, indent: string): string {
  const type = fieldKind(field.type).writeType(field, (fields) => writeGroup(fields, indent));
  const isThere = isAlwaysThere(field);
  const shown = isThere || type === 'unknown' || type.endsWith('| null') ? type : `${type} | null`;
  return `${comment([field.label, field.help], indent)}${indent}${propertyName(field.name)}${isThere ? '' : '?'}: ${shown};\n`;
}

/** The type of a set of values, at the indent of its first line. Without fields it has no keys. */
export const writeGroup = (fields: readonly Field[], indent = ''): string =>
  fields.length === 0
    ? 'Record<string, never>'
    : `{\n${fields.map((field) => writeField(field, `${indent}  `)).join('')}${indent}}`;
