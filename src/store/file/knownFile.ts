import { deepFreeze } from '../../lib/json/deepFreeze.ts';
import { lazily } from '../../lib/list/lazily.ts';
import type { RecordBody } from '../../model/body.ts';
import { entityOf, KINDS } from '../../model/entities/index.ts';
import type { Problem } from '../../model/entry.ts';
import type { RecordLocation } from '../../model/location.ts';
import type { Kind } from '../../model/records.ts';
import type { ValuePath } from '../../model/reference.ts';
import { readLater } from '../lazyData.ts';
import { type Outline, outlineOf } from '../outline.ts';

/** What should be improved in a valid file; a pure function of its bytes. Empty lists are left out. */
export interface FileNotes {
  /** The paths of keys that are not read. */
  readonly unknown?: readonly ValuePath[];
  /** Keys that the file should have and does not. */
  readonly missing?: readonly string[];
  /** The known keys, if they are not in the usual order. */
  readonly unordered?: readonly string[];
}

/**
 * The value of a file as a record: a pure function of its bytes, its path and the entities. Kept in the parse cache.
 */
export interface RecordValue extends RecordHead {
  readonly data: object;
}

/** Everything in the value of a file except its data. */
export interface RecordHead {
  readonly id?: number;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly body?: RecordBody;
  readonly notes?: FileNotes;
}

/** One version of a file, as the parse cache keeps it: its data is JSON that is parsed on demand. */
export interface KnownFile extends RecordLocation {
  readonly path: string;
  readonly rev: string;
  readonly head: RecordHead;
  readonly outline: Outline;
  /**
   * The data as JSON, in bytes: as a string with non-Latin letters the cache would take twice the memory. If the kind
   * has bulk, it follows after a tab as another JSON object.
   */
  readonly json: Buffer;
}

/** One version of a file that is not a valid record, and why: also a pure function of its bytes. */
interface BrokenFile {
  readonly path: string;
  readonly rev: string;
  readonly problems: readonly Problem[];
}

/** One version of a file, read: its value, or its problems. */
export type ReadFile = KnownFile | BrokenFile;

export const isBroken = (file: ReadFile): file is BrokenFile => 'problems' in file;

type Json = Readonly<Record<string, unknown>>;
type LocatedVersion = RecordLocation & Pick<KnownFile, 'path' | 'rev'>;

export const toKnownFile = ({ kind, key, path, rev }: LocatedVersion, { data, ...head }: RecordValue): KnownFile => ({
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
  return Buffer.from(parts.map((names) => JSON.stringify(pickMembers(data, names))).join('\t'));
}

const pickMembers = (data: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, data[name]]));

const WITH_BULK = new Map(KINDS.map((kind) => [kind, readLater(bulkOf(kind))]));

/** Parses the data of a known file, and its bulk on first use. Frozen. */
export function parseKnownData({ kind, json }: Pick<KnownFile, 'kind' | 'json'>): object {
  const tab = json.indexOf(TAB);
  if (tab < 0) return deepFreeze(parseJsonSlice(json, 0, json.length));
  const data = parseJsonSlice(json, 0, tab);
  for (const value of Object.values(data)) deepFreeze(value);
  return WITH_BULK.get(kind)!(
    data,
    lazily(() => deepFreeze(parseJsonSlice(json, tab + 1, json.length))),
  );
}

// `writeData` has written objects.
const parseJsonSlice = (json: Buffer, start: number, end: number): Json =>
  JSON.parse(json.toString('utf8', start, end)) as Json;
