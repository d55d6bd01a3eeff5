import fc from 'fast-check';
import { entityOf } from '../../src/model/entities/index.ts';
import { stemOf } from '../../src/model/location.ts';
import type { Kind } from '../../src/model/records.ts';
import { type ObjectSchema, resolveSchema, type Schema } from '../../src/model/schema/schema.ts';
import { locateFile } from '../../src/store/file/inspectSightings.ts';
import { anyValue, contentLike } from './codec/values.ts';

type Json = Readonly<Record<string, unknown>>;

/** One record as a writer passes it on. */
export interface SomeRecord {
  readonly kind: Kind;
  readonly path: string;
  readonly id: number;
  readonly createdAt: string;
  readonly data: Json;
}

export const someTime: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0, max: 4e12 }),
    fc.integer({ min: 0, max: 40_000 }).map((day) => day * 86_400_000),
  )
  .map((time) => new Date(time).toISOString());
const someSlug = fc.constantFrom('a', 'about-us', '2026.notes', 'ünïcode_~', '日本', 'null', 'true', '12');

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  key: fc.oneof(someSlug, fc.constant('notes.json')),
  slug: someSlug,
  pageSlug: fc.array(someSlug, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/')),
  locale: fc.constantFrom('en', 'pt-BR', 'zh-Hant', 'no'),
  timestamp: someTime,
  href: fc.constantFrom('', '#top', '- a: b', '/new?a=b', 'mailto:ada@example.org', 'https://example.org/é'),
  redirectTarget: fc.constantFrom('/new', 'https://example.org/?a=b#c'),
  email: fc.constantFrom('ada@example.org', "o'neill+1@example.org"),
  fileName: fc.constantFrom('harbour-1a2b3c4d.jpg', 'Ä b.png', '1.5', 'no'),
};
const PATTERNS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  '^[1-9][0-9]{0,9}$': fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(String),
  '^[0-9a-f]{16}$': fc.constantFrom('0'.repeat(16), '12e4'.repeat(4)),
  '^[0-9a-f]{40}$': fc.constantFrom('0'.repeat(40), '12e4'.repeat(10)),
  '^[0-9a-f]{64}$': fc.constantFrom('0'.repeat(64), '12e4'.repeat(16), 'af'.repeat(32)),
  '^[a-z]+/[A-Za-z0-9][A-Za-z0-9.+-]*$': fc.constantFrom('image/jpeg', 'application/rss+xml'),
  '^[^\\p{Cc}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\u2066-\\u2069]*$': fc.constantFrom(
    'Sea',
    'pictures/2025',
    '- a: "b" #',
    'été',
  ),
  '^(?!(?:viewer|editor|admin|none)$)[a-z0-9]+(-[a-z0-9]+)*$': fc.constantFrom('translators', 'a-1', '12'),
  '^(?!(?:.*\\*\\*){4})(?!/)(?!.*//)(?!.*/$)[^\\\\]+$': fc.constantFrom('**', 'blog/**', 'a: b', 'é/*'),
  '^[1-9][0-9]{0,3}:[1-9][0-9]{0,3}$': fc.constantFrom('16:9', '1:1'),
  '^/(?!/)[^\\s?#\\\\]*$': fc.constantFrom('/', '/old', '/a:b', '/ä'),
};

/** Texts that are awkward in YAML, of a length that every key allows. */
const someText = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.constantFrom(
      'yes',
      '~',
      '1.0',
      '2026-01-05',
      '- a',
      'a: b',
      'a #b',
      "it's",
      '"',
      '|',
      'a\nb\n',
      ' lead',
      'trail ',
    ),
  )
  .map((text) => text.toWellFormed());

/** Values of a schema; any JSON where the schema is open. */
function someValue(given: Schema, depth: number): fc.Arbitrary<unknown> {
  const schema = resolveSchema(given);
  const { enum: choices, type, format, pattern, items, additionalProperties } = schema;
  if (Array.isArray(choices)) return fc.constantFrom(...choices);
  if (pattern === '\\S') return someText.filter((text) => text.trim() !== '');
  if (typeof pattern === 'string') return PATTERNS[pattern]!;
  if (typeof format === 'string') return FORMATS[format]!;
  if (type === 'string') return someText;
  if (type === 'boolean') return fc.boolean();
  if (type === 'number') return 'exclusiveMinimum' in schema ? fc.constantFrom(0.25, 1) : fc.constantFrom(0, 0.25, 1);
  if (type === 'integer') return integerOf(schema);
  if (type === 'array') return listOf(schema, items as Schema, depth);
  if ('properties' in schema) return objectOf(schema as ObjectSchema, depth);
  if (additionalProperties)
    return fc.dictionary(someName(schema), someValue(additionalProperties as Schema, depth), { maxKeys: 2 });
  if (type === 'object') return contentLike();
  // The schemas of fields: a list or an object; an empty object is the empty list.
  if (Array.isArray(type)) return fc.array(contentLike(), { maxLength: 2 });
  return anyValue();
}

function someName({ propertyNames }: Schema): fc.Arbitrary<string> {
  if (propertyNames === undefined) return someSlug;
  const { format } = propertyNames as Schema;
  return typeof format === 'string' ? FORMATS[format]! : fc.constantFrom('a', 'about-us');
}

const integerOf = ({ minimum = 0, maximum = 2 ** 31 - 1 }: Schema): fc.Arbitrary<number> =>
  fc.integer({ min: minimum as number, max: maximum as number });

function listOf(schema: Schema, items: Schema, depth: number): fc.Arbitrary<unknown> {
  const minLength = (schema['minItems'] as number | undefined) ?? 0;
  const maxLength = 3;
  if (depth > 2) return fc.constant([]);
  if (schema['uniqueItems']) return fc.uniqueArray(someValue(items, depth), { minLength, maxLength });
  return fc.array(someValue(items, depth + 1), { minLength, maxLength });
}

/** Optional keys are absent rather than empty: in a file both are the same. */
const isSomething = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || Object.keys(value).length > 0;

function objectOf(schema: ObjectSchema, depth: number): fc.Arbitrary<Json> {
  const members = Object.entries(schema.properties).map(([key, property]) => {
    const value = someValue(property, depth);
    return [
      key,
      schema.required.includes(key) ? value : fc.option(value.filter(isSomething), { nil: undefined }),
    ] as const;
  });
  return fc
    .record(Object.fromEntries(members))
    .map((value) => withoutUndefined('oneOf' in schema ? asPlacement(value) : value));
}

/** A block in a region is either an inline one or a reusable one. */
function asPlacement({ id, type, title, fields, block, overrides }: Json): Json {
  return block === undefined ? { id, type: type ?? 'text', title, fields } : { id, block, overrides };
}

const withoutUndefined = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));

/** Any record of a kind, in a file of one of its formats. */
export const someRecord = (kind: Kind): fc.Arbitrary<SomeRecord> =>
  fc
    .record({
      data: objectOf(entityOf(kind).schema as ObjectSchema, 0),
      id: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      createdAt: someTime,
      ending: fc.constantFrom('yaml', 'json'),
    })
    .map(({ data, id, createdAt, ending }) => {
      const path = `${stemOf(kind, data)}.${ending}`;
      return { kind, path, createdAt, data, id: entityOf(kind).namedById ? Number(data['key']) : id };
    })
    .filter(({ path }) => locateFile(entityOf(kind).home, path) !== null);
