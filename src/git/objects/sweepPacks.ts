import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { DurableFs } from '../disk/durableFs.ts';
import { hasItsChecksum } from '../format/hasItsChecksum.ts';
import { type PackIndex, parsePackIndex } from '../format/pack/packIndex.ts';
import type { ObjectStore } from './objects.ts';
import { findMovable, listPackFiles, MAX_CONSOLIDATED_BYTES, packFolder, removePack } from './packFolder.ts';
import { isDamage } from './unreadableObject.ts';

interface Options {
  readonly fs: DurableFs;
  /** Git's common folder (`GIT_COMMON_DIR`). */
  readonly commonDir: string;
  readonly objects: ObjectStore;
  readonly maxPacks: number;
}

/** A pack without an index is one that git is just making, unless it is older than this. */
const LEFT_MS = 60 * 60 * 1000;

/**
 * Removes what a consolidation that was cut short has left: packs whose objects are all in the one that was made from
 * them. Otherwise a server that dies again and again would make ever larger packs.
 */
export async function removeContainedPacks({ fs, commonDir, objects, maxPacks }: Options): Promise<void> {
  const folder = packFolder(commonDir);
  const packs = findMovable(folder, maxPacks).filter(({ size }) => size <= MAX_CONSOLIDATED_BYTES);
  if (packs.length === 0) return;
  await fs.sync(folder);
  const kept: RetainedPack[] = [];
  for (const { name } of packs.toSorted((a, b) => b.size - a.size)) {
    const path = join(folder, name);
    const index = await readPackIndex(`${path}.idx`);
    // A damaged index, or one that git has just removed, says nothing about the others.
    if (!index) continue;
    if (await isContained(index, kept)) await removePack(fs, path);
    else kept.push({ index, isSound: undefined, path });
  }
  objects.refresh();
}

async function readPackIndex(path: string): Promise<PackIndex | null> {
  try {
    return parsePackIndex(await readFile(path));
  } catch (error) {
    if (isDamage(error) || hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

interface RetainedPack {
  readonly path: string;
  readonly index: PackIndex;
  /** Undefined: not known yet. */
  isSound: boolean | undefined;
}

async function isContained(index: PackIndex, packs: readonly RetainedPack[]): Promise<boolean> {
  for (const pack of packs) {
    if (!(await containsAllObjects(pack.index, index))) continue;
    pack.isSound ??= (await isSound(`${pack.path}.idx`)) && (await isSound(`${pack.path}.pack`));
    if (pack.isSound) return true;
  }
  return false;
}

const isSound = async (path: string): Promise<boolean> => hasItsChecksum(await readFile(path));

async function containsAllObjects(pack: PackIndex, index: PackIndex): Promise<boolean> {
  const yieldIfBusy = createYieldIfBusy();
  for (const id of index.ids()) {
    if (pack.offsetOf(id) === undefined) return false;
    await yieldIfBusy();
  }
  return true;
}

/** Removes the rest of packs whose removal was cut short. */
export async function removeHeadlessPacks(fs: DurableFs, commonDir: string): Promise<void> {
  const folder = packFolder(commonDir);
  const names = new Set(listPackFiles(folder));
  for (const name of names) {
    const pack = /^(pack-[0-9a-f]{40})\.(?:pack|rev)$/.exec(name)?.[1];
    if (pack === undefined || names.has(`${pack}.idx`) || names.has(`${pack}.keep`)) continue;
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat && Date.now() - stat.mtimeMs > LEFT_MS) await fs.discard(path);
  }
}
