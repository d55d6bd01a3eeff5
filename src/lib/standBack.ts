import { constants, setPriority } from 'node:os';
import { hasErrorCode } from './hasErrorCode.ts';

/** Lets all others go before a process or thread, by its number; does nothing where that is not allowed, or it has ended. */
export function standBack(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (error) {
    if (!hasErrorCode(error, 'ERR_SYSTEM_ERROR')) throw error;
  }
}
