import { join } from 'node:path';
import type { DurableFs } from '../disk/durableFs.ts';
import type { LockFile } from '../disk/lock.ts';
import type { MergedPack, MergeThread } from './mergeThread.ts';
import type { ObjectStore } from './objects.ts';
import { packPath, releasePacks, writePackFiles } from './packedWrite.ts';
import { findMovable, MAX_CONSOLIDATED_BYTES, type MovablePack, packFolder, removePack } from './packFolder.ts';
import { packNames } from './temporaryObjects.ts';

interface Consolidation {
  readonly fs: DurableFs;
  /** Git's common folder (`GIT_COMMON_DIR`). */
  readonly commonDir: string;
  readonly objects: ObjectStore;
  readonly lockFile: LockFile;
  readonly mergeThread: MergeThread;
  /** More packs than this are consolidated. */
  readonly maxPacks: number;
  /** Damaged packs found so far; those found now are added. */
  readonly passedOver: PassedOver;
}

/** Packs that were damaged when they were last read, by name; repairing one writes a new file. */
export type PassedOver = Map<string, MovablePack>;

/**
 * Makes one pack of the small ones when there are too many. Keeps every object in them, referenced or not. Leaves alone
 * packs that somebody guards (`.keep`), damaged ones, loose objects and packs that git's own maintenance has indexed.
 */
export async function consolidatePacks(work: Consolidation): Promise<void> {
  const { fs, commonDir, objects, lockFile, mergeThread, maxPacks, passedOver } = work;
  const folder = packFolder(commonDir);
  const packs = chooseSmall(withoutDamaged(findMovable(folder, maxPacks), passedOver));
  if (packs.length < 2) return;
  const names = packs.toSorted((a, b) => a.modified - b.modified).map(({ name }) => name);
  const merged = await mergeThread.merge({ folder, names });
  for (const name of merged?.damaged ?? []) passedOver.set(name, packs.find((pack) => pack.name === name)!);
  // Otherwise git has just done the same, or there is nothing to merge.
  if (merged?.made) await replacePacks({ fs, folder, made: merged.made, keepFile: await lockFile.path() });
  objects.refresh();
}

function withoutDamaged(packs: readonly MovablePack[], passedOver: PassedOver): readonly MovablePack[] {
  const isSameFile = (one: MovablePack, other: MovablePack | undefined): boolean =>
    one.size === other?.size && one.modified === other.modified;
  const sound = packs.filter((pack) => !isSameFile(pack, passedOver.get(pack.name)));
  const damaged = new Set(packs.filter((pack) => !sound.includes(pack)).map(({ name }) => name));
  for (const name of passedOver.keys()) if (!damaged.has(name)) passedOver.delete(name);
  return sound;
}

interface PackReplacement {
  readonly fs: DurableFs;
  readonly folder: string;
  readonly made: MergedPack;
  readonly keepFile: string;
}

async function replacePacks({ fs, folder, made, keepFile }: PackReplacement): Promise<void> {
  const { pack, index } = made;
  const path = packPath(folder, { checksum: Buffer.from(made.checksum) });
  try {
    await writePackFiles({ fs, newName: packNames(), pack, index, keepFile, path });
    await fs.sync(folder);
  } finally {
    await releasePacks(fs, [path]);
  }
  for (const old of made.of.map((name) => join(folder, name))) if (old !== path) await removePack(fs, old);
}

/** The smaller half, and then each pack no larger than all before it together: so each byte is rarely moved. */
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
