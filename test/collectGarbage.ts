import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
// V8 accepts no code compiled with other flags, which later test files in this process would try to load.
setFlagsFromString('--no-expose-gc');

/** Frees all memory that nothing refers to. */
export async function collectGarbage(): Promise<void> {
  // A weak reference keeps its object until the end of the turn that made it.
  await setImmediate();
  collect();
}
