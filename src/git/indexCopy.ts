import { existsSync } from 'node:fs';
import type { DurableFs } from './durableFs.ts';
import { createSideFolder, type SideFolder } from './sideFolder.ts';

/**
 * A copy of the index that waits for the next write, which changes a few bytes of it instead of writing all of them:
 * a megabyte takes as long to write as everything else of a commit.
 */
export interface IndexCopy {
  /** Begins to make it; nobody waits for that, and it may fail. */
  make(source: CopySource): void;
  /** Whether there is one of the index with this stamp, or will be. */
  isOf(stamp: string): boolean;
  /** Whether there is one of the index with this stamp, complete and durable. */
  isThere(stamp: string): Promise<boolean>;
  /** Where the one that is there is, to be changed and renamed: it is of no use any more then. */
  path(): string;
  discard(): void;
  close(): Promise<void>;
}

export interface CopySource {
  /** The whole index file. */
  readonly file: Uint8Array;
  readonly stamp: string;
  readonly mode: number;
}

interface Options {
  readonly fs: DurableFs;
  readonly sidePath: string;
  /** A smaller file is as soon written as copied. */
  readonly fromBytes: number;
}

interface Copy {
  readonly stamp: string;
  readonly path: string;
  readonly side: SideFolder;
  /** Whether it could be made. */
  readonly made: Promise<boolean>;
}

export function createIndexCopy({ fs, sidePath, fromBytes }: Options): IndexCopy {
  let copy: Copy | null = null;
  let leaving: Promise<unknown> = Promise.resolve();

  function discard(): void {
    const old = copy;
    copy = null;
    if (old) leaving = Promise.all([leaving, old.made.then(old.side.clear)]).catch(() => undefined);
  }

  return {
    make({ file, stamp, mode }) {
      discard();
      if (file.length < fromBytes) return;
      const side = createSideFolder({ path: sidePath, fs });
      const path = side.newPath('copy');
      const made = fs.writeAhead(path, file, mode).then(
        () => true,
        () => false,
      );
      copy = { stamp, path, side, made };
    },
    isOf: (stamp) => copy?.stamp === stamp,
    isThere: async (stamp) => copy?.stamp === stamp && (await copy.made) && existsSync(copy.path),
    path: () => copy!.path,
    discard,
    async close() {
      discard();
      await leaving;
    },
  };
}
