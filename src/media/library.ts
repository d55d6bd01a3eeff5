import { stat } from 'node:fs/promises';
import type { StoredFile, StoredFiles } from '../change/import/importRecords.ts';
import { createKeys } from '../change/record/freeKey.ts';
import {
  createMedia,
  type MediaFacts,
  type MediaWords,
  type Removal,
  readMediaWords,
  removeMedia,
  replaceFile,
} from '../change/record/media.ts';
import { getRecord, type Target } from '../change/records.ts';
import type { Writer, Written } from '../change/write/writer.ts';
import { hashFile } from '../lib/disk/hashFile.ts';
import type { Actor } from '../model/access.ts';
import { mimeTypeOf } from '../model/entities/media.ts';
import type { Lookup } from '../model/entry.ts';
import { CmsError, invalidAt } from '../model/errors.ts';
import { endingOfType, isPicture } from '../model/media/mediaType.ts';
import { plainName } from '../model/text/fileName.ts';
import { detectType } from './detectType.ts';
import type { MediaFiles } from './mediaFiles.ts';
import { inspectPicture } from './picture/inspectPicture.ts';
import type { Pictures } from './picture/pictures.ts';
import type { MediaStorage, Upload } from './storage/storage.ts';
import type { Unsettled } from './unsettled.ts';

/** A file that somebody sends. */
export interface Incoming {
  /** A temporary file, in a folder that is removed with all that is in it. */
  readonly path: string;
  readonly size: number;
  /** As the sender calls it. */
  readonly name: string;
}

/** Media items come and go with their files: both or neither. */
export interface MediaLibrary {
  /**
   * @throws CmsError VALIDATION for what is said of the file or a broken picture, UNSUPPORTED_MEDIA_TYPE; nothing is
   *   kept then
   */
  add(file: Incoming, form: Readonly<Record<string, unknown>>, actor: Actor): Promise<Written>;
  /**
   * Puts a file in the place of an item's: its id, what refers to it and what is said of it stay.
   *
   * @throws CmsError as `add`; VALIDATION for a picture in the place of what is none, or the other way round
   */
  replace(target: Target, file: Incoming, actor: Actor): Promise<Written>;
  remove(target: Target, options: Pick<Removal, 'ifUnused'>, actor: Actor): Promise<Written>;
  /**
   * Stores the files of an import while it is written; those that no record names afterwards are gone again.
   *
   * @throws CmsError VALIDATION or UNSUPPORTED_MEDIA_TYPE led by the place of the record
   */
  keepAll<T>(files: readonly ImportedFile[], write: (stored: StoredFiles) => Promise<T>): Promise<T>;
}

/** The file of a record that is imported. */
export interface ImportedFile {
  readonly path: string;
  readonly key: string;
  readonly name: string;
  /** Where the record stands in its document. */
  readonly place: readonly string[];
}

interface Options {
  readonly lookup: Lookup;
  readonly writer: Pick<Writer, 'write'>;
  readonly storage: MediaStorage;
  readonly unsettled: Unsettled;
  readonly pictures: Pictures;
  readonly files: Pick<MediaFiles, 'forget'>;
}

export function createMediaLibrary(options: Options): MediaLibrary {
  const { lookup, writer, storage, unsettled, pictures, files } = options;
  /** Keys that are given to uploads under way. */
  const reserved = new Set<string>();

  /** A key that no record has, with a file name that nothing in the storage has. */
  async function reserve(name: string, { hash, mimeType }: Upload): Promise<Pick<MediaFacts, 'key' | 'filename'>> {
    const nextKey = createKeys(lookup, 'media');
    for (;;) {
      const key = nextKey(name.replace(/\.[^.]*$/, ''));
      if (reserved.has(key)) continue;
      reserved.add(key);
      const filename = `${key}-${hash.slice(0, 8)}.${endingOfType(mimeType)}`;
      if ((await storage.find(filename)) === null) return { key, filename };
      reserved.delete(key);
    }
  }

  /** Writes while the name is noted, so that file and record end up both there or both gone. */
  async function settled(filename: string, write: () => Promise<Written>): Promise<Written> {
    if (storage.isInGit) return write();
    await unsettled.begin(filename);
    try {
      return await write();
    } finally {
      await unsettled.end(filename);
    }
  }

  async function keep(upload: Upload, facts: MediaFacts, { words, actor }: Said): Promise<Written> {
    return settled(facts.filename, async () =>
      writer.write(createMedia(facts, words, await storage.put(facts.filename, upload)), actor),
    );
  }

  /** Stores the file of a record under the name that its bytes give it; the one it had before goes. */
  async function keepOne({ path, key, name }: ImportedFile, note: (filename: string) => Promise<void>) {
    const mimeType = await detectType(path, name);
    const upload = { path, size: (await stat(path)).size, mimeType, hash: await hashFile(path) };
    const filename = `${key}-${upload.hash.slice(0, 8)}.${endingOfType(mimeType)}`;
    const present = lookup.byKey('media', key)?.data;
    const before = present?.filename;
    const isReplaced = before !== undefined && before !== filename && namedOnce(before);
    if (isReplaced) await note(before);
    const isThere = (await storage.find(filename)) !== null;
    if (!isThere) await note(filename);
    // The picture that the item has tells nothing new, and what somebody has said of it since stays.
    const isKnown = isThere && present?.hash === upload.hash;
    const seen = isPicture(mimeType) && !isKnown ? await inspectPicture(path, pictures) : {};
    const attachments = [
      ...(isReplaced ? await storage.planRemoval(before) : []),
      ...(isThere ? [] : await storage.put(filename, upload)),
    ];
    return { facts: { filename, mimeType, size: upload.size, hash: upload.hash, ...seen }, attachments };
  }

  /** Notes names while files come and go: those that no record names afterwards are gone again. */
  async function noting<T>(task: (note: (filename: string) => Promise<void>) => Promise<T>): Promise<T> {
    const noted: string[] = [];
    try {
      return await task(async (filename) => {
        if (storage.isInGit) return;
        noted.push(filename);
        await unsettled.begin(filename);
      });
    } finally {
      for (const filename of noted) await unsettled.end(filename);
    }
  }

  const namedOnce = (filename: string): boolean => lookup.find('media', 'byFilename', filename).length === 1;

  return {
    async add({ path, size, name }, form, actor) {
      const words = readMediaWords(form);
      const originalName = cleanName(name);
      const mimeType = await detectType(path, originalName);
      const upload = { path, size, mimeType, hash: await hashFile(path) };
      const seen = isPicture(mimeType) ? await inspectPicture(path, pictures) : {};
      const { key, filename } = await reserve(originalName, upload);
      try {
        const facts = { key, filename, originalName, mimeType, size, hash: upload.hash, ...seen };
        return await keep(upload, facts, { words, actor });
      } finally {
        reserved.delete(key);
      }
    },
    async replace(target, { path, name }, actor) {
      const entry = getRecord(lookup, 'media', target.id);
      const originalName = cleanName(name);
      requireSameKind(mimeTypeOf(entry.data), await detectType(path, originalName));
      const written = await noting(async (note) => {
        const { facts, attachments } = await keepOne({ path, key: entry.key, name: originalName, place: [] }, note);
        return writer.write(replaceFile(target, { ...facts, originalName }, attachments), actor);
      });
      await files.forget(entry);
      return written;
    },
    async remove(target, { ifUnused }, actor) {
      const entry = getRecord(lookup, 'media', target.id);
      const { filename } = entry.data;
      const removal = { ifUnused, filename, attachments: await storage.planRemoval(filename) };
      const written = await settled(filename, () => writer.write(removeMedia(target, removal), actor));
      await files.forget(entry);
      return written;
    },
    async keepAll(imported, write) {
      const stored = new Map<string, StoredFile>();
      return noting(async (note) => {
        for (const file of imported) stored.set(file.path, await inPlace(file, () => keepOne(file, note)));
        return write(stored);
      });
    },
  };
}

/** Pages that show a picture could show nothing else. */
function requireSameKind(before: string, after: string): void {
  if (isPicture(before) === isPicture(after)) return;
  throw invalidAt(['file'], isPicture(before) ? 'must be a picture, as the one before' : 'must be no picture');
}

/** What is wrong with a file is told at its place in the document. */
async function inPlace<T>({ place }: ImportedFile, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
    const details = error.details.map(({ message }) => ({ path: [...place, 'file'], message }));
    throw new CmsError(error.code, details, { cause: error });
  }
}

interface Said {
  readonly words: MediaWords;
  readonly actor: Actor;
}

const MAX_NAME = 300;

/** The last part of what the sender calls it, as one harmless line. */
const cleanName = (name: string): string => [...plainName(name)].slice(-MAX_NAME).join('').trim() || 'file';
