import { type BigIntStats, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blobId } from '../lib/blobId.ts';
import { createBreath } from '../lib/createBreath.ts';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import { lstatOrNull } from './fileSwap.ts';
import { hashBlob } from './hashBlob.ts';

/** What was read of large working files, each with its stat from before that. */
export type LargeFiles = ReadonlyMap<string, { readonly id: string; readonly stat: BigIntStats }>;

/** Reading so much takes about half a millisecond. */
const LARGE_BYTES = 512n * 1024n;
/** A change so soon after another one may leave no other time behind (see `store/parseCache.ts`). */
const RACY_MS = 2000n;

/** Reads large files before git's locks are taken, so that under them a look at each is enough. */
export async function readLargeFiles(root: string, paths: readonly string[]): Promise<LargeFiles> {
  const files = new Map<string, { readonly id: string; readonly stat: BigIntStats }>();
  const breath = createBreath();
  for (const path of paths) {
    await breath();
    const stat = lstatOrNull(join(root, path));
    const isSettled = stat && BigInt(Date.now()) - stat.mtimeMs > RACY_MS;
    if (!isSettled || !stat.isFile() || stat.size < LARGE_BYTES) continue;
    const id = await hashIfThere(join(root, path), stat.size);
    if (id !== null) files.set(path, { id, stat });
  }
  return files;
}

/** The blob id of a working file: of a large one as it was read before, unless something has happened to it since. */
export async function readBlobId(
  file: string,
  stat: BigIntStats,
  known: { id: string; stat: BigIntStats } | undefined,
): Promise<string> {
  if (known && isSame(known.stat, stat)) return known.id;
  return stat.size < LARGE_BYTES ? blobId(readFileSync(file)) : hashBlob(file, stat.size);
}

const isSame = (a: BigIntStats, b: BigIntStats): boolean =>
  a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs && a.size === b.size && a.ino === b.ino;

async function hashIfThere(file: string, size: bigint): Promise<string | null> {
  try {
    return await hashBlob(file, size);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}
