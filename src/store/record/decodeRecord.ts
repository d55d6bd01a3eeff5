import type { Problem } from '../../model/entry.ts';
import type { ParsedLocation } from '../../model/location.ts';
import { decodeFile } from '../codec/decodeFile.ts';
import { formatOf } from '../codec/formats.ts';
import { findNotes } from '../file/fileNotes.ts';
import type { ReadRecord } from '../file/fileRecord.ts';
import type { FileNotes, RecordValue } from '../file/knownFile.ts';
import { readBody } from './body.ts';
import { createFindPosition } from './findPosition.ts';

/** A file that has been found in git or on disk. */
export interface FoundBytes {
  readonly located: ParsedLocation;
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads a file's bytes as a record; returns the problems, with their places, if they are not a valid one. Throws
 * FileError for a broken file.
 */
export function decodeRecord(
  { located, path, bytes }: FoundBytes,
  readRecord: ReadRecord,
): RecordValue | readonly Problem[] {
  // Located files always have a known format.
  const { value, body } = decodeFile(formatOf(path)!, bytes);
  const read = readRecord(located, path, value, readBody(body));
  if ('data' in read) return withNotes(read, findNotes(located.kind, value, Object.keys(value)));
  const findPlace = createFindPosition(path, bytes);
  return read.map((problem) => ({ ...problem, ...findPlace(problem.at ?? []) }));
}

/** A record with the notes on its file. */
export const withNotes = (value: RecordValue, notes: FileNotes | undefined): RecordValue =>
  notes ? Object.assign(value, { notes }) : value;
