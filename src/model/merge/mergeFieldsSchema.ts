import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { isJsonSchema } from '../fields/entries.ts';
import { mergeItems } from './list/mergeItems.ts';
import { mergeSet } from './list/mergeSet.ts';
import { mergeJson } from './mergeJson.ts';
import { mergeObject, rowOf } from './mergeObject.ts';
import { clash, type MergeRule } from './threeVersions.ts';

type SchemaForm = 'list' | 'object' | 'jsonSchema';

const schemaForm = (schema: unknown): SchemaForm | undefined => {
  if (Array.isArray(schema)) return 'list';
  if (!isPlainObject(schema)) return undefined;
  return isJsonSchema(schema) ? 'jsonSchema' : 'object';
};

/** Merges fieldsSchemas of the same form field by field, by name; schemas of different forms clash. */
export const mergeFieldsSchema: MergeRule = (versions, scope) => {
  const { ours, theirs, base = Array.isArray(ours) ? [] : {} } = versions;
  const form = schemaForm(ours);
  const isOne =
    form !== undefined && [base, theirs].every((schema) => isEmptySchema(schema) || schemaForm(schema) === form);
  return (isOne ? BY_FORM[form] : clash)({ base: isEmptySchema(base) ? undefined : base, ours, theirs }, scope);
};

/** An empty schema is empty in any form. */
const isEmptySchema = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0;

const nameIn =
  (key: string) =>
  (item: unknown): string | undefined => {
    const name = isPlainObject(item) ? item[key] : item;
    return typeof name === 'string' ? name : undefined;
  };

/** The parts of a field definition that can be merged; the others are single values. */
const PARTS: Readonly<Record<string, MergeRule>> = {
  fields: mergeFieldsSchema,
  options: mergeItems({ nameOf: nameIn('value'), merge: mergeJson }),
  settings: mergeJson,
  translations: mergeJson,
};
const mergeDefinition = mergeObject({ at: (key) => rowOf(PARTS, key) ?? clash });
const mergeDefinitions = mergeObject({ at: () => mergeDefinition });

/** Merges JSON Schemas property by property, and nested objects likewise. */
const mergeJsonSchema: MergeRule = mergeObject({
  at(key) {
    if (key === 'properties') return mergeObject({ at: () => (versions, scope) => mergeJsonSchema(versions, scope) });
    return key === 'required' ? mergeSet : mergeJson;
  },
});

const BY_FORM: Readonly<Record<SchemaForm, MergeRule>> = {
  list: mergeItems({ nameOf: nameIn('name'), merge: mergeDefinition }),
  object: mergeDefinitions,
  jsonSchema: mergeJsonSchema,
};

/** Merges the regions of a content type by their names. */
export const mergeRegions = mergeItems({
  nameOf: nameIn('name'),
  merge: mergeObject({ at: (key) => (key === 'allowed_types' ? mergeSet : mergeJson) }),
});
