import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { isJsonSchema } from '../fields/entries.ts';
import { mergeItems } from './list/mergeItems.ts';
import { mergeSet } from './list/mergeSet.ts';
import { mergeJson } from './mergeJson.ts';
import { mergeObject, rowOf } from './mergeObject.ts';
import { clash, type Merge } from './versions.ts';

type Form = 'list' | 'object' | 'jsonSchema';

const formOf = (schema: unknown): Form | undefined => {
  if (Array.isArray(schema)) return 'list';
  if (!isPlainObject(schema)) return undefined;
  return isJsonSchema(schema) ? 'jsonSchema' : 'object';
};

/** Merges fieldsSchemas of one form by the names of their fields, and fields by what their definitions say. */
export const mergeFieldsSchema: Merge = (versions, scope) => {
  const { ours, theirs, base = Array.isArray(ours) ? [] : {} } = versions;
  const form = formOf(ours);
  const isOne = form !== undefined && [base, theirs].every((schema) => isEmpty(schema) || formOf(schema) === form);
  return (isOne ? BY_FORM[form] : clash)({ base: isEmpty(base) ? undefined : base, ours, theirs }, scope);
};

/** No fields are none in any form. */
const isEmpty = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0;

const nameIn =
  (key: string) =>
  (item: unknown): string | undefined => {
    const name = isPlainObject(item) ? item[key] : item;
    return typeof name === 'string' ? name : undefined;
  };

/** The parts of a definition that are more than one value. */
const PARTS: Readonly<Record<string, Merge>> = {
  fields: mergeFieldsSchema,
  options: mergeItems({ nameOf: nameIn('value'), merge: mergeJson }),
  settings: mergeJson,
};
const mergeDefinition = mergeObject({ at: (key) => rowOf(PARTS, key) ?? clash });
const mergeDefinitions = mergeObject({ at: () => mergeDefinition });

/** What a JSON Schema says of its fields, and of objects inside of them. */
const mergeJsonSchema: Merge = mergeObject({
  at(key) {
    if (key === 'properties') return mergeObject({ at: () => (versions, scope) => mergeJsonSchema(versions, scope) });
    return key === 'required' ? mergeSet : mergeJson;
  },
});

const BY_FORM: Readonly<Record<Form, Merge>> = {
  list: mergeItems({ nameOf: nameIn('name'), merge: mergeDefinition }),
  object: mergeDefinitions,
  jsonSchema: mergeJsonSchema,
};

/** Merges the regions of a content type by their names. */
export const mergeRegions = mergeItems({
  nameOf: nameIn('name'),
  merge: mergeObject({ at: (key) => (key === 'allowed_types' ? mergeSet : mergeJson) }),
});
