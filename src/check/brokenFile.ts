import { replaceAt } from '../lib/json/replaceAt.ts';
import type { Entry, Problem } from '../model/entry.ts';
import type { ParsedLocation } from '../model/location.ts';
import type { ValuePath } from '../model/reference.ts';
import { decodeFile } from '../store/codec/decodeFile.ts';
import { FileError } from '../store/codec/fileError.ts';
import { formatOf } from '../store/codec/formats.ts';
import { findNotes } from '../store/file/fileNotes.ts';
import type { ReadRecord } from '../store/file/fileRecord.ts';
import type { FileNotes, RecordValue } from '../store/file/knownFile.ts';
import { readBody } from '../store/record/body.ts';
import { createSchemaLookup, insertBody } from '../store/record/insertBody.ts';
import type { ReadableRecords } from './readableRecords.ts';

type Json = Readonly<Record<string, unknown>>;

/** What can be checked of a file that does not fit its schema. */
export interface BrokenRecord {
  readonly entry: Entry;
  readonly notes: FileNotes | undefined;
  /** Whether a place in the record is, or is inside, a value that does not fit. */
  isUnfit(at: ValuePath): boolean;
}

interface Parts {
  readonly located: ParsedLocation;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly lookup: ReadableRecords;
  readonly readRecord: ReadRecord;
}

/** Values that fit most schemas, tried in this order in place of those that do not fit. */
const STAND_INS: readonly unknown[] = ['x', '/x', 0, false, [], {}];

/** Reads a file as if the values that do not fit its schema were others; null if that is not possible. */
export function readBroken({ located, path, bytes, lookup, readRecord }: Parts): BrokenRecord | null {
  const content = tryToDecode(path, bytes);
  if (!content) return null;
  const { value, body } = content;
  const unfit: ValuePath[] = [];
  const read = (given: Json): RecordValue | readonly Problem[] => readRecord(located, path, given, readBody(body));
  let [given, found]: [Json, ReturnType<typeof read>] = [value, read(value)];
  for (const standIn of [undefined, ...STAND_INS]) {
    if ('data' in found) break;
    const places = found.map(({ at = [] }) => at);
    unfit.push(...places);
    given = places.reduce<Json>((json, at) => replaceAt(json, at, () => standIn) as Json, given);
    found = read(given);
  }
  if (!('data' in found)) return null;
  const { kind, key } = located;
  const { id = 0, createdAt = '', updatedAt = '', body: text, data } = found;
  const whole = insertBody({ kind, ...(text && { body: text }) }, data, createSchemaLookup(lookup));
  return {
    entry: { kind, key, path, rev: '', id, createdAt, updatedAt, data: whole },
    notes: findNotes(kind, value, Object.keys(value)),
    isUnfit: (at) => unfit.some((place) => place.every((step, index) => String(step) === String(at[index]))),
  };
}

function tryToDecode(path: string, bytes: Uint8Array): ReturnType<typeof decodeFile> | null {
  try {
    return decodeFile(formatOf(path)!, bytes);
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}
