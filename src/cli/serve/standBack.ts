import { constants, getPriority, setPriority } from 'node:os';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/**
 * Gives a process or thread, by its number, a lower priority than this one, whatever that is. Does nothing where that is
 * not allowed, or when it has ended.
 */
export function standBack(pid: number): void {
  try {
    setPriority(pid, Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
  } catch (error) {
    if (!hasErrorCode(error, 'ERR_SYSTEM_ERROR')) throw error;
  }
}
