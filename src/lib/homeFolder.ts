import { homedir } from 'node:os';
import { hasErrorCode } from './disk/hasErrorCode.ts';

/** The user's home folder. Null where nothing names one: a container may run as a number that is no user's. */
export function homeFolder(find: () => string = homedir): string | null {
  try {
    return find() || null;
  } catch (error) {
    if (hasErrorCode(error, 'ERR_SYSTEM_ERROR')) return null;
    throw error;
  }
}
