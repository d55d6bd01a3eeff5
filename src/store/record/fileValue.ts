import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { sameJson } from '../../lib/json/sameJson.ts';
import { lazily } from '../../lib/list/lazily.ts';
import { entityOf } from '../../model/entities/index.ts';
import { placeholdersOf } from '../../model/location.ts';
import type { Kind } from '../../model/records.ts';
import type { ObjectSchema, Schema } from '../../model/schema/schema.ts';
import { schemaShape } from '../../model/schema/schemaShape.ts';
import { isTimestamp, toTimestamp } from '../../model/text/timestamp.ts';
import { mapParts } from './schemaParts.ts';

type Json = Readonly<Record<string, unknown>>;

/** A record as a write wants it in its file. */
export interface RecordToWrite<T = object> {
  readonly id: number;
  readonly createdAt: string;
  /** Set by imports only and kept until the next write; otherwise the time comes from git. */
  readonly updatedAt?: string;
  readonly data: T;
}

/**
 * The value to write to a record's file. Nulls, defaults and empty collections of the entity's own keys are left out.
 * What the present file (`raw`) spells out stays as it is written there while it is still true; so do keys that the
 * entity does not know. A missing id is added, a missing createdAt is left to git. An `updatedAt` is dropped by the
 * first write that does not bring its own, because git knows it from then on.
 */
export function toFileValue(
  { kind, id, createdAt, updatedAt, data }: RecordToWrite & { readonly kind: Kind },
  raw: Json | null,
): Json {
  const { schema, order, namedById = false } = entityOf(kind);
  const { id: rawId, createdAt: rawCreated, updatedAt: _, ...rest } = raw ?? {};
  const keep = createValueFormatter(lazily(() => new Map(itemsIn(schema, rest).map((item) => [idOfItem(item), item]))));
  const own = keep(schema, withoutKeys(data as Json, placeholdersOf(kind)), rest) as Json;
  const managed = {
    ...(!namedById && order.includes('id') && { id }),
    ...(order.includes('createdAt') &&
      (raw === null || rawCreated !== undefined) && {
        createdAt: sameTime(rawCreated, createdAt) ? rawCreated : createdAt,
      }),
    ...(order.includes('updatedAt') && updatedAt !== undefined && { updatedAt }),
    ...(rawId !== undefined && rawId === id && { id }),
  };
  return orderKeys({ ...managed, ...own }, order);
}

const sameTime = (raw: unknown, time: string): boolean =>
  typeof raw === 'string' && isTimestamp(raw) && toTimestamp(raw) === time;

const withoutKeys = (value: Json, keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));

function orderKeys(value: Json, order: readonly string[]): Json {
  const known = order.filter((key) => key in value);
  const others = Object.keys(value).filter((key) => !order.includes(key));
  return Object.fromEntries([...known, ...others].map((key) => [key, value[key]]));
}

/** The form in which to write a value: its shortest one, or that of the file (`raw`) wherever it means the same. */
type ValueFormatter = (schema: Schema, value: unknown, raw: unknown) => unknown;

/**
 * @param items the file's items with ids, by id: when they move to another list they keep what the schema does not know
 */
function createValueFormatter(items: () => ReadonlyMap<unknown, unknown>): ValueFormatter {
  const keep: ValueFormatter = (schema, value, raw) => {
    if (raw !== undefined && sameJson(raw, value)) return raw;
    const shape = schemaShape(schema);
    if (shape.type === 'list' && Array.isArray(value))
      return keepItems(shape.items, value, Array.isArray(raw) ? raw : []);
    const before = isPlainObject(raw) ? raw : {};
    if (shape.type === 'object' && isPlainObject(value)) return keepMembers(shape.schema, value, before);
    if (shape.type === 'values' && isPlainObject(value)) return keepValues(shape.values, value, before);
    const short = shortenValue(schema, value);
    return raw !== undefined && sameJson(shortenValue(schema, raw), short) ? raw : short;
  };

  function keepMembers({ properties }: ObjectSchema, value: Json, raw: Json): Json {
    const kept: Record<string, unknown> = {};
    for (const key of Object.keys(properties)) {
      const member = keepMember(properties[key]!, value[key], raw[key]);
      if (member !== undefined) kept[key] = member;
    }
    for (const key of Object.keys(raw)) if (!Object.hasOwn(properties, key)) kept[key] = raw[key];
    return kept;
  }

  /** A default that the file spells out, or leaves empty, stays as long as it is true. */
  function keepMember(schema: Schema, value: unknown, raw: unknown): unknown {
    const kept = value === undefined ? undefined : keep(schema, value, raw);
    if (saysMore(kept, schema)) return kept;
    const meaning = (said: unknown): unknown => shortenValue(schema, said ?? schema['default']) ?? null;
    return raw !== undefined && sameJson(meaning(raw), meaning(value)) ? raw : undefined;
  }

  const keepValues = (schema: Schema, value: Json, raw: Json): Json =>
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, keep(schema, inner, raw[key])]));

  /** Matches items with those of the file by id; the file's items without an id by slug, by value, then by position. */
  function keepItems(schema: Schema, value: readonly unknown[], raw: readonly unknown[]): readonly unknown[] {
    const unidentified = raw.filter((item) => !hasId(item));
    const bySlug = lazily(() => new Map(unidentified.toReversed().map((item) => [slugOfItem(item), item])));
    const said = lazily(() => unidentified.map((item) => ({ item, text: shortenValue(schema, item) })));
    const findSame = (item: unknown): unknown => {
      const text = shortenValue(schema, withoutId(item));
      return said().find((other) => sameJson(other.text, text))?.item;
    };
    return value.map((item, index) => {
      const slug = slugOfItem(item);
      const known = items().get(idOfItem(item)) ?? (slug === undefined ? undefined : bySlug().get(slug));
      const inPlace = hasId(raw[index]) ? undefined : raw[index];
      // Searched by value only if nothing else matches: in a list of thousands that would take seconds.
      return keep(schema, item, known ?? findSame(item) ?? inPlace);
    });
  }

  return keep;
}

/** The items with an id in the lists of a value, nested ones too. */
function itemsIn(schema: Schema, raw: unknown): readonly unknown[] {
  const shape = schemaShape(schema);
  if (shape.type === 'list' && Array.isArray(raw))
    return raw.flatMap((item) => [...(hasId(item) ? [item] : []), ...itemsIn(shape.items, item)]);
  if (!isPlainObject(raw)) return [];
  if (shape.type === 'values') return Object.values(raw).flatMap((inner) => itemsIn(shape.values, inner));
  if (shape.type !== 'object') return [];
  return Object.entries(shape.schema.properties).flatMap(([key, property]) => itemsIn(property, raw[key]));
}

const slugOfItem = (item: unknown): unknown => (isPlainObject(item) ? item['slug'] : undefined);

const idOfItem = (item: unknown): unknown => (isPlainObject(item) ? item['id'] : undefined);
const hasId = (item: unknown): boolean => Boolean(idOfItem(item));
const withoutId = (item: unknown): unknown => (isPlainObject(item) ? withoutKeys(item, ['id']) : item);

const isEmptyValue = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) ? value.length === 0 : isPlainObject(value) && Object.keys(value).length === 0);

/**
 * Leaves out nulls, defaults and empty collections of the schema's own keys; what no schema describes stays as it is.
 */
function shortenValue(schema: Schema, value: unknown): unknown {
  const shape = schemaShape(schema);
  if (shape.type === 'object' && isPlainObject(value)) return shortenMembers(shape.schema, value);
  if (shape.type !== 'leaf') return mapParts(schema, value, shortenValue);
  const isTime = shape.schema['format'] === 'timestamp' && typeof value === 'string' && isTimestamp(value);
  return isTime ? toTimestamp(value) : value;
}

function shortenMembers({ properties }: ObjectSchema, value: Json): Json {
  const short: Record<string, unknown> = {};
  for (const key of Object.keys(properties)) {
    const property = properties[key]!;
    const member = shortenValue(property, value[key]);
    if (saysMore(member, property)) short[key] = member;
  }
  return short;
}

/**
 * Whether leaving out a member (in its short form) would change the meaning: an empty object is not the same as a
 * default of an empty list.
 */
function saysMore(short: unknown, { default: usual }: Schema): boolean {
  const isOtherKind = isPlainObject(short) && Array.isArray(usual);
  return isOtherKind || (!isEmptyValue(short) && !sameJson(short, usual));
}
