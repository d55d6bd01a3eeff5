import { readFile } from 'node:fs/promises';
import { hasErrorCode } from './hasErrorCode.ts';

/** The text of a file (UTF-8); null if it does not exist. */
export async function readFileIfExists(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}
