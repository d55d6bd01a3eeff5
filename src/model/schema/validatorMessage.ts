import type { ErrorObject } from 'ajv';
import type { Detail } from '../errors.ts';
import { because, toWording, type Wording } from '../reason.ts';
import { FORMATS } from './formats.ts';

type ErrorParams = Readonly<Record<string, unknown>>;

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

const formatQuantity = (limit: unknown, noun: string): string =>
  `${Number(limit).toLocaleString('en')} ${noun}${limit === 1 ? '' : 's'}`;
const formatLiteral = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const EMPTY = because('empty', 'must not be empty', {});

const TYPE_REASONS: Readonly<Record<string, 'text' | 'whole' | 'number' | 'list'>> = {
  ...{ string: 'text', integer: 'whole', number: 'number', array: 'list' },
};

const FORMAT_REASONS: Readonly<Record<string, 'day' | 'email' | 'url' | 'slug' | 'locale' | 'moment'>> = {
  ...{ date: 'day', email: 'email', uri: 'url', 'uri-reference': 'url', slug: 'slug', pageSlug: 'slug' },
  ...{ redirectTarget: 'url', canonicalUrl: 'url', href: 'url', locale: 'locale', timestamp: 'moment' },
};

/** The message for each keyword that a value can break. */
const MESSAGES: Readonly<Record<string, (params: ErrorParams) => string | Wording>> = {
  required: () => because('required', 'is required', {}),
  type({ type }) {
    const names = [type].flat().map(String);
    const message = `must be ${names.map((name) => TYPES[name]).join(' or ')}`;
    const reason = names.length === 1 ? TYPE_REASONS[names[0] ?? ''] : undefined;
    return reason ? because(reason, message, {}) : message;
  },
  enum({ allowedValues }) {
    const choices = (allowedValues as readonly unknown[]).map(formatLiteral).join(', ');
    return because('oneOf', `must be one of ${choices}`, { choices });
  },
  const: ({ allowedValue }) => `must be ${formatLiteral(allowedValue)}`,
  maxLength: ({ limit }) =>
    because('mostCharacters', `must have at most ${formatQuantity(limit, 'character')}`, { count: Number(limit) }),
  minLength: ({ limit }) =>
    limit === 1
      ? EMPTY
      : because('leastCharacters', `must have at least ${formatQuantity(limit, 'character')}`, {
          count: Number(limit),
        }),
  maxItems: ({ limit }) =>
    because('mostItems', `must have at most ${formatQuantity(limit, 'item')}`, { count: Number(limit) }),
  minItems: ({ limit }) =>
    limit === 1
      ? EMPTY
      : because('leastItems', `must have at least ${formatQuantity(limit, 'item')}`, { count: Number(limit) }),
  maxProperties: ({ limit }) =>
    because('mostItems', `must have at most ${Number(limit).toLocaleString('en')} keys`, { count: Number(limit) }),
  minProperties: ({ limit }) =>
    limit === 1 ? EMPTY : because('leastItems', `must have at least ${limit} keys`, { count: Number(limit) }),
  maximum: ({ limit }) => because('most', `must be at most ${limit}`, { n: Number(limit) }),
  minimum: ({ limit }) => because('least', `must be at least ${limit}`, { n: Number(limit) }),
  exclusiveMaximum: ({ limit }) => because('lessThan', `must be less than ${limit}`, { n: Number(limit) }),
  exclusiveMinimum: ({ limit }) => because('moreThan', `must be more than ${limit}`, { n: Number(limit) }),
  multipleOf: ({ multipleOf }) => because('multiple', `must be a multiple of ${multipleOf}`, { n: Number(multipleOf) }),
  format({ format }) {
    const reason = FORMAT_REASONS[String(format)];
    const message = `must be ${expected(String(format))}`;
    return reason ? because(reason, message, {}) : message;
  },
  propertyNames: ({ propertyName }) => `has no value "${String(propertyName)}"`,
  pattern: ({ pattern }) => because('pattern', `must match the pattern ${pattern}`, { pattern: String(pattern) }),
  uniqueItems: ({ i }) => because('repeated', `must not repeat an item (item ${Number(i)} occurs twice)`, {}),
};

const expected = (format: string): string =>
  FORMATS[format]?.expected ?? STANDARD_EXPECTED[format] ?? `a valid ${format}`;

/** The keywords whose message a schema may replace by its `errorMessage`. */
const OWN_WORDS: readonly string[] = ['pattern', 'format', 'oneOf'];

/** An ajv error (made with `verbose`) in plain words, or in those of the schema's `errorMessage`. */
export function describeError(error: ErrorObject): Detail {
  const own = (error.parentSchema as ErrorParams | undefined)?.['errorMessage'];
  if (error.keyword === 'propertyNames' && hasFormat(error.schema)) {
    const { propertyName } = error.params as ErrorParams;
    return { path: [...errorPath(error), String(propertyName)], ...toWording(MESSAGES['format']!(error.schema)) };
  }
  const isOwn = typeof own === 'string' && OWN_WORDS.includes(error.keyword);
  return { path: errorPath(error), ...toWording(isOwn ? (OWN_REASONS[own] ?? own) : wordingOf(error)) };
}

const hasFormat = (schema: unknown): schema is { readonly format: string } =>
  typeof schema === 'object' && schema !== null && 'format' in schema;

/** What schemas say in their own words that has a known reason. */
const OWN_REASONS: Readonly<Record<string, Wording>> = { [EMPTY.message]: EMPTY };

function wordingOf({ keyword, params, parentSchema }: ErrorObject): Wording {
  const wording = toWording(MESSAGES[keyword]?.(params) ?? because('unfit', 'is not valid', {}));
  const isOrNull = parentSchema?.['nullable'] === true && keyword === 'type';
  return isOrNull ? { ...wording, message: `${wording.message} or null` } : wording;
}

/** The path of the value concerned; for a missing property the path it should have. */
function errorPath({ instancePath, keyword, params }: ErrorObject): string[] {
  const keys = instancePath.split('/').slice(1);
  const path = keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keyword === 'required' ? [...path, String((params as ErrorParams)['missingProperty'])] : path;
}
