import { type FormValues, isValueObject } from '../../../form/values.ts';

/** A field as the file of a type defines it. Keys that its form does not know are kept. */
export interface FieldDraft extends FormValues {
  readonly name: string;
  readonly type: string;
  readonly label?: string;
  readonly help?: string;
  readonly required?: boolean;
}

const isDraft = (value: unknown): value is FieldDraft =>
  isValueObject(value) && typeof value['name'] === 'string' && typeof value['type'] === 'string';

/** The fields of a schema: a list of fields, or an object by their names. Null for a JSON Schema or anything else. */
export function readFieldDrafts(schema: unknown): readonly FieldDraft[] | null {
  if (Array.isArray(schema)) return schema.every(isDraft) ? schema : null;
  if (!isValueObject(schema) || schema['type'] === 'object' || '$schema' in schema) return null;
  const fields = Object.entries(schema).map(([name, field]) => namedField(name, field));
  return fields.every(isDraft) ? fields : null;
}

/** A field of an object by names; its type alone may stand there. */
function namedField(name: string, field: unknown): unknown {
  if (typeof field === 'string') return { type: field, name };
  return isValueObject(field) ? { ...field, name } : null;
}

/** The schema of some fields: an object by their names if it was one before and the names are unique; else a list. */
export function writeFieldDrafts(fields: readonly FieldDraft[], before: unknown): unknown {
  if (!isValueObject(before)) return fields;
  const byName = Object.fromEntries(fields.map(({ name, ...field }) => [name, shortened(field, before[name])]));
  return Object.keys(byName).length === fields.length ? byName : fields;
}

/** The type alone, if that is how it was written before. */
const shortened = (field: FormValues, before: unknown): unknown =>
  typeof before === 'string' && Object.keys(field).length === 1 ? field['type'] : field;

/** The field with other values. One that is now empty is left out, so that it is not written to the file. */
export const withValues = (field: FieldDraft, more: FormValues): FieldDraft =>
  Object.fromEntries(
    Object.entries({ ...field, ...more }).filter(([key, value]) => !(key in more) || !isEmptySetting(value)),
  ) as unknown as FieldDraft;

const isEmptySetting = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The settings of a field. */
export const readFieldSettings = ({ settings }: FieldDraft): FormValues => (isValueObject(settings) ? settings : {});

/** The field with other settings; one that is now empty is left out, and so are settings without any. */
export function withSettings(field: FieldDraft, more: FormValues): FieldDraft {
  const wanted = { ...readFieldSettings(field), ...more };
  const kept = Object.entries(wanted).filter(([key, value]) => !(key in more) || !isEmptySetting(value));
  return withValues(field, { settings: kept.length > 0 ? Object.fromEntries(kept) : undefined });
}
