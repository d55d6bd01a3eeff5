import { hasErrorCode } from './hasErrorCode.ts';

/** What a call of the file system finds; null if there is no such file or folder. */
export async function nullIfMissing<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}
