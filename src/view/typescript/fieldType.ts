import type { Field, FieldType } from '../../model/fields/field.ts';
import { isFieldType, kindOf } from '../../model/fields/kinds/kinds.ts';
import { comment, propertyName, quote } from './text.ts';

/** Writes the type of a field's value, at the indent of the field. */
type Write = (field: Field, indent: string) => string;

const text: Write = () => 'string';
const number: Write = () => 'number';
/** Null if the target is gone or not public. */
const pointer =
  (id: string): Write =>
  () =>
    `${id} | null`;
/** The same for pages, whose types the field may limit. */
const pagePointer =
  (id: string): Write =>
  ({ settings }) => {
    const types = Array.isArray(settings?.['types'])
      ? settings['types'].filter((type) => typeof type === 'string')
      : [];
    return types.length === 0 ? `${id} | null` : `${id}<${[...new Set(types)].map(quote).join(' | ')}> | null`;
  };
const anything: Write = () => 'unknown';

const choices: Write = ({ options = [] }) => {
  const values = new Set(options.map((option) => (typeof option === 'string' ? option : option.value)));
  return values.size === 0 ? 'string' : [...values].map(quote).join(' | ');
};

/** A group without `fields` may hold anything. */
const group: Write = ({ fields }, indent) => (fields ? writeGroup(fields, indent) : 'Record<string, unknown>');

/** The type of each field kind's values on the wire (contract, "fieldsSchema and regions"). */
const TYPES: Readonly<Record<FieldType, Write>> = {
  text,
  textarea: text,
  richtext: () => 'RichTextDocument',
  markdown: text,
  number,
  integer: number,
  boolean: () => 'boolean',
  date: text,
  datetime: text,
  select: choices,
  multiselect: (field, indent) => listOf(choices(field, indent)),
  url: text,
  email: text,
  color: text,
  slug: text,
  media: pointer('MediaId'),
  gallery: () => listOf('MediaId'),
  reference: pagePointer('ReferenceId'),
  page: pagePointer('PageId'),
  term: pointer('TermId'),
  link: () => 'Link',
  json: anything,
  code: text,
  object: group,
  repeater: (field, indent) => listOf(field.fields ? group(field, indent) : 'unknown'),
};

export const listOf = (item: string): string => (/^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`);

/** Whether all published content that follows the schema has a value for the field. */
const isAlwaysThere = ({ type, default: fallback, required, condition }: Field): boolean =>
  fallback !== undefined || kindOf(type).empty !== undefined || (required === true && condition === undefined);

function writeField(field: Field, indent: string): string {
  const write = isFieldType(field.type) ? TYPES[field.type] : anything;
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
