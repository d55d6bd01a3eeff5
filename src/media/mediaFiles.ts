import type { Readable } from 'node:stream';
import type { Media } from '../model/entities/media.ts';
import type { Entry } from '../model/entry.ts';
import { notFound } from '../model/errors.ts';
import type { CropRules, VariantFormat } from '../model/media/mediaVariant.ts';
import type { FileCheck } from './fileCheck.ts';
import { BrokenPicture, OtherPicture, type PictureVariant, type Variants } from './picture/variants.ts';
import type { ByteRange, MediaStorage, StoredFile } from './storage/storage.ts';

/** An item's own file. */
export interface Original {
  readonly size: number;
  /** Changes with the bytes. */
  readonly version: string;
  /** Whether the bytes are those that the record describes. */
  readonly isAsRecorded: boolean;
  read(range?: ByteRange): Promise<Readable>;
}

/** A variant of an item's picture. */
export interface VariantFile extends Pick<Original, 'isAsRecorded'> {
  readonly bytes: Buffer;
}

/** The bytes of media items. A missing or broken file is NOT_FOUND for the caller and a problem for admins. */
export interface MediaFiles {
  /** @throws CmsError NOT_FOUND */
  original(entry: Entry<Media>): Promise<Original>;
  /** @throws CmsError NOT_FOUND, or SERVICE_UNAVAILABLE if it cannot be made now */
  variant(entry: Entry<Media>, variant: PictureVariant, format: VariantFormat): Promise<VariantFile>;
  /** The address to redirect to for an item's file; null if this server sends it. */
  publicUrl(entry: Entry<Media>): string | null;
  /** Forgets the variants of an item that is gone, in a site with these crops. */
  forget(entry: Entry<Media>, crops: CropRules): Promise<void>;
}

/** What reading files needs of a storage. */
export type ReadableFiles = Pick<MediaStorage, 'find' | 'read' | 'publicUrl'>;

interface Options {
  readonly storage: ReadableFiles;
  readonly variants: Variants;
  readonly check: Pick<FileCheck, 'note' | 'noteBroken'>;
  /**
   * The SHA-256 of a file. If given, records only claim to know it, as on a branch that anybody may push: it is compared
   * before a variant is shared with other versions of the site.
   */
  hashOf?(filename: string, found: StoredFile): Promise<string>;
}

type VariantId = readonly [variant: PictureVariant, format: VariantFormat];

export function createMediaFiles({ storage, variants, check, hashOf }: Options): MediaFiles {
  async function getStored(entry: Entry<Media>): Promise<StoredFile> {
    const found = await storage.find(entry.data.filename);
    check.note(entry, found);
    if (!found) throw notFound('File');
    return found;
  }

  function toOriginal(entry: Entry<Media>, found: StoredFile): Original {
    return {
      size: found.size,
      version: originalVersion(entry, found),
      isAsRecorded: isAsRecorded(entry, found),
      read: (range) => storage.read(entry.data.filename, range),
    };
  }

  /** The hash of a file by its record; undefined if the record describes another file. */
  async function knownHash(entry: Entry<Media>, found: StoredFile): Promise<string | undefined> {
    const { filename, hash } = entry.data;
    if (!isAsRecorded(entry, found)) return undefined;
    return hashOf && (await hashOf(filename, found)) !== hash ? undefined : hash;
  }

  async function drawVariant(
    entry: Entry<Media>,
    found: StoredFile,
    [variant, format]: VariantId,
  ): Promise<VariantFile> {
    const { filename, focalPoint, crops } = entry.data;
    const source = { size: found.size, focalPoint, crops, read: () => storage.read(filename) };
    const hash = await knownHash(entry, found);
    try {
      const bytes = hash && (await variants.get({ ...source, version: hash, hash }, variant, format));
      if (bytes) return { bytes, isAsRecorded: true };
    } catch (error) {
      if (!(error instanceof OtherPicture)) throw error;
    }
    return {
      bytes: await variants.get({ ...source, version: ownVersion(entry, found) }, variant, format),
      isAsRecorded: false,
    };
  }

  return {
    original: async (entry) => toOriginal(entry, await getStored(entry)),
    async variant(entry, variant, format) {
      const found = await getStored(entry);
      try {
        return await drawVariant(entry, found, [variant, format]);
      } catch (error) {
        if (!(error instanceof BrokenPicture)) throw error;
        check.noteBroken(entry, found);
        throw notFound('Picture');
      }
    },
    publicUrl: ({ data }) => storage.publicUrl(data.filename),
    async forget({ data: { hash, focalPoint, crops } }, rules) {
      if (hash !== undefined) await variants.drop({ version: hash, focalPoint, crops }, rules);
    },
  };
}

const isAsRecorded = ({ data }: Entry<Media>, { size }: StoredFile): boolean =>
  data.hash !== undefined && data.size === size;

const originalVersion = (entry: Entry<Media>, found: StoredFile): string =>
  (isAsRecorded(entry, found) && entry.data.hash) || ownVersion(entry, found);

/** The version by the file alone, whatever its record says. */
const ownVersion = ({ data }: Entry<Media>, found: StoredFile): string => `${data.filename} ${found.version}`;
