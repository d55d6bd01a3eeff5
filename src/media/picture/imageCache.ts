import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { nullIfMissing } from '../../lib/disk/nullIfMissing.ts';

/** Generated pictures in files; the least recently used ones are removed if they take too many bytes. */
export interface ImageCache {
  /** The picture of this name; made if it is not there, once for all concurrent callers. */
  get(name: string, make: () => Promise<Buffer>): Promise<Buffer>;
  drop(names: readonly string[]): Promise<void>;
}

interface Options {
  readonly dir: string;
  readonly maxBytes: number;
}

/** The names of the cache's own files. */
const NAME = /^[0-9a-f]{40}$/;

export function createImageCache({ dir, maxBytes }: Options): ImageCache {
  const pathOf = (name: string): string => join(dir, name);
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (size) => Math.max(1, size),
    dispose: (_size, name, reason) => {
      // The next process finds a file that cannot be removed.
      if (reason === 'evict') rm(pathOf(name), { force: true }).catch(() => undefined);
    },
  });
  const making = new Map<string, Promise<Buffer>>();
  let opening: Promise<void> | undefined;

  /** Takes over the files of an earlier process, the oldest first. */
  async function open(): Promise<void> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const found = (await Promise.all((await readdir(dir)).map(look))).flatMap((one) => one ?? []);
    for (const { name, stats } of found.sort((a, b) => a.stats.mtimeMs - b.stats.mtimeMs)) {
      if (NAME.test(name)) sizes.set(name, stats.size);
      else await rm(pathOf(name), { recursive: true, force: true });
    }
  }

  /** Null for a file that another process has removed meanwhile. */
  async function look(name: string): Promise<{ readonly name: string; readonly stats: Stats } | null> {
    const stats = await nullIfMissing(stat(pathOf(name)));
    return stats && { name, stats };
  }

  async function readOrMake(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    // Without the folder pictures are made each time.
    await opening.catch(requireOfSystem);
    return (
      (sizes.get(name) === undefined ? null : await nullIfMissing(readFile(pathOf(name)))) ?? keep(name, await make())
    );
  }

  async function keep(name: string, bytes: Buffer): Promise<Buffer> {
    const beside = pathOf(`${randomUUID()}.tmp`);
    try {
      await writeFile(beside, bytes, { mode: 0o600, flush: true });
      await rename(beside, pathOf(name));
      sizes.set(name, bytes.length);
    } catch (error) {
      // The picture is made again next time.
      requireOfSystem(error);
      await rm(beside, { force: true }).catch(requireOfSystem);
    }
    return bytes;
  }

  return {
    get(name, make) {
      const present = making.get(name) ?? readOrMake(name, make).finally(() => making.delete(name));
      making.set(name, present);
      return present;
    },
    async drop(names) {
      for (const name of names) sizes.delete(name);
      await Promise.all(names.map((name) => rm(pathOf(name), { force: true })));
    },
  };
}

/** Ignores errors of the file system, such as a full disk, so that reading goes on. Throws any other error. */
function requireOfSystem(error: unknown): void {
  if (!(error instanceof Error && 'syscall' in error)) throw error;
}
