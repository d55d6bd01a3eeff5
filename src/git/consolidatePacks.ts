import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBreath } from '../lib/createBreath.ts';
import type { DurableFs } from './durableFs.ts';
import type { LockFile } from './lockFile.ts';
import type { FindGit, NativeGit } from './native.ts';
import { type NamedObject, objectId } from './object.ts';
import type { ObjectStore } from './objects.ts';
import { releasePacks, writePacked } from './packedWrite.ts';
import { findMovable, MAX_CONSOLIDATED_BYTES, type MovablePack, packFolder, removePack } from './packFolder.ts';
import { parsePackIndex } from './packIndex.ts';
import { temporaryNames } from './temporaryObjects.ts';

interface Consolidation {
  readonly fs: DurableFs;
  /** The folder that git calls the common one. */
  readonly commonDir: string;
  readonly objects: ObjectStore;
  readonly findGit: FindGit;
  readonly lockFile: LockFile;
  /** More packs than this are consolidated. */
  readonly maxPacks: number;
}

/**
 * Makes one pack of the small ones when there are too many. Everything in them is kept, whether something refers
 * to it or not; packs that somebody guards (`.keep`), loose objects and what git's own maintenance has indexed stay.
 */
export async function consolidatePacks(work: Consolidation): Promise<void> {
  const { fs, commonDir, findGit } = work;
  const folder = packFolder(commonDir);
  const packs = chooseSmall(findMovable(folder, work.maxPacks));
  if (packs.length < 2) return;
  const git = await findGit();
  const ids = await listObjects(folder, packs);
  const made = (git && (await packNatively(git, folder, ids))) ?? (await packPortably(work, folder, ids));
  await fs.sync(folder);
  for (const { name } of packs) if (!made.includes(name)) await removePack(fs, join(folder, name));
  work.objects.refresh();
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

/** Each object once. */
async function listObjects(folder: string, packs: readonly MovablePack[]): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const breath = createBreath();
  for (const { name } of packs) {
    for (const id of parsePackIndex(await readFile(join(folder, `${name}.idx`))).ids()) {
      ids.add(id);
      await breath();
    }
  }
  return ids;
}

/**
 * Gives the names of the packs made; null where git fails. It is told every object: with `--stdin-packs` it walks through
 * the whole history for their paths, which takes seconds and makes the pack two hundredths smaller, as does a window of
 * ten objects instead of five.
 */
async function packNatively(
  native: NativeGit,
  folder: string,
  ids: ReadonlySet<string>,
): Promise<readonly string[] | null> {
  const args = ['pack-objects', '--quiet', '--delta-base-offset', '--window=5', join(folder, 'pack')];
  const input = Buffer.from([...ids, ''].join('\n'));
  try {
    const printed = await native.runBehind(['-c', 'core.fsync=all', '-c', 'pack.threads=1', ...args], folder, input);
    return printed
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((id) => `pack-${id}`);
  } catch {
    // Whatever it has, we can do the same.
    return null;
  }
}

async function packPortably(work: Consolidation, folder: string, ids: ReadonlySet<string>): Promise<readonly string[]> {
  const { fs, commonDir, objects: store, lockFile } = work;
  const objects: NamedObject[] = [];
  for (const id of ids) objects.push(await readWhole(store, id));
  const place = { fs, objectsDir: join(commonDir, 'objects'), newName: temporaryNames() };
  const { paths } = await writePacked({ ...place, objects, keepFile: await lockFile.path() });
  await releasePacks(fs, paths);
  return paths.map((path) => path.slice(folder.length + 1));
}

/** Damage must not travel from pack to pack: there it would have a checksum that is right. */
async function readWhole(store: ObjectStore, id: string): Promise<NamedObject> {
  const found = await store.find(id);
  if (!found || objectId(found.type, found.content) !== id) throw new Error(`the object ${id} is damaged`);
  return { ...found, id };
}
