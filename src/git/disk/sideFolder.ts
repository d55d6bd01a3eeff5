import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { forEachAtOnce } from '../../lib/turn/forEachAtOnce.ts';
import type { DurableFs } from './durableFs.ts';

/** Where the files of one publish wait before they are renamed into place. */
export interface SideFolder {
  /** An unused path; `purpose` is for people who look into the folder. */
  newPath(purpose: string): string;
  /** Removes what is left at the paths given out. */
  clear(): Promise<void>;
}

interface Options {
  readonly path: string;
  readonly fs: DurableFs;
  /** The mode of the folder if it has to be made. */
  readonly mode?: number;
}

/** A group of writes has hundreds of files, and each is first looked up on the event loop. */
const AT_ONCE = 4;

const NAME = /^[0-9a-f]{12}-\d+-[a-z]+$/;

export function createSideFolder({ path, fs, mode }: Options): SideFolder {
  // Many side folders are made at a time, and this costs a thousandth of what random bytes do.
  const nonce = randomUUID().slice(-12);
  const given: string[] = [];
  return {
    newPath(purpose) {
      if (given.length === 0) fs.makeFolder(path, mode);
      const fresh = join(path, `${nonce}-${given.length}-${purpose}`);
      given.push(fresh);
      return fresh;
    },
    clear() {
      const yieldIfBusy = createYieldIfBusy();
      return forEachAtOnce(given, AT_ONCE, async (path) => {
        await yieldIfBusy();
        await fs.discard(path);
      });
    },
  };
}

/** Removes the leftovers of a process that died; nothing else may be publishing. */
export function sweepSideFolder(fs: DurableFs, path: string): void {
  try {
    for (const name of readdirSync(path)) if (NAME.test(name)) fs.remove(join(path, name));
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
}
