import type { ErrorObject, ValidateFunction } from 'ajv';

import { loadLazily } from '../lib/loadLazily.ts';
import { remember } from '../lib/remember.ts';
import type { Detail } from './errors.ts';
import { FORMATS } from './formats.ts';
import type { Schema } from './schema.ts';
import { describeError } from './validatorMessage.ts';

const ajvPackage = loadLazily<typeof import('ajv')>('ajv');
const formatsPackage = loadLazily<typeof import('ajv-formats')>('ajv-formats');

export type Validated<T> = { readonly value: T } | { readonly details: readonly Detail[] };
export type Validator<T> = (value: unknown) => Validated<T>;

/** Standard formats that schemas may name besides Quire's own. */
const STANDARD_FORMATS = ['date', 'time', 'date-time', 'email', 'uri', 'uri-reference', 'uuid'] as const;
/** With all errors collected `maxLength` does not shield a format, so no format looks at a longer text. */
const MAX_FORMAT_LENGTH = 10_000;
/** For the same reason a list that is too long still has all its items checked. */
const MAX_ERRORS = 1_000;

/**
 * Makes the function that checks values against `schema`. It answers all problems at once, each with its path, or a
 * copy of the value without the properties that the schema does not know; its input stays as it is. `defaults` fills
 * absent values in: never for updates, which it would reset. Compiled when first used. In an `anyOf` of several objects
 * the first branch already drops what only the second knows.
 */
export function createValidator<T>(schema: Schema<T>, options: { readonly defaults?: boolean } = {}): Validator<T> {
  let compiled: ValidateFunction | undefined;
  return (value) => {
    compiled ??= compileOnce(JSON.stringify([schema, options.defaults ?? false]));
    const copy = copyJson(value);
    // ajv has just proved that the copy is what the schema, which carries T, describes.
    if (compiled(copy)) return { value: copy as T };
    return { details: toDetails(compiled.errors ?? []) };
  };
}

/** By their JSON, which is all they are: the same schema is declared in many places and read again with its file. */
const compileOnce = remember((key) => compile(...(JSON.parse(key) as Parameters<typeof compile>)), 1_000);

/** One ajv a schema: an instance keeps every schema it has ever compiled alive. */
function compile(schema: Schema, defaults: boolean): ValidateFunction {
  const { Ajv } = ajvPackage();
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
    code: { optimize: 1 },
  });
  ajv.addKeyword({ keyword: 'errorMessage', schemaType: 'string' });
  for (const name of STANDARD_FORMATS) ajv.addFormat(name, bounded(standardFormat(name)));
  for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, bounded(format.test));
  return ajv.compile(withNullable(schema) as Schema);
}

const bounded = (test: (text: string) => boolean) => (text: string) => text.length <= MAX_FORMAT_LENGTH && test(text);

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

function toDetails(all: readonly ErrorObject[]): Detail[] {
  const errors = all.slice(0, MAX_ERRORS);
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  // Why one branch of a failed choice failed is not told: the choice itself is.
  const isBranch = ({ schemaPath }: ErrorObject) =>
    choices.some((choice) => schemaPath.startsWith(`${choice.schemaPath}/`));
  const details = errors.filter((error) => !isBranch(error)).map(describeError);
  return [...new Map(details.map((detail) => [JSON.stringify(detail), detail])).values()];
}

/** A deep copy of a JSON value; several times faster than structuredClone. A key `__proto__` is left out. */
function copyJson(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(copyJson);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (key !== '__proto__') copy[key] = copyJson((value as Record<string, unknown>)[key]);
  }
  return copy;
}
