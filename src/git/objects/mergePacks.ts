import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { deflateFast } from '../format/deflateFast.ts';
import { hasItsChecksum } from '../format/hasItsChecksum.ts';
import { encodeDelta } from '../format/pack/packDelta.ts';
import { applyDelta, parsePackEntry } from '../format/pack/packEntry.ts';
import { parsePackIndex } from '../format/pack/packIndex.ts';
import {
  assemblePack,
  encodeDeltaEntry,
  encodeDistance,
  encodeWholeEntry,
  PACK_HEADER_BYTES,
  PACK_TRAILER_BYTES,
  type PackedObject,
  type PackFile,
} from '../format/pack/packWrite.ts';

/** The bytes of a pack and its index. */
export interface SourcePack {
  readonly bytes: Buffer;
  readonly index: Buffer;
}

/** One of several packs cannot be merged with the others. */
export class DamagedPack extends Error {
  /** Its place among the packs to merge. */
  readonly position: number;

  constructor(position: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'DamagedPack';
    this.position = position;
  }
}

/** Trees are looked at only in packs of at most this many objects, where they are the versions made by a few writes. */
const MAX_LOOKED_AT = 1000;
const TREES_BYTES = 32 * 1024 * 1024;
/** What a tree takes in the cache besides its bytes. */
const OVERHEAD_BYTES = 200;
/** Git's default (pack.depth). */
const MAX_DEPTH = 50;

/**
 * Makes one pack with each object of these packs once. Copies entries as they are and inflates only the trees of small
 * packs, which become deltas against the versions before them where that is shorter. Throws DamagedPack.
 *
 * @param packs oldest first
 */
export async function mergePacks(packs: readonly SourcePack[]): Promise<PackFile> {
  const places = new Map<string, number>();
  const entries: Buffer[] = [];
  const objects: PackedObject[] = [];
  const trees = createTrees();
  let end = PACK_HEADER_BYTES;

  function append(id: string, entry: Buffer): number {
    const offset = end;
    entries.push(entry);
    objects.push({ id, offset, crc: crc32(entry) });
    places.set(id, offset);
    end += entry.length;
    return offset;
  }

  async function take(pack: SourcePack): Promise<void> {
    await requireSoundPack(pack);
    const { bytes } = pack;
    const index = parsePackIndex(pack.index);
    const indexed = index.entries();
    const looksAt = indexed.length <= MAX_LOOKED_AT ? trees : undefined;
    /** The offsets of this pack's entries in the merged one. */
    const moved = new Map<number, number>();
    for (const object of indexed) {
      const known = places.get(object.id);
      const raw = bytes.subarray(object.offset, index.endOf(object.offset) ?? bytes.length - PACK_TRAILER_BYTES);
      const place = known ?? append(object.id, moveEntry(raw, { from: object.offset, moved, to: end, trees: looksAt }));
      moved.set(object.offset, place);
    }
  }

  for (const [position, pack] of packs.entries())
    await take(pack).catch((error) => {
      throw new DamagedPack(position, error);
    });
  return assemblePack(entries, objects);
}

/** Damage must not be copied: the merged pack would give it a valid checksum. */
async function requireSoundPack({ bytes, index }: SourcePack): Promise<void> {
  const isSound = (await hasItsChecksum(bytes)) && (await hasItsChecksum(index));
  // Before its own checksum an index holds that of its pack (gitformat-pack).
  const ofPack = index.subarray(-2 * PACK_TRAILER_BYTES, -PACK_TRAILER_BYTES);
  if (!isSound || !ofPack.equals(bytes.subarray(-PACK_TRAILER_BYTES)))
    throw new Error('damaged pack: its checksum or that of its index is wrong');
}

interface EntryMove {
  readonly from: number;
  readonly moved: ReadonlyMap<number, number>;
  readonly to: number;
  readonly trees: MergedTrees | undefined;
}

function moveEntry(raw: Buffer, { from, moved, to, trees }: EntryMove): Buffer {
  const entry = parsePackEntry(raw);
  const data = raw.subarray(entry.dataAt);
  if (entry.kind === 'offset') {
    const base = moved.get(from - entry.distance);
    if (base === undefined) throw new Error('damaged pack: a delta without base');
    if (entry.size <= TREES_BYTES) trees?.follow(to, base, data);
    return Buffer.concat([raw.subarray(0, entry.distanceAt), encodeDistance(to - base), data]);
  }
  if (entry.kind === 'whole' && entry.type === 'tree' && entry.size <= TREES_BYTES)
    return trees?.shorten(to, inflateSync(data), raw) ?? raw;
  return raw;
}

/** The known trees of the merged pack, as far as there is room for them. */
interface MergedTrees {
  /** Adds the tree that the deflated delta at `at` makes, if its base is a known tree. */
  follow(at: number, base: number, delta: Buffer): void;
  /** Adds a whole tree. Returns its shortest entry: a delta against an earlier version, or the tree itself. */
  shorten(at: number, content: Buffer, whole: Buffer): Buffer;
}

function createTrees(): MergedTrees {
  const known = new LRUCache<number, { readonly content: Buffer; readonly depth: number }>({
    maxSize: TREES_BYTES,
    sizeCalculation: ({ content }) => content.length + OVERHEAD_BYTES,
  });
  /** The offset of the latest tree that begins with the same entry: mostly one of the same folder. */
  const latest = new Map<string, number>();

  function take(at: number, content: Buffer, depth: number): void {
    known.set(at, { content, depth });
    latest.set(firstName(content), at);
  }

  return {
    follow(at, base, delta) {
      const tree = known.get(base);
      if (tree) take(at, applyDelta(tree.content, inflateSync(delta)), tree.depth + 1);
    },
    shorten(at, content, whole) {
      const base = latest.get(firstName(content)) ?? -1;
      const tree = known.get(base);
      const delta = tree && tree.depth < MAX_DEPTH ? encodeDelta(tree.content, content) : undefined;
      const entry = delta && encodeDeltaEntry({ size: delta.length, distance: at - base, data: deflateFast(delta) });
      const shortest = shorterBuffer(whole, entry ?? (whole.length > content.length ? deflateTree(content) : whole));
      take(at, content, shortest === entry ? tree!.depth + 1 : 0);
      return shortest;
    },
  };
}

const shorterBuffer = (one: Buffer, other: Buffer): Buffer => (other.length < one.length ? other : one);

/** Deflates a tree that a write has stored as it is, for speed. */
const deflateTree = (content: Buffer): Buffer => encodeWholeEntry('tree', content.length, deflateSync(content));

/** The mode and name of a tree's first entry. */
const firstName = (tree: Buffer): string => tree.toString('latin1', 0, Math.max(tree.indexOf(0), 0));
