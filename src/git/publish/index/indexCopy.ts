import { existsSync } from 'node:fs';
import type { DurableFs } from '../../disk/durableFs.ts';
import { createSideFolder, type SideFolder } from '../../disk/sideFolder.ts';

/**
 * A copy of the index, made ahead for the next write, which then changes only a few bytes of it: writing a megabyte takes
 * as long as the rest of a commit.
 */
export interface IndexCopy {
  /** Starts copying in the background; it may fail. */
  make(source: CopySource): void;
  /** Whether a copy of the index with this stamp exists or is being made. */
  isOf(stamp: string): boolean;
  /** Whether a copy of the index with this stamp exists, complete and durable. */
  isThere(stamp: string): Promise<boolean>;
  /** The path of the copy, for the caller to change and rename. */
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
  /** Smaller files are not copied ahead: writing them is as quick. */
  readonly fromBytes: number;
}

interface IndexCopyFile {
  readonly stamp: string;
  readonly path: string;
  readonly side: SideFolder;
  /** Whether the copy could be made. */
  readonly made: Promise<boolean>;
}

export function createIndexCopy({ fs, sidePath, fromBytes }: Options): IndexCopy {
  let copy: IndexCopyFile | null = null;
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
