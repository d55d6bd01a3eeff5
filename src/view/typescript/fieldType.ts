import type { Field, FieldType } from '../../model/fields/field.ts';
import { fieldKind, isFieldType } from '../../model/fields/kinds/kinds.ts';
import { comment, propertyName, quoteLiteral } from './text.ts';

/** Writes the type of a field's value, at the indent of the field. */
type WriteFieldType = (field: Field, indent: string) => string;

const writeStringType: WriteFieldType = () => 'string';
const writeNumberType: WriteFieldType = () => 'number';
/** Null if the target is gone or not public. */
const pointer =
  (id: string): WriteFieldType =>
  () =>
    `${id} | null`;
/** The same for pages, whose types the field may limit. */
const pagePointer =
  (id: string): WriteFieldType =>
  ({ settings }) => {
    const types = Array.isArray(settings?.['types'])
      ? settings['types'].filter((type) => typeof type === 'string')
      : [];
    return types.length === 0 ? `${id} | null` : `${id}<${[...new Set(types)].map(quoteLiteral).join(' | ')}> | null`;
  };
const writeUnknownType: WriteFieldType = () => 'unknown';

const choices: WriteFieldType = ({ options = [] }) => {
  const values = new Set(options.map((option) => (typeof option === 'string' ? option : option.value)));
  return values.size === 0 ? 'string' : [...values].map(quoteLiteral).join(' | ');
};

/** A group without `fields` may hold anything. */
const group: WriteFieldType = ({ fields }, indent) => (fields ? writeGroup(fields, indent) : 'Record<string, unknown>');

/** The type of each field kind's values on the wire (contract, "fieldsSchema and regions"). */
const TYPES: Readonly<Record<FieldType, WriteFieldType>> = {
  text: writeStringType,
  textarea: writeStringType,
  richtext: () => 'RichTextDocument',
  markdown: writeStringType,
  number: writeNumberType,
  integer: writeNumberType,
  boolean: () => 'boolean',
  date: writeStringType,
  datetime: writeStringType,
  select: choices,
  multiselect: (field, indent) => arrayTypeOf(choices(field, indent)),
  url: writeStringType,
  email: writeStringType,
  color: writeStringType,
  slug: writeStringType,
  media: pointer('MediaId'),
  gallery: () => arrayTypeOf('MediaId'),
  reference: pagePointer('ReferenceId'),
  page: pagePointer('PageId'),
  term: pointer('TermId'),
  link: () => 'Link',
  json: writeUnknownType,
  code: writeStringType,
  object: group,
  repeater: (field, indent) => arrayTypeOf(field.fields ? group(field, indent) : 'unknown'),
};

export const arrayTypeOf = (item: string): string => (/^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`);

/** Whether all published content that follows the schema has a value for the field. */
const isAlwaysThere = ({ type, default: fallback, required, condition }: Field): boolean =>
  fallback !== undefined || fieldKind(type).empty !== undefined || (required === true && condition === undefined);

function writeField(field: Field, indent: string): string {
  const write = isFieldType(field.type) ? TYPES[field.type] : writeUnknownType;
  const type = write(field, indent);
  const isThere = isAlwaysThere(field);
  const shown = isThere || type === 'unknown' || type.endsWith('| null') ? type : `${type} | null`;
  return `${comment([field.label, field.help], indent)}${indent}${propertyName(field.name)}${isThere ? '' : '?'}: ${shown};\n`;
}

/** The type of a set of values, at the indent of its first line. Without fields it has no keys. */
export const writeGroup = (fields: readonly Field[], indent = ''): string =>
  fields.length === 0
    ? 'Record<string, never>'
    : `{\n${fields.map((field) => writeField(field, `${indent}  `)).join('')}${indent}}`;
