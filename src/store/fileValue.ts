import { isDeepStrictEqual } from 'node:util';
import { isPlainObject } from '../lib/isPlainObject.ts';
import { entityOf } from '../model/entities/index.ts';
import { placeholdersOf } from '../model/location.ts';
import type { Kind } from '../model/records.ts';
import { type ObjectSchema, resolve, type Schema } from '../model/schema.ts';
import { isTimestamp, toTimestamp } from '../model/timestamp.ts';

type Json = Readonly<Record<string, unknown>>;

interface Written {
  readonly kind: Kind;
  readonly id: number;
  readonly createdAt: string;
  readonly data: object;
}

/**
 * What a record's file is to hold. Nulls, defaults and empty collections of the entity's own keys are not written; what
 * the present file (`raw`) says explicitly and still holds true stays as it is written there, as do keys the entity
 * does not know. A missing id is stamped, a missing createdAt is left to git; an `updatedAt` goes away with the first
 * write, for it is git's from then on.
 */
export function toFileValue({ kind, id, createdAt, data }: Written, raw: Json | null): Json {
  const { schema, order, home } = entityOf(kind);
  const { id: rawId, createdAt: rawCreated, updatedAt: _, ...rest } = raw ?? {};
  const own = keep(schema, withoutKeys(data as Json, placeholdersOf(entityOf(kind))), rest) as Json;
  const managed = {
    ...(home === 'content' && order.includes('id') && { id }),
    ...(order.includes('createdAt') &&
      (raw === null || rawCreated !== undefined) && {
        createdAt: sameTime(rawCreated, createdAt) ? rawCreated : createdAt,
      }),
    ...(rawId !== undefined && rawId === id && { id }),
  };
  return inOrder({ ...managed, ...own }, order);
}

const sameTime = (raw: unknown, time: string): boolean =>
  typeof raw === 'string' && isTimestamp(raw) && toTimestamp(raw) === time;

const withoutKeys = (value: Json, keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));

function inOrder(value: Json, order: readonly string[]): Json {
  const known = order.filter((key) => key in value);
  const others = Object.keys(value).filter((key) => !order.includes(key));
  return Object.fromEntries([...known, ...others].map((key) => [key, value[key]]));
}

/** `value` in its shortest form, or `raw` wherever that means the same. */
function keep(schema: Schema, value: unknown, raw: unknown): unknown {
  const short = shorten(schema, value);
  if (raw !== undefined && isDeepStrictEqual(shorten(schema, raw), short)) return raw;
  if (isPlainObject(value) && isObjectSchema(schema)) return keepMembers(schema, value, isPlainObject(raw) ? raw : {});
  if (isPlainObject(value) && isSchema(schema['additionalProperties']))
    return keepValues(schema['additionalProperties'], value, raw);
  if (Array.isArray(value) && isSchema(schema['items'])) return keepItems(schema['items'], value, raw);
  return short;
}

function keepMembers(schema: ObjectSchema, value: Json, raw: Json): Json {
  const short = shorten(schema, value) as Json;
  const kept = Object.entries(raw).filter(
    ([key, was]) => !(key in schema.properties) || isStillDefault(schema, key, was, value[key]),
  );
  const own = Object.keys(short).map((key) => [key, keep(schema.properties[key]!, value[key], raw[key])]);
  return Object.fromEntries([...own, ...kept.filter(([key]) => !(key in short))]);
}

/** A default that the file spells out stays there as long as it holds. */
const isStillDefault = (schema: ObjectSchema, key: string, was: unknown, is: unknown): boolean => {
  const property = schema.properties[key]!;
  return (
    isDeepStrictEqual(shorten(property, was) ?? null, shorten(property, is) ?? null) ||
    (was === null && is === undefined)
  );
};

function keepValues(schema: Schema, value: Json, raw: unknown): Json {
  const before = isPlainObject(raw) ? raw : {};
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, keep(schema, inner, before[key])]));
}

/** Items are matched with those of the file by id, then by slug, then by place. */
function keepItems(schema: Schema, value: readonly unknown[], raw: unknown): readonly unknown[] {
  const before: readonly unknown[] = Array.isArray(raw) ? raw : [];
  return value.map((item, index) =>
    keep(resolve(schema), item, before.find(sameRecord(item)) ?? unidentified(before[index])),
  );
}

const sameRecord = (item: unknown) => (other: unknown) =>
  isPlainObject(item) &&
  isPlainObject(other) &&
  ['id', 'slug'].some((name) => item[name] !== undefined && item[name] === other[name]);

const unidentified = (item: unknown): unknown => (isPlainObject(item) && 'id' in item ? undefined : item);

const isSchema = (value: unknown): value is Schema => isPlainObject(value);
const isObjectSchema = (schema: Schema): schema is ObjectSchema => isPlainObject(schema['properties']);
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) ? value.length === 0 : isPlainObject(value) && Object.keys(value).length === 0);

/** Without nulls, defaults and empty collections of the schema's own keys; what no schema describes stays verbatim. */
function shorten(given: Schema, value: unknown): unknown {
  const schema = resolve(given);
  if (isPlainObject(value) && isObjectSchema(schema)) return shortenMembers(schema, value);
  if (isPlainObject(value) && isSchema(schema['additionalProperties'])) {
    const values = schema['additionalProperties'];
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(values, inner)]));
  }
  if (Array.isArray(value) && isSchema(schema['items'])) {
    const items = schema['items'];
    return value.map((item) => shorten(items, item));
  }
  if (schema['format'] === 'timestamp' && typeof value === 'string' && isTimestamp(value)) return toTimestamp(value);
  return value;
}

function shortenMembers(schema: ObjectSchema, value: Json): Json {
  const members = Object.entries(schema.properties)
    .filter(([key]) => key in value)
    .map(([key, property]) => [key, shorten(property, value[key]), property['default']] as const);
  return Object.fromEntries(
    members
      .filter(([, inner, fallback]) => !isEmpty(inner) && !isDeepStrictEqual(inner, fallback))
      .map(([key, inner]) => [key, inner]),
  );
}
