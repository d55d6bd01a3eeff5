import type { ErrorObject } from 'ajv';
import type { Detail } from '../errors.ts';
import { FORMATS } from './formats.ts';

type Params = Readonly<Record<string, unknown>>;

const STANDARD_EXPECTED: Readonly<Record<string, string>> = {
  date: 'a date such as "2026-01-05"',
  time: 'a time such as "09:00:00Z"',
  'date-time': 'a date and time such as "2026-01-05T09:00:00Z"',
  email: 'an e-mail address',
  uri: 'an absolute URL',
  'uri-reference': 'a URL',
  uuid: 'a UUID',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const count = (limit: unknown, noun: string): string =>
  `${Number(limit).toLocaleString('en')} ${noun}${limit === 1 ? '' : 's'}`;
const literal = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The message for each keyword that a value can break. */
const MESSAGES: Readonly<Record<string, (params: Params) => string>> = {
  required: () => 'is required',
  type: ({ type }) =>
    `must be ${[type]
      .flat()
      .map((name) => TYPES[String(name)])
      .join(' or ')}`,
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as readonly unknown[]).map(literal).join(', ')}`,
  const: ({ allowedValue }) => `must be ${literal(allowedValue)}`,
  maxLength: ({ limit }) => `must have at most ${count(limit, 'character')}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'character')}`),
  maxItems: ({ limit }) => `must have at most ${count(limit, 'item')}`,
  minItems: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'item')}`),
  maxProperties: ({ limit }) => `must have at most ${Number(limit).toLocaleString('en')} keys`,
  minProperties: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} keys`),
  maximum: ({ limit }) => `must be at most ${limit}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  format: ({ format }) => `must be ${expected(String(format))}`,
  pattern: ({ pattern }) => `must match the pattern ${pattern}`,
  uniqueItems: ({ i }) => `must not repeat an item (item ${Number(i)} occurs twice)`,
};

const expected = (format: string): string =>
  FORMATS[format]?.expected ?? STANDARD_EXPECTED[format] ?? `a valid ${format}`;

/** The keywords whose message a schema may replace by its `errorMessage`. */
const OWN_WORDS: readonly string[] = ['pattern', 'format', 'oneOf'];

/** An ajv error (made with `verbose`) in plain words, or in those of the schema's `errorMessage`. */
export function describeError(error: ErrorObject): Detail {
  const own = (error.parentSchema as Params | undefined)?.['errorMessage'];
  const isOwn = typeof own === 'string' && OWN_WORDS.includes(error.keyword);
  return { path: pathOf(error), message: isOwn ? own : message(error) };
}

function message({ keyword, params, parentSchema }: ErrorObject): string {
  const words = MESSAGES[keyword]?.(params) ?? 'is not valid';
  return parentSchema?.['nullable'] === true && keyword === 'type' ? `${words} or null` : words;
}

/** The path of the value concerned; for a missing property the path it should have. */
function pathOf({ instancePath, keyword, params }: ErrorObject): string[] {
  const keys = instancePath.split('/').slice(1);
  const path = keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keyword === 'required' ? [...path, String((params as Params)['missingProperty'])] : path;
}
