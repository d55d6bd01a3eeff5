import { type Dirent, readdirSync } from 'node:fs';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';

/** What is in a folder; nothing if there is no such folder. */
export function listIfThere(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}
