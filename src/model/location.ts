import { createHash } from 'node:crypto';
import { entityOf, KINDS } from './entities/index.ts';
import type { EntityDef } from './entity.ts';
import { FORMATS } from './formats.ts';
import type { Kind } from './records.ts';

type Values = Readonly<Record<string, string>>;

/** A record's place, read from its path. */
export interface Located {
  readonly kind: Kind;
  readonly key: string;
  readonly values: Values;
}

const PLACEHOLDER = /^\{(\w+)\}$/;
const placeholderOf = (part: string): string | undefined => PLACEHOLDER.exec(part)?.[1];

/** Whether a placeholder takes the rest of the path: the slug of a page has several segments. */
const takesRest = (def: EntityDef<unknown>, name: string): boolean =>
  def.schema.properties[name]?.['format'] === 'pageSlug';

function isValid(def: EntityDef<unknown>, name: string, value: string): boolean {
  const { format, pattern } = def.schema.properties[name] ?? {};
  if (typeof pattern === 'string') return new RegExp(pattern, 'u').test(value);
  return FORMATS[String(format)]?.test(value) ?? false;
}

function readValues(def: EntityDef<unknown>, segments: readonly string[]): Values | null {
  const values: Record<string, string> = {};
  let next = 0;
  for (const part of def.file.split('/')) {
    const name = placeholderOf(part);
    const end = name !== undefined && takesRest(def, name) ? segments.length : next + 1;
    const text = segments.slice(next, end).join('/');
    if (name === undefined ? text !== part : !isValid(def, name, text)) return null;
    if (name !== undefined) values[name] = text;
    next = end;
  }
  return next === segments.length ? values : null;
}

const joinKey = (def: EntityDef<unknown>, values: Readonly<Record<string, unknown>>): string =>
  placeholdersOf(def)
    .map((name) => String(values[name]))
    .join('/');

/** The names a location gives: `locale` and `slug` for a page. They are not repeated inside the file. */
export const placeholdersOf = (def: EntityDef<unknown>): readonly string[] =>
  def.file.split('/').flatMap((part) => placeholderOf(part) ?? []);

/** The key of a record: its location's values joined by `/`. */
export const keyOf = (kind: Kind, data: object): string =>
  joinKey(entityOf(kind), data as Readonly<Record<string, unknown>>);

/** The kind whose records live in the folder (or, for a single record, the file) that a path begins with. */
export const kindOfFolder = (home: 'content' | 'private', segments: readonly string[]): Kind | undefined =>
  KINDS.find((kind) => {
    const { file, home: own } = entityOf(kind);
    const [folder, ...rest] = file.split('/');
    return own === home && folder === segments[0] && rest.length > 0 === segments.length > 1;
  });

/**
 * Reads a record's place from its path without extension. Folders that begin with `_` are shelves and do not count;
 * null when the path is no record's.
 */
export function locate(home: 'content' | 'private', stem: string): Located | null {
  const all = stem.normalize('NFC').split('/');
  const segments = all.filter((segment, index) => !segment.startsWith('_') || index === all.length - 1);
  const kind = kindOfFolder(home, segments);
  const values = kind && readValues(entityOf(kind), segments);
  return values ? { kind, values, key: joinKey(entityOf(kind), values) } : null;
}

/** The path, without extension and shelf, of a record with this data. */
export const stemOf = (kind: Kind, data: object): string =>
  entityOf(kind).file.replace(/\{(\w+)\}/g, (_, name: string) =>
    String((data as Readonly<Record<string, unknown>>)[name]),
  );

/** A folder holds this many files before new records go to its shelves: git rewrites a folder's whole tree on every commit. */
export const MAX_UNSHELVED = 256;

/** The same stem one folder deeper, on the shelf `_<first two hex digits of the SHA-1 of the last location value>`. */
export function shelved(kind: Kind, stem: string, data: object): string {
  const last = placeholdersOf(entityOf(kind)).at(-1) ?? '';
  const value = String((data as Readonly<Record<string, unknown>>)[last]);
  const shelf = createHash('sha1').update(value).digest('hex').slice(0, 2);
  const slash = stem.lastIndexOf('/') + 1;
  return `${stem.slice(0, slash)}_${shelf}/${stem.slice(slash)}`;
}
