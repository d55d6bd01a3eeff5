import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism, constants, getPriority, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';

/** Linux lists the threads of this process here; the first has the number of the process. */
const THREADS = '/proc/self/task';
/** V8's own threads, however few processors there are. */
const HELPERS = 4;

/**
 * Gives the thread that answers requests priority over all other threads the process has now. With fewer processors than
 * threads, those that optimize code, collect garbage and wait for the disk hold it up for milliseconds at a time. It
 * must not wait for them then, so it collects young garbage without their help. Does nothing on systems that do not list
 * threads.
 */
export function goFirst(): void {
  if (availableParallelism() > HELPERS || !existsSync(THREADS)) return;
  setFlagsFromString('--no-parallel-scavenge');
  for (const thread of readdirSync(THREADS).map(Number)) if (thread !== process.pid) standBack(thread);
}

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/**
 * Gives a process or thread, by its number, a lower priority than this one. Does nothing if that is not allowed or it
 * has ended.
 */
function standBack(pid: number): void {
  try {
    setPriority(pid, Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
  } catch (error) {
    if (!hasErrorCode(error, 'ERR_SYSTEM_ERROR')) throw error;
  }
}
