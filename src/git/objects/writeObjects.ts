import { existsSync } from 'node:fs';
import type { LRUCache } from 'lru-cache';
import { allSettled } from '../../lib/turn/allSettled.ts';
import { copyToOwnBuffer } from '../../lib/turn/copyToOwnBuffer.ts';
import type { DurableFs } from '../disk/durableFs.ts';
import type { StagedFile } from '../disk/stagedFile.ts';
import type { createSyncNames } from '../disk/syncNames.ts';
import type { NamedObject } from '../format/object.ts';
import type { openDatabases } from './databases.ts';
import { loosePath, writeLoose } from './loose.ts';
import { releasePacks, writePacked } from './packedWrite.ts';
import type { looseNames, packNames } from './temporaryObjects.ts';

/** Objects on disk that no ref holds yet. */
export interface WrittenObjects {
  /** Makes their names durable; their bytes already are. */
  sync(): Promise<void>;
  /** Whether all of them are still on disk: git may have removed some since they were written. */
  areThere(): boolean;
  /** Lets git treat them as its own, once a ref holds them or nobody needs them. */
  release(): Promise<void>;
}

export interface WriteOptions {
  /** The file that the packs' `.keep` files are links to: see `LockFile`. */
  readonly keepFile: string;
  /** Files that are written as loose objects. */
  readonly staged?: readonly StagedFile[];
}

/** Where objects are written to. */
export interface ObjectTarget {
  readonly fs: DurableFs;
  readonly objectsDir: string;
  readonly databases: ReturnType<typeof openDatabases>;
  readonly syncNames: ReturnType<typeof createSyncNames>;
  readonly nameLoose: ReturnType<typeof looseNames>;
  readonly namePack: ReturnType<typeof packNames>;
  /** Trees, and the commits written here: the next write starts from them. */
  readonly memory: LRUCache<string, Buffer>;
}

export const NO_OBJECTS: WrittenObjects = {
  sync: async () => undefined,
  areThere: () => true,
  release: async () => undefined,
};

/** Writes every object, even one that exists; durable once it is synced. */
export async function writeObjects(
  state: ObjectTarget,
  objects: readonly NamedObject[],
  { keepFile, staged = [] }: WriteOptions,
): Promise<WrittenObjects> {
  const loose = staged.length > 0 ? await writeAsFiles(state, staged) : null;
  if (objects.length === 0) return loose ?? NO_OBJECTS;
  const packed = await writeAsPacks(state, objects, keepFile);
  for (const { type, id, content } of objects) if (type !== 'blob') state.memory.set(id, copyToOwnBuffer(content));
  return loose ? joinWrittenObjects(loose, packed) : packed;
}

async function writeAsFiles(state: ObjectTarget, objects: readonly StagedFile[]): Promise<WrittenObjects> {
  const { fs, objectsDir } = state;
  const folders = await writeLoose({ fs, objectsDir, newName: state.nameLoose }, objects);
  return {
    sync: () => state.syncNames(folders),
    areThere: () => objects.every(({ id }) => existsSync(loosePath(objectsDir, id))),
    release: async () => undefined,
  };
}

async function writeAsPacks(
  state: ObjectTarget,
  objects: readonly NamedObject[],
  keepFile: string,
): Promise<WrittenObjects> {
  const { fs, objectsDir } = state;
  const { paths, folder } = await writePacked({ fs, objectsDir, newName: state.namePack, objects, keepFile });
  for (const path of paths) state.databases[0]!.packs.add(path);
  return {
    sync: () => state.syncNames([folder]),
    areThere: () => paths.every((path) => ['pack', 'idx'].every((name) => existsSync(`${path}.${name}`))),
    release: () => releasePacks(fs, paths),
  };
}

/** Joins objects that were written at two times, or in two ways. */
export const joinWrittenObjects = (first: WrittenObjects, second: WrittenObjects): WrittenObjects => ({
  sync: () => allSettled([first.sync(), second.sync()]),
  areThere: () => first.areThere() && second.areThere(),
  release: () => allSettled([first.release(), second.release()]),
});
