import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { readByteRange } from '../../lib/disk/readByteRange.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { inflateExactly, inflateStart, LARGE_BYTES, mostDeflated } from '../format/inflate.ts';
import type { GitObject, ObjectStart, ObjectType } from '../format/object.ts';
import {
  applyDelta,
  applyDeltaStart,
  ENTRY_HEAD_BYTES,
  type PackEntry,
  parsePackEntry,
  sizeAfter,
  startNeeds,
} from '../format/pack/packEntry.ts';
import type { PackIndex } from '../format/pack/packIndex.ts';
import { PACK_TRAILER_BYTES } from '../format/pack/packWrite.ts';

/** A pack on disk, read entry by entry, never as a whole. */
export interface Pack {
  readonly path: string;
  readonly size: number;
  readonly index: PackIndex;
}

/** Objects that were made on the way to others: the next one asked for is often a delta against one of them. */
export interface MadeObjects {
  get(key: string): GitObject | undefined;
  keep(key: string, object: GitObject): GitObject;
}

/** An object is larger than asked for. */
export class TooLarge extends Error {}

/** Git makes chains of 4,095 deltas at most (pack.depth). */
const MAX_CHAIN = 10_000;
/** A base may be larger than what is made from it, and so may all deltas of a chain together: by this factor. */
const SLACK = 16;

/** The object at an offset. Throws TooLarge, and other errors if it is damaged. */
export async function readPackedObject(
  pack: Pack,
  offset: number,
  maxBytes: number,
  made: MadeObjects,
): Promise<GitObject> {
  const deltas: { readonly key: string; readonly delta: Buffer }[] = [];
  let left = maxBytes * SLACK;
  let found: GitObject | undefined;
  for (let at = offset; !found; ) {
    const key = `${pack.path} ${at}`;
    found = made.get(key);
    if (found) break;
    const { entry, bytes } = await readPackEntry(pack, at);
    left -= entry.size;
    if (left < 0 || (deltas.length === 0 && entry.size > maxBytes)) throw new TooLarge();
    const content = await inflateExactly(await readEntryData(pack, at, entry, bytes), entry.size);
    if (entry.kind === 'whole') found = made.keep(key, { type: entry.type, content });
    else {
      const size = sizeAfter(content);
      if (size > (deltas.length === 0 ? maxBytes : maxBytes * SLACK)) throw new TooLarge();
      deltas.push({ key, delta: content });
      at = deltaBaseOffset(pack, at, entry, deltas.length);
    }
  }
  if (deltas.length === 0 && found.content.length > maxBytes) throw new TooLarge();
  const yieldIfBusy = createYieldIfBusy();
  for (const { key, delta } of deltas.reverse()) {
    found = made.keep(key, { type: found.type, content: applyDelta(found.content, delta) });
    // A long chain of deltas copies a large object thousands of times.
    await yieldIfBusy();
  }
  return found;
}

/** An object's type, size and first bytes; the rest is never in memory. */
export async function readPackedStart(pack: Pack, offset: number, count: number): Promise<ObjectStart> {
  const { type, size } = await readPackedHead(pack, offset);
  return {
    type,
    size,
    content: await startAt(pack, offset, { count: Math.min(count, size), depth: 0, max: count * SLACK }),
  };
}

/** An object's type and size. */
export async function readPackedHead(pack: Pack, offset: number): Promise<{ type: ObjectType; size: number }> {
  let size: number | undefined;
  for (let at = offset, depth = 0; ; depth += 1) {
    const { entry } = await readPackEntry(pack, at);
    if (entry.kind === 'whole') return { type: entry.type, size: size ?? entry.size };
    size ??= sizeAfter(await inflateStart(pack.path, at + entry.dataAt, ENTRY_HEAD_BYTES));
    at = deltaBaseOffset(pack, at, entry, depth);
  }
}

interface StartRequest {
  readonly count: number;
  readonly depth: number;
  readonly max: number;
}

async function startAt(pack: Pack, at: number, { count, depth, max }: StartRequest): Promise<Buffer> {
  if (count > max) throw new TooLarge();
  const { entry } = await readPackEntry(pack, at);
  const from = at + entry.dataAt;
  if (entry.kind === 'whole') return inflateStart(pack.path, from, count);
  // An instruction that makes a single byte takes up to seven bytes of the delta.
  const delta = await inflateStart(pack.path, from, Math.min(entry.size, count * 8 + ENTRY_HEAD_BYTES));
  const base = { count: startNeeds(delta, count), depth: depth + 1, max };
  return applyDeltaStart(await startAt(pack, deltaBaseOffset(pack, at, entry, depth), base), delta, count);
}

function deltaBaseOffset(pack: Pack, at: number, entry: Exclude<PackEntry, { kind: 'whole' }>, depth: number): number {
  const base = entry.kind === 'offset' ? at - entry.distance : pack.index.offsetOf(entry.base);
  if (base === undefined || base < 0 || depth > MAX_CHAIN) throw new Error('damaged pack: a delta without base');
  return base;
}

const packEntryEnd = ({ index, size }: Pack, at: number): number => index.endOf(at) ?? size - PACK_TRAILER_BYTES;

/** The head of an entry, and all of its bytes if they are few. */
async function readPackEntry(pack: Pack, at: number): Promise<{ readonly entry: PackEntry; readonly bytes: Buffer }> {
  const end = packEntryEnd(pack, at);
  const bytes = readFileRange(pack.path, at, end - at > LARGE_BYTES ? at + ENTRY_HEAD_BYTES : end);
  return { entry: parsePackEntry(bytes), bytes };
}

async function readEntryData(pack: Pack, at: number, { dataAt, size }: PackEntry, bytes: Buffer): Promise<Buffer> {
  const end = packEntryEnd(pack, at);
  if (bytes.length >= end - at) return bytes.subarray(dataAt);
  return readLarge(pack.path, at + dataAt, Math.min(end, at + dataAt + mostDeflated(size)));
}

function readFileRange(path: string, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(Math.max(to - from, 0));
  const fd = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from));
  } finally {
    closeSync(fd);
  }
}

async function readLarge(path: string, from: number, to: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    return await readByteRange(file, from, to);
  } finally {
    await file.close();
  }
}
