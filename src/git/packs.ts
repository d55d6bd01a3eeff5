import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { inflate, inflateSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import { readBlock } from '../lib/readBlock.ts';
import { standAlone } from '../lib/standAlone.ts';
import type { GitObject, ObjectType } from './object.ts';
import { applyDelta, parsePackEntry } from './packEntry.ts';
import { listPackFiles } from './packFolder.ts';
import { type PackIndex, parsePackIndex } from './packIndex.ts';
import { PACK_TRAILER_BYTES } from './packWrite.ts';

/** The packs of one object database, read entry by entry: never as a whole. */
export interface Packs {
  /** The object, undefined where no known pack has it. */
  find(id: string): Promise<GitObject | undefined>;
  /** Looks which packs there are now. */
  refresh(): void;
  /** Takes in a pack that has just been made, by its path without extension. */
  add(path: string): void;
  /** How many are known. */
  count(): number;
}

interface Pack {
  readonly path: string;
  readonly size: number;
  readonly index: PackIndex;
}

/** From here on reading and inflating would hold up the requests that are being answered. */
const LARGE_BYTES = 64 * 1024;
const CACHE_BYTES = 32 * 1024 * 1024;
/** What an object and its place in the cache take beside the bytes. */
const OVERHEAD_BYTES = 600;

const inflateLarge = promisify(inflate);

export function createPacks(objectsDir: string): Packs {
  const folder = join(objectsDir, 'pack');
  let packs = new Map<string, Pack>();
  /** Objects that were made on the way: the next one asked for is often a delta of one of them. */
  const recent = new LRUCache<string, GitObject>({
    maxSize: CACHE_BYTES,
    maxEntrySize: CACHE_BYTES / 16,
    sizeCalculation: ({ content }) => content.length + OVERHEAD_BYTES,
  });

  function refresh(): void {
    const names = listPackFiles(folder).filter((name) => name.endsWith('.idx'));
    packs = new Map(
      names.flatMap((name) => {
        const pack = packs.get(name) ?? loadPack(join(folder, name));
        return pack ? [[name, pack] as const] : [];
      }),
    );
  }

  async function readAt(pack: Pack, offset: number): Promise<GitObject> {
    const deltas: { readonly key: string; readonly delta: Buffer }[] = [];
    let found: GitObject | undefined;
    for (let at = offset; !found; ) {
      const key = `${pack.path} ${at}`;
      found = recent.get(key);
      if (found) break;
      const bytes = await readPart(pack.path, at, pack.index.endOf(at) ?? pack.size - PACK_TRAILER_BYTES);
      const entry = parsePackEntry(bytes);
      const content = await inflated(bytes.subarray(entry.dataAt));
      if (entry.kind === 'whole') found = keep(key, entry.type, content);
      else {
        deltas.push({ key, delta: content });
        const base = entry.kind === 'offset' ? at - entry.distance : pack.index.offsetOf(entry.base);
        if (base === undefined || base < 0 || deltas.length > 10_000)
          throw new Error('damaged pack: a delta without base');
        at = base;
      }
    }
    return deltas.reduceRight(
      ({ type, content }, { key, delta }) => keep(key, type, applyDelta(content, delta)),
      found,
    );
  }

  function keep(key: string, type: ObjectType, content: Buffer): GitObject {
    const object = { type, content: standAlone(content) };
    recent.set(key, object);
    return object;
  }

  function add(path: string): void {
    const pack = loadPack(`${path}.idx`);
    if (pack) packs.set(`${basename(path)}.idx`, pack);
  }

  refresh();
  return {
    refresh,
    add,
    count: () => packs.size,
    async find(id) {
      for (const [name, pack] of packs) {
        const offset = pack.index.offsetOf(id);
        if (offset === undefined) continue;
        try {
          return await readAt(pack, offset);
        } catch (error) {
          // Git has removed the pack after packing its objects anew.
          if (!hasErrorCode(error, 'ENOENT')) throw error;
          packs.delete(name);
        }
      }
      return undefined;
    },
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

async function readPart(path: string, from: number, to: number): Promise<Buffer> {
  if (to - from > LARGE_BYTES) return readLarge(path, from, to);
  const bytes = Buffer.alloc(to - from);
  const fd = openSync(path, 'r');
  try {
    readSync(fd, bytes, 0, bytes.length, from);
  } finally {
    closeSync(fd);
  }
  return bytes;
}

async function readLarge(path: string, from: number, to: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    return await readBlock(file, from, to);
  } finally {
    await file.close();
  }
}

const inflated = async (bytes: Buffer): Promise<Buffer> =>
  bytes.length > LARGE_BYTES ? inflateLarge(bytes) : inflateSync(bytes);
