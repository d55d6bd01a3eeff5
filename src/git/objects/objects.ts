/*
 * The room of objects: it finds, writes and tidies what git keeps under an id. It never removes an object that somebody
 * may need, and it waits for the disk before a ref can name what it has written. What is missing or damaged becomes an
 * `UnreadableObject`, never wrong bytes.
 */

import * as nodeFs from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { allSettled } from '../../lib/turn/allSettled.ts';
import { standAlone } from '../../lib/turn/standAlone.ts';
import type { DurableFs } from '../disk/durableFs.ts';
import type { StagedFile } from '../disk/stagedFile.ts';
import { createSyncNames } from '../disk/syncNames.ts';
import { type Commit, parseCommit } from '../format/commit.ts';
import {
  type GitObject,
  isObjectId,
  type NamedObject,
  type ObjectHead,
  type ObjectStart,
  type ObjectType,
} from '../format/object.ts';
import { type Look, lookIn, openDatabases, requireId } from './databases.ts';
import { loosePath, readLoose, readLooseHead, readLooseStart, writeLoose } from './loose.ts';
import { releasePacks, writePacked } from './packedWrite.ts';
import { TooLarge } from './packRead.ts';
import { looseNames, packNames } from './temporaryObjects.ts';
import { isDamage, UnreadableObject } from './unreadableObject.ts';

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

/** The object database of one repository. */
export interface ObjectStore {
  /** The object, or undefined where there is none. Throws UnreadableObject where it is damaged or has more than `maxBytes`. */
  find(id: string, maxBytes?: number): Promise<GitObject | undefined>;
  /** What an object is, however large; undefined where there is none. Throws UnreadableObject where it is damaged. */
  typeOf(id: string): Promise<ObjectType | undefined>;
  /** What an object is and how many bytes it has; undefined where there is none. Throws as `typeOf`. */
  findHead(id: string): Promise<ObjectHead | undefined>;
  /** A blob's bytes; undefined where there is none that can be read. */
  findBlob(id: string): Promise<Buffer | undefined>;
  /** As `readCommit`; undefined where there is none that can be read. */
  findCommit(id: string): Promise<Commit | undefined>;
  /** A tree's bytes, from memory where possible. Throws UnreadableObject. */
  readTree(id: string): Promise<Buffer>;
  /** However large: see `parseCommit`. From memory where it was written here. Throws UnreadableObject. */
  readCommit(id: string): Promise<Commit>;
  /** Writes every object, even one that is there already; durable once it is synced. */
  write(objects: readonly NamedObject[], options: WriteOptions): Promise<WrittenObjects>;
  /** How many packs are known. */
  packCount(): number;
  /** Forgets packs that are gone. */
  refresh(): void;
  /** What was found damaged, or missed by somebody who needs it, and has not been read since. */
  unreadable(): Unreadable;
  /** Notes what somebody has missed. */
  miss(error: UnreadableObject): void;
}

interface Unreadable {
  readonly objects: readonly UnreadableObject[];
  /** Paths of the indexes of packs. */
  readonly packs: readonly string[];
}

interface Options {
  readonly commonDir: string;
  readonly fs: DurableFs;
}

/** No content file is larger, and a commit says within this many bytes what anybody here wants to know. */
export const MAX_OBJECT_BYTES = 4 * 1024 * 1024;
/** A folder of a million files. */
const MAX_TREE_BYTES = 64 * 1024 * 1024;
/** The first are told. */
const MAX_NOTED = 100;

const COMMITS_BYTES = 8 * 1024 * 1024;
const MEMORY_BYTES = 32 * 1024 * 1024;
/** What a buffer and its place in the cache take beside the bytes. */
const OVERHEAD_BYTES = 400;

export function createObjectStore({ commonDir, fs }: Options): ObjectStore {
  const objectsDir = join(commonDir, 'objects');
  const loosePlace = { fs, objectsDir, newName: looseNames() };
  const packPlace = { fs, objectsDir, newName: packNames() };
  const syncNames = createSyncNames(fs, [commonDir]);
  const databases = openDatabases(objectsDir);
  /** Trees, and the commits written here: the next write begins with them. */
  const memory = new LRUCache<string, Buffer>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: (content) => content.length + OVERHEAD_BYTES,
  });

  /** Whoever walks through history comes to a commit several times. */
  const commits = new LRUCache<string, Commit>({
    maxSize: COMMITS_BYTES,
    sizeCalculation: ({ message, parents }) => 2 * message.length + 100 * parents.length + 1000,
  });
  const noted = new Map<string, UnreadableObject>();

  function note(error: UnreadableObject): void {
    if (noted.size < MAX_NOTED) noted.set(error.id, error);
  }

  /** Looks for an object in every place: of one that is damaged in one of them there may be another copy. */
  async function look<T>(id: string, places: Look<T>): Promise<T | undefined> {
    if (!isObjectId(id)) return undefined;
    try {
      // Git may have packed a loose file, or made one pack of several, between two looks.
      const found = (await lookIn(databases, id, places)) ?? (await lookAgain(id, places));
      if (found !== undefined) noted.delete(id);
      return found;
    } catch (error) {
      if (error instanceof TooLarge) throw new UnreadableObject(id, 'large');
      if (!isDamage(error)) throw error;
      const damage = new UnreadableObject(id, 'damaged', { cause: error });
      note(damage);
      throw damage;
    }
  }

  function lookAgain<T>(id: string, places: Look<T>): Promise<T | undefined> {
    for (const { packs } of databases) packs.refresh();
    return lookIn(databases, id, places);
  }

  const find = (id: string, maxBytes = MAX_OBJECT_BYTES): Promise<GitObject | undefined> =>
    look(id, {
      packed: async (packs) => requireId(id, await packs.find(id, maxBytes)),
      loose: async (path) => requireId(id, await readLoose(path, maxBytes)),
    });

  const findHead = (id: string): Promise<ObjectHead | undefined> =>
    look(id, { packed: (packs) => packs.findHead(id), loose: readLooseHead });

  const findStart = (id: string, count: number): Promise<ObjectStart | undefined> =>
    look(id, { packed: (packs) => packs.findStart(id, count), loose: (path) => readLooseStart(path, count) });

  async function read(id: string, type: ObjectType, maxBytes?: number): Promise<Buffer> {
    const found = await find(id, maxBytes);
    if (found?.type !== type) throw new UnreadableObject(id, 'missing', { type });
    return found.content;
  }

  /** A commit of any size: what it says of itself stands at its beginning. */
  async function readCommitBytes(id: string): Promise<Buffer> {
    try {
      return await read(id, 'commit');
    } catch (error) {
      if (!(error instanceof UnreadableObject && error.reason === 'large')) throw error;
      const start = await findStart(id, MAX_OBJECT_BYTES);
      if (start?.type !== 'commit') throw new UnreadableObject(id, 'missing', { type: 'commit' });
      return start.content;
    }
  }

  async function readCommit(id: string): Promise<Commit> {
    const known = commits.get(id);
    if (known) return known;
    const bytes = memory.get(id) ?? (await readCommitBytes(id));
    try {
      const commit = parseCommit(bytes);
      commits.set(id, commit);
      return commit;
    } catch (error) {
      throw new UnreadableObject(id, 'damaged', { type: 'commit', cause: error });
    }
  }

  async function readTree(id: string): Promise<Buffer> {
    const known = memory.get(id);
    if (known) return known;
    const tree = standAlone(await read(id, 'tree', MAX_TREE_BYTES));
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
    findHead,
    readTree,
    findBlob: (id) => orUndefined(find(id).then((found) => (found?.type === 'blob' ? found.content : undefined))),
    findCommit: (id) => orUndefined(readCommit(id)),
    typeOf: async (id) => (await findHead(id))?.type,
    readCommit,
    write,
    packCount: () => databases[0]!.packs.count(),
    refresh: () => databases[0]!.packs.refresh(),
    unreadable: () => ({ objects: [...noted.values()], packs: databases.flatMap(({ packs }) => packs.damaged()) }),
    miss: note,
  };
}

/** What was written at two times, or in two ways. */
export const both = (first: WrittenObjects, second: WrittenObjects): WrittenObjects => ({
  sync: () => allSettled([first.sync(), second.sync()]),
  areThere: () => first.areThere() && second.areThere(),
  release: () => allSettled([first.release(), second.release()]),
});

async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof UnreadableObject) return undefined;
    throw error;
  }
}
