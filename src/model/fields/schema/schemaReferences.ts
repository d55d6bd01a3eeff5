import type { Reference, ValuePath } from '../../reference.ts';
import { type SchemaEntry, schemaEntries } from '../entries.ts';
import { type GroupField, toFieldSet } from '../fieldSet.ts';
import type { WalkScope } from '../kind.ts';
import { readFields } from '../readFields.ts';
import { valueReferences } from '../references.ts';
import { isMapping, isMissing } from '../values.ts';

/** The field types whose `settings.types` names content types. */
const LIMITED: readonly string[] = ['reference', 'page', 'link'];

/** The references of a fieldsSchema, nested fields included: the content types that fields allow, and the targets of defaults. */
export const schemaReferences = (schema: unknown, { path, lookup }: WalkScope): readonly Reference[] =>
  schemaEntries(schema).flatMap((entry) => entryReferences(entry, { path: [...path, ...entry.path], lookup }));

function entryReferences({ definition, nestedPath }: SchemaEntry, { path, lookup }: WalkScope): readonly Reference[] {
  if (!isMapping(definition)) return [];
  const [field] = toFieldSet(readFields([definition]), lookup.code.kinds).fields;
  return [
    ...(field && isMapping(definition['settings']) ? typeReferences(field, [...path, 'settings', 'types']) : []),
    ...(field ? defaultReferences(field, [...path, 'default']) : []),
    ...schemaReferences(definition['fields'], { path: [...path, ...nestedPath], lookup }),
  ];
}

function typeReferences({ kind, field: { settings } }: GroupField, path: ValuePath): readonly Reference[] {
  const types = LIMITED.includes(kind.type) ? settings?.['types'] : undefined;
  if (!Array.isArray(types)) return [];
  return types.flatMap((key, index) =>
    typeof key === 'string' ? [{ kind: 'contentType' as const, key, path: [...path, index] }] : [],
  );
}

function defaultReferences(field: GroupField, path: ValuePath): readonly Reference[] {
  const value = field.field.default;
  return isMissing(value) ? [] : valueReferences(value, field, path);
}
