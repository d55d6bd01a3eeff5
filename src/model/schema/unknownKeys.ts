import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import type { UnknownName } from '../access.ts';
import { describedIn, resolveSchema, type Schema } from './schema.ts';

/** Finds the keys of a JSON value that no schema knows. */
export type FindUnknownKeys = (value: unknown) => readonly UnknownName[];

/** A place in a value: the schemas of what may be sent there, and of what reads show there. */
interface SchemaNode {
  readonly inputs: readonly Schema[];
  readonly shapes: readonly Schema[];
  /** Whether any key is allowed there. */
  readonly isOpen: boolean;
  readonly known: readonly string[];
  /** The places inside it, by key, and under `ITEMS` for the items of a list. */
  readonly inner: Map<string | typeof ITEMS, SchemaNode>;
}
const ITEMS = Symbol('items');

/**
 * Makes a function that finds keys unknown to `input` and to all `shapes`, the records that callers may send back as they
 * have read them. Values of keys that only `shapes` know are not searched.
 */
export function createFindUnknownKeys(input: Schema, shapes: readonly Schema[]): FindUnknownKeys {
  const top = toSchemaNode([input], shapes);
  return (value) => {
    const found: UnknownName[] = [];
    collectUnknownKeys(value, top, { path: [], found });
    return found;
  };
}

interface KeySearch {
  readonly path: readonly string[];
  readonly found: UnknownName[];
}

function collectUnknownKeys(value: unknown, place: SchemaNode, { path, found }: KeySearch): void {
  if (Array.isArray(value)) {
    const items = innerOf(place, ITEMS, itemsOf);
    if (items.inputs.length === 0) return;
    for (const [index, item] of value.entries())
      collectUnknownKeys(item, items, { path: [...path, String(index)], found });
    return;
  }
  if (!isPlainObject(value) || place.isOpen) return;
  for (const key of Object.keys(value)) lookAt(value[key], key, place, { path: [...path, key], found });
}

function lookAt(value: unknown, key: string, place: SchemaNode, { path, found }: KeySearch): void {
  const member = (schema: Schema): readonly Schema[] => memberOf(schema, key);
  const isDeclared = place.known.includes(key);
  const inner = isDeclared
    ? innerOf(place, key, member)
    : toSchemaNode(place.inputs.flatMap(member), place.shapes.flatMap(member));
  if (inner.inputs.length > 0) collectUnknownKeys(value, inner, { path, found });
  else if (!place.shapes.some((shape) => member(shape).length > 0)) found.push({ path, known: place.known });
}

/** Cached, because a list may have many items. */
function innerOf({ inner, inputs, shapes }: SchemaNode, name: string | typeof ITEMS, find: typeof itemsOf): SchemaNode {
  const before = inner.get(name);
  if (before) return before;
  const made = toSchemaNode(inputs.flatMap(find), shapes.flatMap(find));
  inner.set(name, made);
  return made;
}

function toSchemaNode(inputs: readonly Schema[], shapes: readonly Schema[]): SchemaNode {
  const given = inputs.flatMap(schemaAlternatives);
  const objects = given.filter(({ type }) => type === undefined || [type].flat().includes('object'));
  return {
    inputs: given,
    shapes: shapes.flatMap(schemaAlternatives),
    isOpen: objects.length === 0 || objects.some(isOpen),
    known: objects.flatMap(({ properties }) => Object.keys(properties ?? {})),
    inner: new Map(),
  };
}

const isOpen = ({ properties, additionalProperties }: Schema): boolean =>
  properties === undefined && !isPlainObject(additionalProperties);

/** A schema, or its alternatives. */
function schemaAlternatives(given: Schema): readonly Schema[] {
  const schema = describedIn(resolveSchema(given));
  const choices = schema['anyOf'] as readonly Schema[] | undefined;
  return choices ? choices.flatMap(schemaAlternatives) : [schema];
}

// In JSON Schema `items` holds a schema, and so does `additionalProperties` below.
const itemsOf = ({ items }: Schema): readonly Schema[] => (items === undefined ? [] : [items as Schema]);

function memberOf({ properties, additionalProperties }: Schema, key: string): readonly Schema[] {
  if (isPlainObject(properties) && Object.hasOwn(properties, key)) return [properties[key] as Schema];
  return isPlainObject(additionalProperties) ? [additionalProperties as Schema] : [];
}
