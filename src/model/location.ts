import { createHash } from 'node:crypto';
import { entityOf, KINDS } from './entities/index.ts';
import type { EntityDef } from './entity.ts';
import type { Kind } from './records.ts';
import { FORMATS } from './schema/formats.ts';

type LocationValues = Readonly<Record<string, string>>;

/** The record that a path belongs to. */
export interface RecordLocation {
  readonly kind: Kind;
  readonly key: string;
}

/** A record's place, with the values in its path. */
export interface ParsedLocation extends RecordLocation {
  readonly values: LocationValues;
}

/** One segment of an entity's `file`: a fixed name or a placeholder. */
interface PathSegment {
  readonly text: string;
  /** The name of the placeholder, if it is one. */
  readonly name: string | undefined;
  /** Whether it takes the rest of the path, as a page's slug does. */
  readonly takesRest: boolean;
  isValid(value: string): boolean;
}

function readPathSegment(def: EntityDef<unknown>, text: string): PathSegment {
  const name = /^\{(\w+)\}$/.exec(text)?.[1];
  const { format, pattern } = def.schema.properties[name ?? ''] ?? {};
  const matches = typeof pattern === 'string' ? new RegExp(pattern, 'u') : undefined;
  const isValid = (value: string): boolean => matches?.test(value) ?? FORMATS[String(format)]?.test(value) ?? false;
  return {
    text,
    name,
    takesRest: format === 'pageSlug',
    isValid: name === undefined ? (value) => value === text : isValid,
  };
}

/** The locations of all entities, parsed once: at start every file of a site is located. */
const PARTS: ReadonlyMap<Kind, readonly PathSegment[]> = new Map(
  KINDS.map((kind) => [
    kind,
    entityOf(kind)
      .file.split('/')
      .map((text) => readPathSegment(entityOf(kind), text)),
  ]),
);
const pathSegments = (kind: Kind): readonly PathSegment[] => PARTS.get(kind) ?? [];

const PLACEHOLDERS: ReadonlyMap<Kind, readonly string[]> = new Map(
  KINDS.map((kind) => [kind, pathSegments(kind).flatMap(({ name }) => name ?? [])]),
);

type EntityHome = EntityDef<unknown>['home'];
const locationPrefix = (home: EntityHome, first: string, isFolder: boolean): string =>
  `${home}/${first}${isFolder ? '/' : ''}`;

/** The kind of each folder, and of each single file. */
const PLACES: ReadonlyMap<string, Kind> = new Map(
  KINDS.map((kind) => [
    locationPrefix(entityOf(kind).home, pathSegments(kind)[0]!.text, pathSegments(kind).length > 1),
    kind,
  ]),
);

function readValues(parts: readonly PathSegment[], segments: readonly string[]): LocationValues | null {
  const values: Record<string, string> = {};
  let next = 0;
  for (const part of parts) {
    const end = part.takesRest ? segments.length : next + 1;
    const text = segments.slice(next, end).join('/');
    if (!part.isValid(text)) return null;
    if (part.name !== undefined) values[part.name] = text;
    next = end;
  }
  return next === segments.length ? values : null;
}

/** The placeholders of a kind's location: `locale` and `slug` for a page. Their values are not repeated in the file. */
export const placeholdersOf = (kind: Kind): readonly string[] => PLACEHOLDERS.get(kind) ?? [];

/** The key of a record: its location's values joined by `/`. */
export const recordKey = (kind: Kind, data: object): string =>
  placeholdersOf(kind)
    .map((name) => String((data as Readonly<Record<string, unknown>>)[name]))
    .join('/');

/** The location's values in a key; undefined if it has too few. The last one takes the rest, as a page's slug does. */
export function parseRecordKey(kind: Kind, key: string): LocationValues | undefined {
  const names = placeholdersOf(kind);
  const parts = key.split('/');
  if (parts.length < names.length) return undefined;
  const endOf = (index: number): number | undefined => (index + 1 === names.length ? undefined : index + 1);
  return Object.fromEntries(names.map((name, index) => [name, parts.slice(index, endOf(index)).join('/')]));
}

/** The id of the only record of a kind that has just one, whose file holds no id; undefined for other kinds. */
export const singleIdOf = (kind: Kind): number | undefined => (placeholdersOf(kind).length === 0 ? 1 : undefined);

/** The kind whose records live in the first folder of a path (or, for a single record, in its file). */
export const kindOfFolder = (home: EntityHome, segments: readonly string[]): Kind | undefined =>
  PLACES.get(locationPrefix(home, segments[0] ?? '', segments.length > 1));

/**
 * Reads a record's place from its path without extension; null if the path is not that of a record. Folders that begin
 * with `_` are shelves, and do not count.
 */
export function locate(home: EntityHome, stem: string): ParsedLocation | null {
  const all = stem.normalize('NFC').split('/');
  const segments = all.filter((segment, index) => !segment.startsWith('_') || index === all.length - 1);
  const kind = kindOfFolder(home, segments);
  const values = kind && readValues(pathSegments(kind), segments);
  return values ? { kind, values, key: recordKey(kind, values) } : null;
}

/** The path, without extension and shelf, of a record with this data. */
export const stemOf = (kind: Kind, data: object): string =>
  entityOf(kind).file.replace(/\{(\w+)\}/g, (_, name: string) =>
    String((data as Readonly<Record<string, unknown>>)[name]),
  );

/** From this many files in a folder on, new records go to its shelves: git rewrites the whole tree of a folder on every commit. */
export const MAX_UNSHELVED = 256;

/** The same stem one folder deeper: on the shelf `_<first two hex digits of the SHA-1 of the last location value>`. */
export function shelved(kind: Kind, stem: string, data: object): string {
  const last = placeholdersOf(kind).at(-1) ?? '';
  const value = String((data as Readonly<Record<string, unknown>>)[last]);
  const shelf = createHash('sha1').update(value).digest('hex').slice(0, 2);
  const slash = stem.lastIndexOf('/') + 1;
  return `${stem.slice(0, slash)}_${shelf}/${stem.slice(slash)}`;
}
