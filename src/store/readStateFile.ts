import { readFileSync } from 'node:fs';
import { hasErrorCode } from '../lib/disk/hasErrorCode.ts';

interface Options<T> {
  /** Makes the value from the file's JSON. @throws if it has another shape */
  parse(json: unknown): T;
  /** What it means that the file cannot be read, for the log. */
  readonly consequence: string;
  onError(error: unknown): void;
}

/**
 * Reads a file that an earlier process has left in the private folder. A file that cannot be read stops no start: it is
 * reported, and counts as missing.
 *
 * @returns null if there is none
 */
export function readStateFile<T>(path: string, { parse, consequence, onError }: Options<T>): T | null {
  try {
    return parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    if (!hasErrorCode(cause, 'ENOENT')) onError(new Error(`${path} cannot be read: ${consequence}`, { cause }));
    return null;
  }
}
