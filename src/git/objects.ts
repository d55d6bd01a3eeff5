import * as nodeFs from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { LRUCache } from 'lru-cache';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import { allSettled } from './allSettled.ts';
import { type Commit, parseCommit } from './commit.ts';
import type { DurableFs } from './durableFs.ts';
import { decodeLoose, encodeLoose, type GitObject, isObjectId, type NamedObject } from './object.ts';
import { createPacks, type Packs } from './packs.ts';

/** The object database of one repository. */
export interface ObjectStore {
  /** The object, or undefined where there is none. */
  find(id: string): Promise<GitObject | undefined>;
  /** A tree's bytes, from memory where possible. Throws when it is missing. */
  readTree(id: string): Promise<Buffer>;
  /** Throws when it is missing. */
  readCommit(id: string): Promise<Commit>;
  /** Whether the object is a loose file, looked up on disk. */
  hasLoose(id: string): boolean;
  /** Writes every object, even one that is there already, durably. */
  write(objects: readonly NamedObject[]): Promise<void>;
}

interface Options {
  readonly commonDir: string;
  readonly fs: DurableFs;
}

const TREE_CACHE_BYTES = 32 * 1024 * 1024;
/** Open files at a time; a process may have no more than 1,024 by default. */
const PARALLEL_WRITES = 64;

export function createObjectStore({ commonDir, fs }: Options): ObjectStore {
  const objectsDir = join(commonDir, 'objects');
  const databases = [objectsDir, ...readAlternates(objectsDir)].map((dir) => ({ dir, packs: createPacks(dir) }));
  const trees = new LRUCache<string, Buffer>({
    maxSize: TREE_CACHE_BYTES,
    sizeCalculation: (tree) => tree.length + 200,
  });
  const pathOf = (id: string): string => loosePath(objectsDir, id);

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
    if (found?.type !== type) throw new Error(`the repository lacks the ${type} ${id}`);
    return found.content;
  }

  async function readTree(id: string): Promise<Buffer> {
    const known = trees.get(id);
    if (known) return known;
    const tree = await read(id, 'tree');
    trees.set(id, tree);
    return tree;
  }

  async function write(objects: readonly NamedObject[]): Promise<void> {
    for (let from = 0; from < objects.length; from += PARALLEL_WRITES) {
      await writeLoose(objects.slice(from, from + PARALLEL_WRITES));
    }
    for (const { type, id, content } of objects) if (type === 'tree') trees.set(id, content);
  }

  async function writeLoose(objects: readonly NamedObject[], attempts = 3): Promise<void> {
    const touched = new Set<string>();
    const written = objects.map((object) => {
      const target = pathOf(object.id);
      const folder = dirname(target);
      if (!touched.has(folder) && fs.makeFolder(folder)) touched.add(objectsDir);
      touched.add(folder);
      return {
        object,
        target,
        temporary: join(folder, `tmp_obj_${process.pid}_${object.id.slice(2, 14)}_${counter++}`),
      };
    });
    try {
      await allSettled(written.map(({ object, temporary }) => fs.writeSynced(temporary, encodeLoose(object), 0o444)));
      for (const { temporary, target } of written) fs.rename(temporary, target);
    } catch (error) {
      for (const { temporary } of written) nodeFs.rmSync(temporary, { force: true });
      // A git gc that runs right now removes empty folders, and with --prune=now our temporary files.
      if (attempts > 1 && hasErrorCode(error, 'ENOENT')) return writeLoose(objects, attempts - 1);
      throw error;
    }
    await allSettled([...touched].map((folder) => fs.syncFolder(folder)));
  }

  let counter = 0;
  return {
    find,
    readTree,
    readCommit: async (id) => parseCommit(await read(id, 'commit')),
    hasLoose: (id) => nodeFs.existsSync(pathOf(id)),
    write,
  };
}

interface Database {
  readonly dir: string;
  readonly packs: Packs;
}

const loosePath = (dir: string, id: string): string => join(dir, id.slice(0, 2), id.slice(2));

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
