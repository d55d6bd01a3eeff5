import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { allSettled } from '../../lib/turn/allSettled.ts';
import type { DurableFs } from '../disk/durableFs.ts';

/** A pack that may be replaced by others. */
export interface MovablePack {
  /** Without extension. */
  readonly name: string;
  readonly size: number;
  /** When it was written, in milliseconds. */
  readonly modified: number;
}

/** The largest pack made from several, in bytes: it is made in memory. */
export const MAX_CONSOLIDATED_BYTES = 32 * 1024 * 1024;

/** The files beside a pack that make it special: the reverse index (`.rev`) is not one of them. */
const SPECIAL = ['keep', 'promisor', 'bitmap', 'mtimes'] as const;

export const packFolder = (commonDir: string): string => join(commonDir, 'objects', 'pack');

/** The names of all files; none if there is no such folder. */
export function listPackFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** The packs that nobody guards, if there are more than `maxPacks` of all kinds and git keeps no index of them all. */
export function findMovable(folder: string, maxPacks: number): readonly MovablePack[] {
  const names = new Set(listPackFiles(folder));
  const packs = [...names].filter((name) => name.endsWith('.idx')).map((name) => name.slice(0, -4));
  if (packs.length <= maxPacks || names.has('multi-pack-index')) return [];
  return packs
    .filter((name) => /^pack-[0-9a-f]{40}$/.test(name) && names.has(`${name}.pack`))
    .filter((name) => !SPECIAL.some((extension) => names.has(`${name}.${extension}`)))
    .flatMap((name) => {
      // Git may just have removed it.
      const stat = statSync(join(folder, `${name}.pack`), { throwIfNoEntry: false });
      return stat ? [{ name, size: stat.size, modified: stat.mtimeMs }] : [];
    });
}

/** Removes the index first: without it nobody looks for the rest. */
export async function removePack(fs: DurableFs, path: string): Promise<void> {
  if (existsSync(`${path}.keep`)) return;
  await fs.discard(`${path}.idx`);
  await allSettled([fs.discard(`${path}.rev`), fs.discard(`${path}.pack`)]);
}
