import {
  type RecordWords,
  translatedWords,
  translatePart,
  type WordedPart,
  type WordsByLocale,
} from '../../record/words.ts';
import type { ValuePath } from '../../reference.ts';
import { type Schema, text } from '../../schema/schema.ts';
import { isJsonSchema, schemaEntries } from '../entries.ts';
import type { FieldsSchema } from '../field.ts';
import { isMapping } from '../values.ts';

/** What types have in common that have words. */
interface WordedType extends Readonly<Record<string, unknown>> {
  readonly fieldsSchema: FieldsSchema;
  readonly regions?: readonly unknown[];
  readonly translations?: WordsByLocale;
}

/** The words of a type by locale; those of its fields, options and regions stand beside these. */
export const typeTranslations = (): Schema<WordsByLocale> =>
  translatedWords({ name: text({ maxLength: 200 }), description: text() });

/** The words of types: names, descriptions, and the labels and help of fields, options and regions. */
export const typeWords = <T extends WordedType>(): RecordWords<T> => ({
  *parts(data) {
    yield { path: [], value: data, names: ['name', 'description'] };
    yield* schemaParts(data.fieldsSchema, ['fieldsSchema']);
    yield* labelParts(data.regions, ['regions']);
  },
  inLanguages: (data, locales) => ({
    ...translatePart(data, locales),
    fieldsSchema: translateSchema(data.fieldsSchema, locales) as FieldsSchema,
    ...(data.regions && { regions: translateEach(data.regions, locales) }),
  }),
});

function* schemaParts(schema: unknown, path: ValuePath): Generator<WordedPart> {
  if (isMapping(schema) && isJsonSchema(schema)) return;
  for (const { path: at, definition, nestedPath } of schemaEntries(schema)) {
    if (!isMapping(definition)) continue;
    const here = [...path, ...at];
    yield { path: here, value: definition, names: ['label', 'help'] };
    yield* labelParts(definition['options'], [...here, 'options']);
    yield* schemaParts(definition['fields'], [...here, ...nestedPath]);
  }
}

function* labelParts(list: unknown, path: ValuePath): Generator<WordedPart> {
  for (const [index, value] of Array.isArray(list) ? list.entries() : [])
    if (isMapping(value)) yield { path: [...path, index], value, names: ['label'] };
}

/** A schema in other languages; one in the form of a JSON Schema is as it was. */
function translateSchema(schema: unknown, locales: readonly string[]): unknown {
  if (Array.isArray(schema)) return schema.map((one) => translateField(one, locales));
  if (!isMapping(schema) || isJsonSchema(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).map(([name, one]) => [name, translateField(one, locales)]));
}

function translateField(definition: unknown, locales: readonly string[]): unknown {
  if (!isMapping(definition)) return definition;
  const { fields, options } = definition;
  return {
    ...translatePart(definition, locales),
    ...(fields !== undefined && { fields: translateSchema(fields, locales) }),
    ...(Array.isArray(options) && { options: translateEach(options, locales) }),
  };
}

const translateEach = (list: readonly unknown[], locales: readonly string[]): readonly unknown[] =>
  list.map((one) => (isMapping(one) ? translatePart(one, locales) : one));
