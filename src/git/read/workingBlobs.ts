import { type BigIntStats, statSync } from 'node:fs';
import { join } from 'node:path';
import { lstatOrNull } from '../disk/fileSwap.ts';
import { hashBlob } from '../disk/workingFile.ts';
import { findInIndex, lowerBound } from '../format/index/indexEntries.ts';
import type { GitIndex } from '../format/index/indexLayout.ts';
import type { RepositoryLocation } from './discover.ts';

/** The blob id that a working file would have in a commit; null if there is no regular file. */
export type FindWorkingBlob = (path: string) => Promise<string | null>;

/**
 * Believes git's index about files that have not changed since it saw them; reads all others.
 *
 * @param index null if it cannot be read
 */
export function createWorkingBlobs(
  { root, gitDir, prefix }: RepositoryLocation,
  index: GitIndex | null,
): FindWorkingBlob {
  const indexedAt = statSync(join(gitDir, 'index'), { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? 0n;
  return async (path) => {
    const file = join(root, path);
    const stat = lstatOrNull(file);
    if (!stat?.isFile()) return null;
    // A file as young as the index may have changed since within one tick of the clock (racy git).
    const known = index && stat.mtimeNs < indexedAt ? unchangedId(index, `${prefix}${path}`, stat) : undefined;
    return known ?? hashBlob(file, stat.size);
  };
}

/** The id that the index has for a file with this very stat (gitformat-index, "Index entry"). */
function unchangedId(index: GitIndex, path: string, stat: BigIntStats): string | undefined {
  const [entry, ...others] = findInIndex(index, path);
  if (!entry || others.length > 0 || entry.isIntent) return undefined;
  const at = index.starts[lowerBound(index, Buffer.from(path))]!;
  const field = (offset: number): bigint => BigInt(index.bytes.readUInt32BE(at + offset));
  const isSame =
    field(8) * 1_000_000_000n + field(12) === stat.mtimeNs &&
    field(20) === BigInt.asUintN(32, stat.ino) &&
    field(36) === BigInt.asUintN(32, stat.size);
  return isSame ? entry.id : undefined;
}
