import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blobId } from '../lib/blobId.ts';
import type { Problem } from '../model/entry.ts';
import { decodeFile } from './codec/decodeFile.ts';
import { FileError } from './codec/fileError.ts';
import { formatOf } from './codec/formats.ts';

/** What a file's text says, as JSON: it crosses from a worker thread and stands in the parse cache in this form. */
export interface ParsedFile {
  readonly path: string;
  readonly rev: string;
  /** Absent when the file does not parse, and when its blob is the known one. */
  readonly json?: string;
  readonly problem?: Problem;
}

/** A file to read; with the blob id it had when it was last parsed, so that the same bytes are not parsed twice. */
export interface FileToParse {
  readonly path: string;
  readonly knownRev?: string;
}

/** Reads and parses one file; null when it is gone or no longer a file. */
export function parseFile(root: string, { path, knownRev }: FileToParse): ParsedFile | null {
  const bytes = readRegularFile(join(root, path));
  if (bytes === null) return null;
  const rev = blobId(bytes);
  if (rev === knownRev) return { path, rev };
  try {
    return { path, rev, json: JSON.stringify(decodeFile(formatOf(path)!, bytes).value) };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { path, rev, problem: toProblem(path, error) };
  }
}

function readRegularFile(file: string): Buffer | null {
  try {
    return lstatSync(file).isFile() ? readFileSync(file) : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const toProblem = (path: string, { code, message, line, column }: FileError): Problem => ({
  path,
  code,
  message,
  ...(line !== undefined && { line }),
  ...(column !== undefined && { column }),
});
