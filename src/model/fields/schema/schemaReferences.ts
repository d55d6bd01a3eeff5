import type { Reference, ValuePath } from '../../reference.ts';
import { type SchemaEntry, schemaEntries } from '../entries.ts';
import { toFieldSet } from '../fieldSet.ts';
import { readFields } from '../readFields.ts';
import { valueReferences } from '../references.ts';
import { type FieldValues, isMapping, isMissing } from '../values.ts';

/** The field types whose `settings.types` names content types. */
const LIMITED: readonly unknown[] = ['reference', 'page', 'link'];

/** The references of a fieldsSchema, nested fields included: the content types that fields allow, and the targets of defaults. */
export const schemaReferences = (schema: unknown, path: ValuePath): readonly Reference[] =>
  schemaEntries(schema).flatMap((entry) => entryReferences(entry, [...path, ...entry.path]));

function entryReferences({ definition, nestedPath }: SchemaEntry, path: ValuePath): readonly Reference[] {
  if (!isMapping(definition)) return [];
  return [
    ...typeReferences(definition, [...path, 'settings', 'types']),
    ...defaultReferences(definition, [...path, 'default']),
    ...schemaReferences(definition['fields'], [...path, ...nestedPath]),
  ];
}

function typeReferences({ type, settings }: FieldValues, path: ValuePath): readonly Reference[] {
  const types = isMapping(settings) && LIMITED.includes(type) ? settings['types'] : undefined;
  if (!Array.isArray(types)) return [];
  return types.flatMap((key, index) =>
    typeof key === 'string' ? [{ kind: 'contentType' as const, key, path: [...path, index] }] : [],
  );
}

function defaultReferences(definition: FieldValues, path: ValuePath): readonly Reference[] {
  const [field] = toFieldSet(readFields([definition])).fields;
  const value = field?.field.default;
  return field === undefined || isMissing(value) ? [] : valueReferences(value, field, path);
}
