import { deepFreeze } from '../../lib/json/deepFreeze.ts';
import { lazily } from '../../lib/list/lazily.ts';
import { entityOf, KINDS } from '../../model/entities/index.ts';
import type { Problem } from '../../model/entry.ts';
import type { Place } from '../../model/location.ts';
import type { Kind } from '../../model/records.ts';
import type { ValuePath } from '../../model/reference.ts';
import { type Outline, outlineOf } from '../outline.ts';
import type { Body } from '../record/body.ts';

/** What is not as it should be in a file that can be read; a pure function of its bytes. Each only where there is some. */
export interface FileNotes {
  /** Where keys stand that nobody reads. */
  readonly unknown?: readonly ValuePath[];
  /** Keys that the file leaves to the server. */
  readonly missing?: readonly string[];
  /** The known keys, where they are not in the usual order. */
  readonly unordered?: readonly string[];
}

/** What a file says as a record: a pure function of its bytes, its path and the entities. Kept in the parse cache. */
export interface RecordValue extends RecordHead {
  readonly data: object;
}

/** What a file says besides its data. */
export interface RecordHead {
  readonly id?: number;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly body?: Body;
  readonly notes?: FileNotes;
}

/** What one version of a file says, as the parse cache keeps it: its data as text, which is read when it is asked for. */
export interface KnownFile extends Place {
  readonly path: string;
  readonly rev: string;
  readonly head: RecordHead;
  readonly outline: Outline;
  /**
   * The data as JSON, as bytes: as one text with letters beyond Latin the whole cache would take twice the memory. Where
   * its kind has bulk this stands behind a tab, as another JSON object.
   */
  readonly json: Buffer;
}

/** One version of a file that cannot be a record, and why: a pure function of its bytes too. */
interface BrokenFile {
  readonly path: string;
  readonly rev: string;
  readonly problems: readonly Problem[];
}

/** What one version of a file says, or why it says nothing. */
export type ReadFile = KnownFile | BrokenFile;

export const isBroken = (file: ReadFile): file is BrokenFile => 'problems' in file;

type Json = Readonly<Record<string, unknown>>;
type Version = Place & Pick<KnownFile, 'path' | 'rev'>;

export const toKnownFile = ({ kind, key, path, rev }: Version, { data, ...head }: RecordValue): KnownFile => ({
  ...{ kind, key, path, rev, head },
  outline: outlineOf(kind, data),
  json: writeData(kind, data as Json),
});

const bulkOf = (kind: Kind): readonly string[] => entityOf(kind).bulk ?? [];

const TAB = 0x09;

function writeData(kind: Kind, data: Json): Buffer {
  const bulk = bulkOf(kind);
  const rest = Object.keys(data).filter((name) => !bulk.includes(name));
  const parts = bulk.length === 0 ? [rest] : [rest, bulk];
  return Buffer.from(parts.map((names) => JSON.stringify(pick(data, names))).join('\t'));
}

const pick = (data: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, data[name]]));

const READ = Symbol('read');
interface Readable {
  [READ](): Readonly<Record<string, unknown>>;
}

/** Shared by all objects: with getters of their own they would not share a shape. */
const getterOf = (name: string): PropertyDescriptor & ThisType<Readable> => ({
  enumerable: true,
  get() {
    return this[READ]()[name];
  },
});

/**
 * Makes a function that gives an object getters of these names, which take their values from `read` each time, and
 * freezes it.
 */
export function readLater<Name extends string>(names: readonly Name[]) {
  const getters = names.map((name) => [name, getterOf(name)] as const);
  return <T extends object, R extends Readonly<Record<Name, unknown>>>(fields: T, read: () => R): T & Pick<R, Name> => {
    Object.defineProperty(fields, READ, { value: read });
    for (const [name, getter] of getters) Object.defineProperty(fields, name, getter);
    // The lines above have added the getters.
    return Object.freeze(fields) as T & Pick<R, Name>;
  };
}

const WITH_BULK = new Map(KINDS.map((kind) => [kind, readLater(bulkOf(kind))]));

/** Reads the data of a known file, its bulk when that is asked for. Frozen. */
export function readData({ kind, json }: Pick<KnownFile, 'kind' | 'json'>): object {
  const tab = json.indexOf(TAB);
  if (tab < 0) return deepFreeze(parse(json, 0, json.length));
  const data = parse(json, 0, tab);
  for (const value of Object.values(data)) deepFreeze(value);
  return WITH_BULK.get(kind)!(
    data,
    lazily(() => deepFreeze(parse(json, tab + 1, json.length))),
  );
}

// `writeData` has written objects.
const parse = (json: Buffer, start: number, end: number): Json => JSON.parse(json.toString('utf8', start, end)) as Json;
