/*
 * The room of objects: it finds, writes and tidies what git keeps under an id. It never removes an object that somebody
 * may need, and it waits for the disk before a ref can name what it has written. A missing or damaged object becomes an
 * `UnreadableObject`, never wrong bytes.
 */

import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { copyToOwnBuffer } from '../../lib/turn/copyToOwnBuffer.ts';
import type { DurableFs } from '../disk/durableFs.ts';
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
import { lookIn, type ObjectLookup, openDatabases, requireId } from './databases.ts';
import { readLooseHead, readLooseObject, readLooseStart } from './loose.ts';
import { TooLarge } from './packRead.ts';
import { looseNames, packNames } from './temporaryObjects.ts';
import { isDamage, UnreadableObject } from './unreadableObject.ts';
import { type ObjectTarget, type WriteOptions, type WrittenObjects, writeObjects } from './writeObjects.ts';

/** The object database of one repository. */
export interface ObjectStore {
  /** The object; undefined if there is none. Throws UnreadableObject if it is damaged or has more than `maxBytes`. */
  find(id: string, maxBytes?: number): Promise<GitObject | undefined>;
  /** The type of an object of any size; undefined if there is none. Throws UnreadableObject if it is damaged. */
  typeOf(id: string): Promise<ObjectType | undefined>;
  /** The type and size of an object; undefined if there is none. Throws as `typeOf`. */
  findHead(id: string): Promise<ObjectHead | undefined>;
  /** A blob's bytes; undefined if there is no readable one. */
  findBlob(id: string): Promise<Buffer | undefined>;
  /** As `readCommit`; undefined if there is no readable one. */
  findCommit(id: string): Promise<Commit | undefined>;
  /** A tree's bytes, from memory if possible. Throws UnreadableObject. */
  readTree(id: string): Promise<Buffer>;
  /** A commit of any size (see `parseCommit`), from memory if it was written here. Throws UnreadableObject. */
  readCommit(id: string): Promise<Commit>;
  /** Writes every object, even one that exists; durable once it is synced. */
  write(objects: readonly NamedObject[], options: WriteOptions): Promise<WrittenObjects>;
  /** How many packs are known. */
  packCount(): number;
  /** Forgets packs that are gone. */
  refresh(): void;
  /** Objects that were found damaged, or noted by `miss`, and have not been read since; and damaged packs. */
  unreadable(): Unreadable;
  /** Notes an object that somebody needs and cannot read. */
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

/** No content file is larger, and all that is read of a commit is within its first bytes. */
export const MAX_OBJECT_BYTES = 4 * 1024 * 1024;
/** A folder of a million files. */
const MAX_TREE_BYTES = 64 * 1024 * 1024;
/** Only the first are noted. */
const MAX_NOTED = 100;

const COMMITS_BYTES = 8 * 1024 * 1024;
const MEMORY_BYTES = 32 * 1024 * 1024;
/** What a buffer takes in the cache besides its bytes. */
const OVERHEAD_BYTES = 400;

/** Where objects are, and what is remembered of them. */
interface State extends ObjectTarget {
  /** A walk through history visits a commit several times. */
  readonly commits: LRUCache<string, Commit>;
  readonly noted: Map<string, UnreadableObject>;
}

export function createObjectStore({ commonDir, fs }: Options): ObjectStore {
  const objectsDir = join(commonDir, 'objects');
  const state: State = {
    ...{ fs, objectsDir, databases: openDatabases(objectsDir), syncNames: createSyncNames(fs, [commonDir]) },
    ...{ nameLoose: looseNames(), namePack: packNames(), noted: new Map() },
    memory: new LRUCache({
      maxSize: MEMORY_BYTES,
      sizeCalculation: (content) => content.length + OVERHEAD_BYTES,
    }),
    commits: new LRUCache({
      maxSize: COMMITS_BYTES,
      sizeCalculation: ({ message, parents }) => 2 * message.length + 100 * parents.length + 1000,
    }),
  };
  return {
    find: (id, maxBytes) => findObject(state, id, maxBytes),
    findHead: (id) => findHead(state, id),
    readTree: (id) => readTreeBytes(state, id),
    findBlob: (id) =>
      orUndefined(findObject(state, id).then((found) => (found?.type === 'blob' ? found.content : undefined))),
    findCommit: (id) => orUndefined(readCommit(state, id)),
    typeOf: async (id) => (await findHead(state, id))?.type,
    readCommit: (id) => readCommit(state, id),
    write: (objects, options) => writeObjects(state, objects, options),
    packCount: () => state.databases[0]!.packs.count(),
    refresh: () => state.databases[0]!.packs.refresh(),
    unreadable: () => ({
      objects: [...state.noted.values()],
      packs: state.databases.flatMap(({ packs }) => packs.damaged()),
    }),
    miss: (error) => noteUnreadable(state, error),
  };
}

function noteUnreadable(state: State, error: UnreadableObject): void {
  if (state.noted.size < MAX_NOTED) state.noted.set(error.id, error);
}

/** Looks for an object in every place: if one copy is damaged, there may be another. */
async function lookUpObject<T>(state: State, id: string, places: ObjectLookup<T>): Promise<T | undefined> {
  if (!isObjectId(id)) return undefined;
  try {
    // Git may have packed a loose object, or made one pack of several, between two looks.
    const found = (await lookIn(state.databases, id, places)) ?? (await lookAgain(state, id, places));
    if (found !== undefined) state.noted.delete(id);
    return found;
  } catch (error) {
    if (error instanceof TooLarge) throw new UnreadableObject(id, 'large');
    if (!isDamage(error)) throw error;
    const damage = new UnreadableObject(id, 'damaged', { cause: error });
    noteUnreadable(state, damage);
    throw damage;
  }
}

function lookAgain<T>(state: State, id: string, places: ObjectLookup<T>): Promise<T | undefined> {
  for (const { packs } of state.databases) packs.refresh();
  return lookIn(state.databases, id, places);
}

const findObject = (state: State, id: string, maxBytes = MAX_OBJECT_BYTES): Promise<GitObject | undefined> =>
  lookUpObject(state, id, {
    packed: async (packs) => requireId(id, await packs.find(id, maxBytes)),
    loose: async (path) => requireId(id, await readLooseObject(path, maxBytes)),
  });

const findHead = (state: State, id: string): Promise<ObjectHead | undefined> =>
  lookUpObject(state, id, { packed: (packs) => packs.findHead(id), loose: readLooseHead });

const findObjectStart = (state: State, id: string, count: number): Promise<ObjectStart | undefined> =>
  lookUpObject(state, id, {
    packed: (packs) => packs.findStart(id, count),
    loose: (path) => readLooseStart(path, count),
  });

async function readObject(state: State, id: string, type: ObjectType, maxBytes?: number): Promise<Buffer> {
  const found = await findObject(state, id, maxBytes);
  if (found?.type !== type) throw new UnreadableObject(id, 'missing', { type });
  return found.content;
}

/** Reads a commit of any size: of a large one the beginning, where its headers are. */
async function readCommitBytes(state: State, id: string): Promise<Buffer> {
  try {
    return await readObject(state, id, 'commit');
  } catch (error) {
    if (!(error instanceof UnreadableObject && error.reason === 'large')) throw error;
    const start = await findObjectStart(state, id, MAX_OBJECT_BYTES);
    if (start?.type !== 'commit') throw new UnreadableObject(id, 'missing', { type: 'commit' });
    return start.content;
  }
}

async function readCommit(state: State, id: string): Promise<Commit> {
  const known = state.commits.get(id);
  if (known) return known;
  const bytes = state.memory.get(id) ?? (await readCommitBytes(state, id));
  try {
    const commit = parseCommit(bytes);
    state.commits.set(id, commit);
    return commit;
  } catch (error) {
    throw new UnreadableObject(id, 'damaged', { type: 'commit', cause: error });
  }
}

async function readTreeBytes(state: State, id: string): Promise<Buffer> {
  const known = state.memory.get(id);
  if (known) return known;
  const tree = copyToOwnBuffer(await readObject(state, id, 'tree', MAX_TREE_BYTES));
  state.memory.set(id, tree);
  return tree;
}

async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof UnreadableObject) return undefined;
    throw error;
  }
}
