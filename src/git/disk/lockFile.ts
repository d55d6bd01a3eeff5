import { existsSync } from 'node:fs';
import type { DurableFs } from './durableFs.ts';
import { createSideFolder } from './sideFolder.ts';

/**
 * The one file behind all our locks: each is another name of it. So nobody ever sees a lock without the text that says
 * whose it is, and none is empty after a power failure, which costs no fsync for a write.
 */
export interface LockFile {
  /** Where it is, its text durable; it is made when it is not there. */
  path(): Promise<string>;
  remove(): Promise<void>;
}

interface Options {
  readonly fs: DurableFs;
  readonly sidePath: string;
  /** From `lockText`. */
  readonly text: string;
}

export function createLockFile({ fs, sidePath, text }: Options): LockFile {
  const side = createSideFolder({ path: sidePath, fs });
  let made: string | null = null;
  return {
    async path() {
      if (made !== null && existsSync(made)) return made;
      const fresh = side.newPath('lock');
      await fs.writeSynced(fresh, Buffer.from(text));
      made = fresh;
      return fresh;
    },
    remove: side.clear,
  };
}
