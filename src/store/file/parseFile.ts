import { blobId } from '../../lib/text/blobId.ts';
import type { Problem } from '../../model/entry.ts';
import { FileError } from '../codec/fileError.ts';
import type { Home } from '../home.ts';
import { decodeRecord, type FoundBytes } from '../record/decodeRecord.ts';
import type { ReadRecord } from './fileRecord.ts';
import { locateFile } from './inspectSightings.ts';
import { type KnownFile, toKnownFile } from './knownFile.ts';
import { readFileBytes, unreadableProblem } from './readFileBytes.ts';

/** A folder with record files. */
export interface RecordFolder {
  readonly root: string;
  readonly home: Home;
}

/** A file to read, with the blob id of its last parsed version, so that the same bytes are not parsed twice. */
export interface FileToParse {
  readonly path: string;
  readonly knownRev?: string;
}

/** The value of a file, or its problems; neither if its blob is the known one. */
export interface ParsedFile {
  readonly path: string;
  readonly known?: KnownFile;
  /** The blob id of bytes with problems; absent if they could not be read. */
  readonly rev?: string;
  readonly problems?: readonly Problem[];
}

/** Reads and parses one file whose path is that of a record; null if it is gone or no longer a file. */
export function parseFile(
  { root, home }: RecordFolder,
  { path, knownRev }: FileToParse,
  readRecord: ReadRecord,
): ParsedFile | null {
  const read = tryToRead(root, path);
  if (read === null || !('bytes' in read)) return read;
  return blobId(read.bytes) === knownRev ? { path } : parseBytes(home, { path, bytes: read.bytes }, readRecord);
}

/** Parses the bytes of a file whose path is that of a record. */
export function parseBytes(
  home: Home,
  { path, bytes }: Omit<FoundBytes, 'located'>,
  readRecord: ReadRecord,
): ParsedFile {
  const rev = blobId(bytes);
  const located = locateFile(home, path)!;
  try {
    const value = decodeRecord({ located, path, bytes }, readRecord);
    if (!('data' in value)) return { path, rev, problems: value };
    return { path, known: toKnownFile({ ...located, path, rev }, value) };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { path, rev, problems: [fileErrorProblem(path, error)] };
  }
}

function tryToRead(root: string, path: string): { readonly bytes: Buffer } | ParsedFile | null {
  try {
    const bytes = readFileBytes(root, path);
    return bytes && { bytes };
  } catch (error) {
    return {
      path,
      problems: [error instanceof FileError ? fileErrorProblem(path, error) : unreadableProblem(path, error)],
    };
  }
}

/** The error of a broken file as the problem that admins see. */
export const fileErrorProblem = (path: string, { code, message, line, column }: FileError): Problem => ({
  path,
  code,
  message,
  ...(line !== undefined && { line }),
  ...(column !== undefined && { column }),
});
