import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Media, mimeTypeOf, PICTURE_KEYS } from '../model/entities/media.ts';
import { CmsError } from '../model/errors.ts';
import { isPicture, MAX_MEDIA_FILE_BYTES } from '../model/media/mediaType.ts';
import { createImageCache } from './picture/imageCache.ts';
import { inspectPicture, type PictureFacts } from './picture/inspectPicture.ts';
import type { Pictures } from './picture/pictures.ts';
import type { MediaStorage, StoredFile } from './storage/storage.ts';

/** What the bytes of a media file say about it. */
export type FileFacts = Partial<PictureFacts & Pick<Media, 'size' | 'hash'>>;

/** Facts about a record's file. */
export interface FoundFacts {
  /** The facts that the record leaves out. */
  readonly facts: FileFacts;
  /** The version of the file; null if there is none. */
  readonly found: StoredFile | null;
  /** Whether it should be a picture but cannot be read as one. */
  readonly isBroken: boolean;
}

/** Reads the facts that a record leaves out; none if the file is not the one that the record describes. */
export type ReadFacts = (said: Media) => Promise<FoundFacts>;

const OF_FILES = ['size', 'hash'] as const;

/** The facts that a record leaves out. */
export const leftOutIn = (said: Media): readonly (keyof FileFacts)[] =>
  [...OF_FILES, ...(isPicture(mimeTypeOf(said)) ? PICTURE_KEYS : [])].filter((key) => said[key] === undefined);

interface Options {
  readonly storage: Pick<MediaStorage, 'find' | 'read'>;
  readonly pictures: Pictures;
  /** The cache of facts about pictures, by the hash of their bytes. */
  readonly cacheDir: string;
}

/** The facts about one picture take a few hundred bytes. */
const CACHE_BYTES = 32 * 2 ** 20;
/** Increase it when the facts about a picture change. */
const RECIPE = 1;

export function createReadFacts({ storage, pictures, cacheDir }: Options): ReadFacts {
  const cache = createImageCache({ dir: cacheDir, maxBytes: CACHE_BYTES });

  async function readPicture(filename: string, hash: string): Promise<PictureFacts> {
    const name = createHash('sha1').update(`facts ${RECIPE} ${hash}`).digest('hex');
    const found = await cache.get(name, async () => {
      const bytes = await buffer(await storage.read(filename));
      return Buffer.from(JSON.stringify(await inspectPicture(bytes, pictures)));
    });
    // The cache returns what was put into it.
    return JSON.parse(found.toString()) as PictureFacts;
  }

  return async (said) => {
    const wanted = leftOutIn(said);
    const found = await storage.find(said.filename);
    const nothing = { facts: {}, found, isBroken: false };
    if (!found || (said.size ?? found.size) !== found.size) return nothing;
    const hash = await hashStream(await storage.read(said.filename));
    if ((said.hash ?? hash) !== hash) return nothing;
    const all: FileFacts = { size: found.size, hash };
    if (!PICTURE_KEYS.some((key) => wanted.includes(key)) || found.size > MAX_MEDIA_FILE_BYTES)
      return { ...nothing, facts: pick(all, wanted) };
    try {
      return { ...nothing, facts: pick({ ...all, ...(await readPicture(said.filename, hash)) }, wanted) };
    } catch (error) {
      if (!(error instanceof CmsError)) throw error;
      return { ...nothing, facts: pick(all, wanted), isBroken: error.code === 'VALIDATION' };
    }
  };
}

/** The SHA-256 of the bytes, in hex. */
export async function hashStream(bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

const pick = (facts: FileFacts, wanted: readonly (keyof FileFacts)[]): FileFacts =>
  Object.fromEntries(wanted.flatMap((key) => (facts[key] === undefined ? [] : [[key, facts[key]]])));
