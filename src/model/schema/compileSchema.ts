import type { CodeOptions, ErrorObject } from 'ajv';
import { lazily, loadLazily } from '../../lib/list/lazily.ts';
import { FORMATS } from './formats.ts';
import type { Schema } from './schema.ts';

const ajvPackage = loadLazily<typeof import('ajv')>('ajv');
const formatsPackage = loadLazily<typeof import('ajv-formats')>('ajv-formats');

/** Standard formats that schemas may name besides Quire's own. */
export const STANDARD_FORMATS = ['date', 'time', 'date-time', 'email', 'uri', 'uri-reference', 'uuid'] as const;
/** With all errors collected `maxLength` does not shield a format, so no format looks at a longer text. */
const MAX_FORMAT_LENGTH = 10_000;

/** What checks a value, changing it as the schema says; what it finds wrong stands in `errors`. */
export interface Compiled {
  (value: unknown): boolean;
  errors?: readonly ErrorObject[] | null;
}

interface Options {
  /** Fills absent values in. */
  readonly defaults?: boolean;
}

/** Names a schema and how it is compiled: both as JSON, which is all they are. */
export const schemaKey = (schema: Schema, { defaults = false }: Options): string => JSON.stringify([schema, defaults]);

/** Compiles what a key names. One ajv a schema: an instance keeps every schema it has ever compiled alive. */
export const compileSchema = (key: string): Compiled => prepareSchema(key).compile();

/** An ajv and the schema that it compiles, to be called or to be written down. */
export function prepareSchema(key: string, code: CodeOptions = {}) {
  const { Ajv } = ajvPackage();
  // `schemaKey` has written it.
  const [schema, defaults] = JSON.parse(key) as [Schema, boolean];
  const ajv = new Ajv({
    strict: true,
    strictRequired: false,
    allErrors: true,
    allowUnionTypes: true,
    removeAdditional: true,
    useDefaults: defaults,
    verbose: true,
    $data: false,
    validateSchema: false,
    meta: false,
    addUsedSchema: false,
    code: { optimize: 1, ...code },
  });
  ajv.addKeyword({ keyword: 'errorMessage', schemaType: 'string' });
  for (const [name, test] of Object.entries(FORMAT_TESTS)) ajv.addFormat(name, test);
  return { ajv, compile: () => ajv.compile(withNullable(schema) as Schema) };
}

const bounded = (test: (text: string) => boolean) => (text: string) => text.length <= MAX_FORMAT_LENGTH && test(text);

/** Tests of all formats that schemas may name. The package of the standard ones is loaded when one is asked for. */
export const FORMAT_TESTS: Readonly<Record<string, (text: string) => boolean>> = {
  ...Object.fromEntries(STANDARD_FORMATS.map((name) => [name, bounded(standardTest(name))])),
  ...Object.fromEntries(Object.entries(FORMATS).map(([name, { test }]) => [name, bounded(test)])),
};

function standardTest(name: (typeof STANDARD_FORMATS)[number]): (text: string) => boolean {
  const test = lazily(() => standardFormat(name));
  return (text) => test()(text);
}

function standardFormat(name: (typeof STANDARD_FORMATS)[number]): (text: string) => boolean {
  const format = formatsPackage().default.get(name, 'full');
  if (format instanceof RegExp) return (text) => format.test(text);
  const { validate } = format as { validate: RegExp | ((text: string) => boolean) } & typeof format;
  const test = typeof format === 'function' ? format : validate;
  return test instanceof RegExp ? (text) => test.test(text) : (test as (text: string) => boolean);
}

/** `anyOf: [schema, null]` as ajv's `nullable`: one problem where there is one, and defaults inside still count. */
function withNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNullable);
  if (node === null || typeof node !== 'object') return node;
  const schema = node as Schema;
  const inner = nullableOf(schema);
  if (inner) return withNullable({ ...without(schema, 'anyOf'), ...inner, ...nullKeywords(inner) });
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, isData(key) ? value : withNullable(value)]),
  );
}

/** Keywords whose values are data, not schemas. */
const isData = (keyword: string): boolean => keyword === 'default' || keyword === 'enum' || keyword === 'const';

function nullableOf(schema: Schema): Schema | null {
  const branches = schema['anyOf'] as readonly Schema[] | undefined;
  const [inner, none] = Array.isArray(branches) && branches.length === 2 ? branches : [];
  return inner?.['type'] !== undefined && none?.['type'] === 'null' ? inner : null;
}

const nullKeywords = (inner: Schema): Schema => ({
  ...(Array.isArray(inner['type']) ? { type: [...inner['type'], 'null'] } : { nullable: true }),
  ...(Array.isArray(inner['enum']) && { enum: [...inner['enum'], null] }),
});

const without = (schema: Schema, keyword: string): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key !== keyword));
