import { join } from 'node:path';
import type { DurableFs } from './durableFs.ts';
import type { LockFile } from './lockFile.ts';
import type { MergedPack, MergeThread } from './mergeThread.ts';
import type { ObjectStore } from './objects.ts';
import { packPath, placePack, releasePacks } from './packedWrite.ts';
import { findMovable, MAX_CONSOLIDATED_BYTES, type MovablePack, packFolder, removePack } from './packFolder.ts';
import { packNames } from './temporaryObjects.ts';

interface Consolidation {
  readonly fs: DurableFs;
  /** The folder that git calls the common one. */
  readonly commonDir: string;
  readonly objects: ObjectStore;
  readonly lockFile: LockFile;
  readonly mergeThread: MergeThread;
  /** More packs than this are consolidated. */
  readonly maxPacks: number;
}

/**
 * Makes one pack of the small ones when there are too many. Everything in them is kept, whether something refers
 * to it or not; packs that somebody guards (`.keep`), loose objects and what git's own maintenance has indexed stay.
 */
export async function consolidatePacks(work: Consolidation): Promise<void> {
  const { fs, commonDir, objects, lockFile, mergeThread, maxPacks } = work;
  const folder = packFolder(commonDir);
  const packs = chooseSmall(findMovable(folder, maxPacks));
  if (packs.length < 2) return;
  const names = packs.toSorted((a, b) => a.modified - b.modified).map(({ name }) => name);
  const merged = await mergeThread.merge({ folder, names });
  // Otherwise git has just done the same.
  if (merged !== null) await replacePacks({ fs, folder, names, merged, keepFile: await lockFile.path() });
  objects.refresh();
}

interface Replacement {
  readonly fs: DurableFs;
  readonly folder: string;
  readonly names: readonly string[];
  readonly merged: MergedPack;
  readonly keepFile: string;
}

async function replacePacks({ fs, folder, names, merged, keepFile }: Replacement): Promise<void> {
  const { pack, index } = merged;
  const path = packPath(folder, { checksum: Buffer.from(merged.checksum) });
  await placePack({ fs, newName: packNames(), pack, index, keepFile, path });
  await fs.sync(folder);
  await releasePacks(fs, [path]);
  for (const old of names.map((name) => join(folder, name))) if (old !== path) await removePack(fs, old);
}

/** The smaller half, and as many more as are no larger than those before them together: so each byte is rarely moved. */
function chooseSmall(packs: readonly MovablePack[]): readonly MovablePack[] {
  const chosen: MovablePack[] = [];
  let sum = 0;
  for (const pack of packs.toSorted((a, b) => a.size - b.size)) {
    const isEnough = chosen.length >= packs.length / 2 && pack.size > sum;
    if (isEnough || sum + pack.size > MAX_CONSOLIDATED_BYTES) break;
    chosen.push(pack);
    sum += pack.size;
  }
  return chosen;
}
