import type { CodeOptions, ErrorObject } from 'ajv';
import { lazily } from '../../lib/list/lazily.ts';
import { loadLazily } from '../../lib/list/loadLazily.ts';
import { FORMATS } from './formats.ts';
import type { Schema } from './schema.ts';

const ajvPackage = loadLazily<typeof import('ajv')>('ajv');
const formatsPackage = loadLazily<typeof import('ajv-formats')>('ajv-formats');

/** The standard formats that schemas may name besides Quire's own. */
export const STANDARD_FORMATS = ['date', 'time', 'date-time', 'email', 'uri', 'uri-reference', 'uuid'] as const;
/** Formats reject longer text untested: as all errors are collected, `maxLength` does not protect them from it. */
const MAX_FORMAT_LENGTH = 10_000;

/** Checks a value, and changes it as the schema says; puts the problems into `errors`. */
export interface CompiledSchema {
  (value: unknown): boolean;
  errors?: readonly ErrorObject[] | null;
}

interface Options {
  /** Whether to fill in absent values. */
  readonly defaults?: boolean;
}

/** A key for a schema and its options: both as JSON, which is all they consist of. */
export const schemaKey = (schema: Schema, { defaults = false }: Options): string => JSON.stringify([schema, defaults]);

/** Compiles the schema of a key. Each schema gets its own ajv: an instance keeps alive every schema it has compiled. */
export const compileSchema = (key: string): CompiledSchema => prepareSchema(key).compile();

/** Prepares an ajv for the schema of a key, to compile it for use or to write out its code. */
export function prepareSchema(key: string, code: CodeOptions = {}) {
  const { Ajv } = ajvPackage();
  // Written by `schemaKey`.
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

const limitLength = (test: (text: string) => boolean) => (text: string) =>
  text.length <= MAX_FORMAT_LENGTH && test(text);

/** The tests of all formats that schemas may name. The package of the standard formats is loaded on first use. */
export const FORMAT_TESTS: Readonly<Record<string, (text: string) => boolean>> = {
  ...Object.fromEntries(STANDARD_FORMATS.map((name) => [name, limitLength(standardTest(name))])),
  ...Object.fromEntries(Object.entries(FORMATS).map(([name, { test }]) => [name, limitLength(test)])),
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

/** Turns `anyOf: [schema, null]` into ajv's `nullable`: it reports one problem instead of several, and applies nested defaults. */
function withNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNullable);
  if (node === null || typeof node !== 'object') return node;
  const schema = node as Schema;
  const inner = nullableOf(schema);
  if (inner) return withNullable({ ...withoutKeyword(schema, 'anyOf'), ...inner, ...nullKeywords(inner) });
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, isData(key) ? value : withNullable(value)]),
  );
}

/** Whether the value of a keyword is data, not a schema. */
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

const withoutKeyword = (schema: Schema, keyword: string): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key !== keyword));
