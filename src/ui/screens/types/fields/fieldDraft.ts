import { isObject, type Values } from '../../../form/values.ts';

/** A field as the file of a type defines it. Keys that its form does not know are kept. */
export interface FieldDraft extends Values {
  readonly name: string;
  readonly type: string;
  readonly label?: string;
  readonly help?: string;
  readonly required?: boolean;
}

const isDraft = (value: unknown): value is FieldDraft =>
  isObject(value) && typeof value['name'] === 'string' && typeof value['type'] === 'string';

/** The fields of a schema: a list of fields, or an object by their names. Null for a JSON Schema or anything else. */
export function fieldsOf(schema: unknown): readonly FieldDraft[] | null {
  if (Array.isArray(schema)) return schema.every(isDraft) ? schema : null;
  if (!isObject(schema) || schema['type'] === 'object' || '$schema' in schema) return null;
  const fields = Object.entries(schema).map(([name, field]) => namedField(name, field));
  return fields.every(isDraft) ? fields : null;
}

/** A field of an object by names; its type alone may stand there. */
function namedField(name: string, field: unknown): unknown {
  if (typeof field === 'string') return { type: field, name };
  return isObject(field) ? { ...field, name } : null;
}

/** The schema of some fields: an object by their names if it was one before and the names are unique; else a list. */
export function schemaOf(fields: readonly FieldDraft[], before: unknown): unknown {
  if (!isObject(before)) return fields;
  const byName = Object.fromEntries(fields.map(({ name, ...field }) => [name, shortened(field, before[name])]));
  return Object.keys(byName).length === fields.length ? byName : fields;
}

/** The type alone, if that is how it was written before. */
const shortened = (field: Values, before: unknown): unknown =>
  typeof before === 'string' && Object.keys(field).length === 1 ? field['type'] : field;

/** The field with other values. One that is now empty is left out, so that it is not written to the file. */
export const withValues = (field: FieldDraft, more: Values): FieldDraft =>
  Object.fromEntries(
    Object.entries({ ...field, ...more }).filter(([key, value]) => !(key in more) || !isEmpty(value)),
  ) as unknown as FieldDraft;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The settings of a field. */
export const settingsOf = ({ settings }: FieldDraft): Values => (isObject(settings) ? settings : {});

/** The field with other settings; one that is now empty is left out, and so are settings without any. */
export function withSettings(field: FieldDraft, more: Values): FieldDraft {
  const wanted = { ...settingsOf(field), ...more };
  const kept = Object.entries(wanted).filter(([key, value]) => !(key in more) || !isEmpty(value));
  return withValues(field, { settings: kept.length > 0 ? Object.fromEntries(kept) : undefined });
}
