import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { standBack } from './standBack.ts';

/** Linux lists here what it calls the tasks of this process; the first one has the number of the process. */
const THREADS = '/proc/self/task';
/** Those that V8 has for itself, however few processors there are. */
const HELPERS = 4;

/**
 * Lets the thread that answers go before all others that the process has now. Where there are fewer processors than
 * threads, those that optimize code, collect garbage and wait for the disk take one from it for milliseconds at a time.
 * It must not wait for them then: young garbage, which it would collect together with them, it collects alone. Does
 * nothing where the system cannot tell threads apart.
 */
export function goFirst(): void {
  if (availableParallelism() > HELPERS || !existsSync(THREADS)) return;
  setFlagsFromString('--no-parallel-scavenge');
  for (const thread of readdirSync(THREADS).map(Number)) if (thread !== process.pid) standBack(thread);
}
