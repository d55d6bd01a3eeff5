import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Kind } from '../../model/records.ts';
import type { ValuePath } from '../../model/reference.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { type SchemaShape, schemaShape } from '../../model/schema/schemaShape.ts';
import { decodeFile } from '../codec/decodeFile.ts';
import { formatOf } from '../codec/formats.ts';
import { readerSchema } from './fileRecord.ts';
import type { FileNotes } from './knownFile.ts';

type Json = Readonly<Record<string, unknown>>;

/** A file may hold thousands of unknown keys; the first ones are enough. */
const MAX_UNKNOWN = 100;

/**
 * The notes on a file; undefined if there are none.
 *
 * @param keys its top-level keys, in the order of the file
 */
export function findNotes(kind: Kind, value: Json, keys: readonly string[]): FileNotes | undefined {
  const { order } = entityOf(kind);
  const unknown = unknownKeys(readerSchema(kind), value);
  const missing = ['id', 'createdAt'].filter((key) => order.includes(key) && !keys.includes(key));
  const known = keys.filter((key) => order.includes(key));
  const isInOrder = known.every((key, index) => index === 0 || order.indexOf(key) > order.indexOf(known[index - 1]!));
  if (unknown.length + missing.length === 0 && isInOrder) return undefined;
  return {
    ...(unknown.length > 0 && { unknown }),
    ...(missing.length > 0 && { missing }),
    ...(!isInOrder && { unordered: known }),
  };
}

/** The paths of keys that a schema does not know. */
function unknownKeys(schema: Schema, value: unknown): readonly ValuePath[] {
  const found: ValuePath[] = [];
  const visit = (given: Schema, part: unknown, path: ValuePath): void => {
    if (typeof part !== 'object' || part === null || found.length >= MAX_UNKNOWN) return;
    const shape = schemaShape(given);
    for (const [key, inner] of shapeParts(shape, part)) {
      const schemaHere = schemaAt(shape, key);
      if (schemaHere) visit(schemaHere, inner, [...path, key]);
      else if (shape.type === 'object' && found.length < MAX_UNKNOWN) found.push([...path, key]);
    }
  };
  visit(schema, value, []);
  return found;
}

function shapeParts(shape: SchemaShape, value: object): Iterable<readonly [string | number, unknown]> {
  if (shape.type === 'list') return Array.isArray(value) ? value.entries() : [];
  return shape.type !== 'leaf' && isPlainObject(value) ? Object.entries(value) : [];
}

function schemaAt(shape: SchemaShape, key: string | number): Schema | undefined {
  if (shape.type === 'list') return shape.items;
  if (shape.type === 'values') return shape.values;
  if (shape.type === 'leaf' || !Object.hasOwn(shape.schema.properties, key)) return undefined;
  return shape.schema.properties[key];
}

/** The keys that a schema knows at the place of an unknown one. */
export function keysKnownAt(kind: Kind, path: ValuePath): readonly string[] {
  const holder = path.slice(0, -1).reduce<Schema | undefined>((schema, step) => {
    return schema && schemaAt(schemaShape(schema), step);
  }, readerSchema(kind));
  const shape = holder && schemaShape(holder);
  return shape?.type === 'object' ? Object.keys(shape.schema.properties) : [];
}

/** The top-level keys of a file, in order. */
export function readTopKeys(path: string, bytes: Uint8Array): readonly string[] {
  const format = formatOf(path)!;
  const plain = format === 'yaml' ? plainKeys(new TextDecoder().decode(bytes)) : null;
  return plain ?? Object.keys(decodeFile(format, bytes).value);
}

/** The top-level keys of a YAML file with one plain key a line, in a tenth of the time; null for any other file. */
function plainKeys(text: string): readonly string[] | null {
  const keys: string[] = [];
  for (const line of text.split(/\r\n?|\n/)) {
    if (/^(?:\s|#|$)/.test(line)) continue;
    const key = /^([\w-]+):(?= |$)/.exec(line)?.[1];
    if (key === undefined) return null;
    keys.push(key);
  }
  return keys;
}
