/** A field as the file of a type defines it. Keys that its form does not know are kept. */
export interface FieldDraft extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly type: string;
  readonly label?: string;
  readonly help?: string;
  readonly required?: boolean;
}

export const FIELD_TYPES = [
  ...(['text', 'textarea', 'richtext', 'markdown', 'number', 'integer', 'boolean', 'date', 'datetime'] as const),
  ...(['select', 'multiselect', 'url', 'email', 'color', 'slug', 'media', 'gallery', 'reference', 'page'] as const),
  ...(['term', 'link', 'json', 'code', 'object', 'repeater'] as const),
];
export type FieldType = (typeof FIELD_TYPES)[number];

export const isFieldType = (type: string): type is FieldType => FIELD_TYPES.some((known) => known === type);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isDraft = (value: unknown): value is FieldDraft =>
  isObject(value) && typeof value['name'] === 'string' && typeof value['type'] === 'string';

/** The fields of a schema: a list of fields, or an object by their names. Null for a JSON Schema or anything else. */
export function fieldsOf(schema: unknown): readonly FieldDraft[] | null {
  if (Array.isArray(schema)) return schema.every(isDraft) ? schema : null;
  if (!isObject(schema) || schema['type'] === 'object' || '$schema' in schema) return null;
  const fields = Object.entries(schema).map(([name, field]) => (isObject(field) ? { ...field, name } : null));
  return fields.every(isDraft) ? fields : null;
}

/** The schema of some fields: an object by their names if it was one before and the names are unique; else a list. */
export function schemaOf(fields: readonly FieldDraft[], before: unknown): unknown {
  const byName = Object.fromEntries(fields.map(({ name, ...field }) => [name, field]));
  return isObject(before) && Object.keys(byName).length === fields.length ? byName : fields;
}

/** The options of a field, one per line: `value` or `value = label`. */
export function optionLines(field: FieldDraft): string {
  const options = field['options'] ?? (isObject(field['settings']) ? field['settings']['options'] : undefined);
  if (!Array.isArray(options)) return '';
  return options
    .map((option) => {
      if (!isObject(option)) return lineOf(option);
      const { value, label = value } = option;
      return label === value ? lineOf(value) : `${value} = ${label}`;
    })
    .join('\n');
}

/** The line of a value that is its own label. If it contains `=`, it is written twice, or it would be read as two. */
const lineOf = (value: unknown): string => (String(value).includes('=') ? `${value} = ${value}` : String(value));

/** Reads what `optionLines` writes. */
export const readOptions = (lines: string): readonly (string | { readonly value: string; readonly label: string })[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const sign = line.includes(' = ') ? ' = ' : '=';
      const [first = '', ...rest] = line.split(sign);
      const [value, label] = [first.trimEnd(), rest.join(sign).trimStart()];
      return label && label !== value ? { value, label } : value;
    });
