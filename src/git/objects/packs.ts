import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { copyToOwnBuffer } from '../../lib/turn/copyToOwnBuffer.ts';
import type { GitObject, ObjectHead, ObjectStart } from '../format/object.ts';
import { parsePackIndex } from '../format/pack/packIndex.ts';
import { listPackFiles } from './packFolder.ts';
import { type MadeObjects, type Pack, readPackedHead, readPackedObject, readPackedStart } from './packRead.ts';
import { isDamage } from './unreadableObject.ts';

/** The packs of one object database, read entry by entry, never as a whole. */
export interface Packs {
  /** The object; undefined if no known pack has it. Throws TooLarge if it has more bytes. */
  find(id: string, maxBytes: number): Promise<GitObject | undefined>;
  /** The object's type and size. */
  findHead(id: string): Promise<ObjectHead | undefined>;
  /** The object's type, size and first bytes. */
  findStart(id: string, count: number): Promise<ObjectStart | undefined>;
  /** The paths of indexes that cannot be read: the objects of their packs are not found. */
  damaged(): readonly string[];
  /** Looks up which packs exist now. */
  refresh(): void;
  /** Adds a pack that has just been made, by its path without extension. */
  add(path: string): void;
  /** The number of known packs. */
  count(): number;
}

const CACHE_BYTES = 32 * 1024 * 1024;
/** What an object takes in the cache besides its bytes. */
const OVERHEAD_BYTES = 600;

export function createPacks(objectsDir: string): Packs {
  const folder = join(objectsDir, 'pack');
  let packs = new Map<string, Pack>();
  const damaged = new Set<string>();
  const recent = new LRUCache<string, GitObject>({
    maxSize: CACHE_BYTES,
    maxEntrySize: CACHE_BYTES / 16,
    sizeCalculation: ({ content }) => content.length + OVERHEAD_BYTES,
  });

  /** Null if it is gone or cannot be read. */
  function load(indexPath: string): Pack | null {
    damaged.delete(indexPath);
    try {
      return loadPack(indexPath);
    } catch (error) {
      if (!isDamage(error)) throw error;
      damaged.add(indexPath);
      return null;
    }
  }

  function refresh(): void {
    damaged.clear();
    const names = listPackFiles(folder).filter((name) => name.endsWith('.idx'));
    packs = new Map(
      names.flatMap((name) => {
        const pack = packs.get(name) ?? load(join(folder, name));
        return pack ? [[name, pack] as const] : [];
      }),
    );
  }

  const made: MadeObjects = {
    get: (key) => recent.get(key),
    keep(key, { type, content }) {
      const object = { type, content: copyToOwnBuffer(content) };
      recent.set(key, object);
      return object;
    },
  };

  /** Reads from the first pack that has the object; if it is damaged there, from the next. */
  async function findIn<T>(id: string, read: (pack: Pack, offset: number) => Promise<T>): Promise<T | undefined> {
    let damage: unknown;
    for (const [name, pack] of packs) {
      try {
        const offset = pack.index.offsetOf(id);
        if (offset !== undefined) return await read(pack, offset);
      } catch (error) {
        // Git has removed the pack after repacking its objects.
        if (hasErrorCode(error, 'ENOENT')) packs.delete(name);
        else if (isDamage(error)) damage = error;
        else throw error;
      }
    }
    if (damage) throw damage;
    return undefined;
  }

  function add(path: string): void {
    const pack = load(`${path}.idx`);
    if (pack) packs.set(`${basename(path)}.idx`, pack);
  }

  refresh();
  return {
    refresh,
    add,
    count: () => packs.size,
    damaged: () => [...damaged],
    find: (id, maxBytes) => findIn(id, (pack, offset) => readPackedObject(pack, offset, maxBytes, made)),
    findHead: (id) => findIn(id, readPackedHead),
    findStart: (id, count) => findIn(id, (pack, offset) => readPackedStart(pack, offset, count)),
  };
}

function loadPack(indexPath: string): Pack | null {
  const path = indexPath.replace(/idx$/, 'pack');
  try {
    return { path, size: statSync(path).size, index: parsePackIndex(readFileSync(indexPath)) };
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}
