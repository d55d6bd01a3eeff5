import { type BigIntStats, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { blobId } from '../../lib/text/blobId.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { lstatOrNull } from './fileSwap.ts';
import { hashBlob } from './workingFile.ts';

/** Working files that were read ahead, each with its stat from before it was read. */
export type FilesAhead = ReadonlyMap<string, { readonly id: string; readonly stat: BigIntStats }>;

/** Reading this much takes about half a millisecond; larger files are read without holding up others. */
const LARGE_BYTES = 512n * 1024n;
/** Two changes this close together may leave the same time on a file (see `store/file/parseCache.ts`). */
const RACY_MS = 2000n;

/** Reads files before git's locks are taken, so that a stat of each is enough while they are held. */
export async function readFilesAhead(root: string, paths: readonly string[]): Promise<FilesAhead> {
  const files = new Map<string, { readonly id: string; readonly stat: BigIntStats }>();
  const yieldIfBusy = createYieldIfBusy();
  for (const path of paths) {
    await yieldIfBusy();
    const stat = lstatOrNull(join(root, path));
    const isSettled = stat && BigInt(Date.now()) - stat.mtimeMs > RACY_MS;
    if (!isSettled || !stat.isFile()) continue;
    const id = await hashIfThere(join(root, path), stat.size);
    if (id !== null) files.set(path, { id, stat });
  }
  return files;
}

/** The blob id of a working file: the one found before, unless the file has changed since. */
export async function readBlobId(
  file: string,
  stat: BigIntStats,
  known: { id: string; stat: BigIntStats } | undefined,
): Promise<string> {
  return known && hasSameStat(known.stat, stat) ? known.id : hashWorkingFile(file, stat.size);
}

const hashWorkingFile = (file: string, size: bigint): string | Promise<string> =>
  size < LARGE_BYTES ? blobId(readFileSync(file)) : hashBlob(file, size);

const hasSameStat = (a: BigIntStats, b: BigIntStats): boolean =>
  a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs && a.size === b.size && a.ino === b.ino;

async function hashIfThere(file: string, size: bigint): Promise<string | null> {
  try {
    return await hashWorkingFile(file, size);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}
