import * as nodeFs from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LRUCache } from 'lru-cache';
import { allSettled } from '../lib/allSettled.ts';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import { standAlone } from '../lib/standAlone.ts';
import { type Commit, parseCommit } from './commit.ts';
import type { DurableFs } from './durableFs.ts';
import { loosePath, writeLoose } from './looseWrite.ts';
import { decodeLoose, type GitObject, isObjectId, type NamedObject } from './object.ts';
import { releasePacks, writePacked } from './packedWrite.ts';
import { createPacks, type Packs } from './packs.ts';
import type { StagedFile } from './stagedFile.ts';
import { createSyncNames } from './syncNames.ts';
import { looseNames, packNames } from './temporaryObjects.ts';

/** Objects on disk that no ref holds yet. */
export interface WrittenObjects {
  /** Makes their names durable, as their bytes are. */
  sync(): Promise<void>;
  /** Whether git has removed none of them since they were written, looked up on disk. */
  areThere(): boolean;
  /** Lets git treat them as its own, once a ref holds them or nobody wants them. */
  release(): Promise<void>;
}

interface WriteOptions {
  /** The file whose other names guard the packs: see `LockFile`. */
  readonly keepFile: string;
  /** Files that become objects, too, each one of its own. */
  readonly staged?: readonly StagedFile[];
}

/** The database has no such object. */
export class MissingObject extends Error {
  readonly id: string;
  constructor(type: string, id: string) {
    super(`the repository lacks the ${type} ${id}`);
    this.name = 'MissingObject';
    this.id = id;
  }
}

/** The object database of one repository. */
export interface ObjectStore {
  /** The object, or undefined where there is none. */
  find(id: string): Promise<GitObject | undefined>;
  /** A tree's bytes, from memory where possible. Throws MissingObject. */
  readTree(id: string): Promise<Buffer>;
  /** From memory where it was written here. Throws MissingObject. */
  readCommit(id: string): Promise<Commit>;
  /** Writes every object, even one that is there already; durable once it is synced. */
  write(objects: readonly NamedObject[], options: WriteOptions): Promise<WrittenObjects>;
  /** How many packs are known. */
  packCount(): number;
  /** Forgets packs that are gone. */
  refresh(): void;
}

interface Options {
  readonly commonDir: string;
  readonly fs: DurableFs;
}

const MEMORY_BYTES = 32 * 1024 * 1024;
/** What a buffer and its place in the cache take beside the bytes. */
const OVERHEAD_BYTES = 400;

export function createObjectStore({ commonDir, fs }: Options): ObjectStore {
  const objectsDir = join(commonDir, 'objects');
  const loosePlace = { fs, objectsDir, newName: looseNames() };
  const packPlace = { fs, objectsDir, newName: packNames() };
  const syncNames = createSyncNames(fs, [commonDir]);
  const databases = [objectsDir, ...readAlternates(objectsDir)].map((dir) => ({ dir, packs: createPacks(dir) }));
  /** Trees, and the commits written here: the next write begins with them. */
  const memory = new LRUCache<string, Buffer>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: (content) => content.length + OVERHEAD_BYTES,
  });

  async function find(id: string): Promise<GitObject | undefined> {
    if (!isObjectId(id)) return undefined;
    return (await findIn(databases, id)) ?? findAgain(id);
  }

  /** Git may have packed a loose file, or made one pack of several, between two looks. */
  async function findAgain(id: string): Promise<GitObject | undefined> {
    for (const { packs } of databases) packs.refresh();
    return findIn(databases, id);
  }

  async function read(id: string, type: GitObject['type']): Promise<Buffer> {
    const found = await find(id);
    if (found?.type !== type) throw new MissingObject(type, id);
    return found.content;
  }

  async function readTree(id: string): Promise<Buffer> {
    const known = memory.get(id);
    if (known) return known;
    const tree = standAlone(await read(id, 'tree'));
    memory.set(id, tree);
    return tree;
  }

  async function write(
    objects: readonly NamedObject[],
    { keepFile, staged = [] }: WriteOptions,
  ): Promise<WrittenObjects> {
    const loose = staged.length > 0 ? await writeAsFiles(staged) : null;
    const packed = await writeAsPacks(objects, keepFile);
    for (const { type, id, content } of objects) if (type !== 'blob') memory.set(id, standAlone(content));
    return loose ? both(loose, packed) : packed;
  }

  async function writeAsFiles(objects: readonly StagedFile[]): Promise<WrittenObjects> {
    const folders = await writeLoose(loosePlace, objects);
    return {
      sync: () => syncNames(folders),
      areThere: () => objects.every(({ id }) => nodeFs.existsSync(loosePath(objectsDir, id))),
      release: async () => undefined,
    };
  }

  async function writeAsPacks(objects: readonly NamedObject[], keepFile: string): Promise<WrittenObjects> {
    const { paths, folder } = await writePacked({ ...packPlace, objects, keepFile });
    for (const path of paths) databases[0]!.packs.add(path);
    return {
      sync: () => syncNames([folder]),
      areThere: () => paths.every((path) => ['pack', 'idx'].every((name) => nodeFs.existsSync(`${path}.${name}`))),
      release: () => releasePacks(fs, paths),
    };
  }

  return {
    find,
    readTree,
    readCommit: async (id) => parseCommit(memory.get(id) ?? (await read(id, 'commit'))),
    write,
    packCount: () => databases[0]!.packs.count(),
    refresh: () => databases[0]!.packs.refresh(),
  };
}

const both = (loose: WrittenObjects, packed: WrittenObjects): WrittenObjects => ({
  sync: () => allSettled([loose.sync(), packed.sync()]),
  areThere: () => loose.areThere() && packed.areThere(),
  release: packed.release,
});

interface Database {
  readonly dir: string;
  readonly packs: Packs;
}

async function findIn(databases: readonly Database[], id: string): Promise<GitObject | undefined> {
  for (const { dir, packs } of databases) {
    const found = (await packs.find(id)) ?? (await readLoose(loosePath(dir, id)));
    if (found) return found;
  }
  return undefined;
}

async function readLoose(path: string): Promise<GitObject | undefined> {
  try {
    return decodeLoose(await readFile(path));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Other databases this one borrows from (gitrepository-layout, "objects/info/alternates"). */
function readAlternates(objectsDir: string, depth = 0): string[] {
  const file = join(objectsDir, 'info', 'alternates');
  if (depth > 5 || !nodeFs.existsSync(file)) return [];
  const lines = nodeFs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  return lines.map((line) => resolve(objectsDir, line)).flatMap((path) => [path, ...readAlternates(path, depth + 1)]);
}
