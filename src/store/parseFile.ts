import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blobId } from '../lib/blobId.ts';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import type { Problem } from '../model/entry.ts';
import { type Body, readBody } from './body.ts';
import { decodeFile } from './codec/decodeFile.ts';
import { FileError } from './codec/fileError.ts';
import { formatOf } from './codec/formats.ts';
import { MAX_FILE_BYTES } from './codec/limits.ts';
import { unreadable } from './unreadable.ts';

/** What a file's text says, as JSON: it crosses from a worker thread and stands in the parse cache in this form. */
export interface ParsedFile {
  readonly path: string;
  readonly rev: string;
  /** Absent when the file does not parse, and when its blob is the known one. */
  readonly json?: string;
  /** The text below the front matter of a Markdown file, unless it is blank. */
  readonly body?: Body;
  readonly problem?: Problem;
}

/** A file to read; with the blob id it had when it was last parsed, so that the same bytes are not parsed twice. */
export interface FileToParse {
  readonly path: string;
  readonly knownRev?: string;
}

/** Reads and parses one file; null when it is gone or no longer a file. */
export function parseFile(root: string, { path, knownRev }: FileToParse): ParsedFile | null {
  const read = tryToRead(root, path);
  if (read === null || !('bytes' in read)) return read;
  const rev = blobId(read.bytes);
  if (rev === knownRev) return { path, rev };
  try {
    const content = decodeFile(formatOf(path)!, read.bytes);
    const body = readBody(content.body);
    return { path, rev, json: JSON.stringify(content.value), ...(body && { body }) };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { path, rev, problem: toProblem(path, error) };
  }
}

function tryToRead(root: string, path: string): { readonly bytes: Buffer } | ParsedFile | null {
  try {
    const bytes = readRegularFile(join(root, path));
    return bytes && { bytes };
  } catch (error) {
    return { path, rev: '', problem: error instanceof FileError ? toProblem(path, error) : unreadable(path, error) };
  }
}

// Neither follows a link that has taken the file's place nor waits for the other end of a pipe; Windows knows neither.
const OPEN_FILE_ONLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function readRegularFile(file: string): Buffer | null {
  let handle: number;
  try {
    handle = openSync(file, OPEN_FILE_ONLY);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO')) return null;
    throw error;
  }
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return null;
    // Before it is in memory: it may be of any size.
    if (stats.size > MAX_FILE_BYTES) throw new FileError('LIMIT', `The file is larger than ${MAX_FILE_BYTES} bytes`);
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A broken file as the problem that admins see. */
export const toProblem = (path: string, { code, message, line, column }: FileError): Problem => ({
  path,
  code,
  message,
  ...(line !== undefined && { line }),
  ...(column !== undefined && { column }),
});
