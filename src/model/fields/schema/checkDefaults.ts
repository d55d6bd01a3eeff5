import type { Lookup } from '../../entry.ts';
import type { Detail } from '../../errors.ts';
import { checkGroup } from '../checkGroup.ts';
import { type SchemaEntry, schemaEntries } from '../entries.ts';
import { toFieldSet } from '../fieldSet.ts';
import { NO_PROBLEMS, within } from '../problem.ts';
import { readFields } from '../readFields.ts';
import { storeGroup } from '../translate.ts';
import { isMapping } from '../values.ts';

/** The problems of the defaults in a fieldsSchema, nested ones included, checked as values of their fields. Ids are accepted in place of keys. */
export const checkDefaults = (schema: unknown, lookup: Lookup): readonly Detail[] =>
  schemaEntries(schema).flatMap((entry) => within(entry.path, checkEntryDefaults(entry, lookup)));

function checkEntryDefaults({ definition, nestedPath }: SchemaEntry, lookup: Lookup): readonly Detail[] {
  if (!isMapping(definition)) return NO_PROBLEMS;
  return [...checkDefault(definition, lookup), ...within(nestedPath, checkDefaults(definition['fields'], lookup))];
}

function checkDefault(definition: unknown, lookup: Lookup): readonly Detail[] {
  const fields = readFields([definition]);
  const group = toFieldSet(fields, lookup.code.kinds);
  const given = Object.fromEntries(fields.map((field) => [field.name, field.default]));
  const { values, details } = storeGroup(group, given, { lookup });
  const found =
    details.length > 0 ? details : checkGroup(group, values, { lookup, isPublished: false, isBounded: true });
  return found.map(({ path: [, ...inside], ...wording }) => ({ ...wording, path: ['default', ...inside] }));
}
