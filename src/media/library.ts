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
   * @throws CmsError VALIDATION for a wrong description or a broken picture, UNSUPPORTED_MEDIA_TYPE; nothing is
   *   kept then
   */
  add(file: Incoming, form: Readonly<Record<string, unknown>>, actor: Actor): Promise<Written>;
  /**
   * Puts a file in the place of an item's: its id, its references and its description stay.
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

interface Library extends Options {
  /** Keys that are given to uploads under way. */
  readonly reserved: Set<string>;
}

export function createMediaLibrary(options: Options): MediaLibrary {
  const library: Library = { ...options, reserved: new Set() };
  return {
    add: async (file, form, actor) => add(library, file, { words: readMediaWords(form), actor }),
    replace: (target, file, actor) => replace(library, target, { file, actor }),
    remove: (target, { ifUnused }, actor) => remove(library, target, { ifUnused, actor }),
    keepAll: (imported, write) => keepAll(library, imported, write),
  };
}

async function add(library: Library, { path, size, name }: Incoming, { words, actor }: Said): Promise<Written> {
  const { writer, storage, pictures, reserved } = library;
  const originalName = cleanName(name);
  const mimeType = await detectType(path, originalName);
  const upload = { path, size, mimeType, hash: await hashFile(path) };
  const seen = isPicture(mimeType) ? await inspectPicture(path, pictures) : {};
  const { key, filename } = await reserve(library, originalName, upload);
  try {
    const facts = { key, filename, originalName, mimeType, size, hash: upload.hash, ...seen };
    return await noting(library, async (note) => {
      await note(filename);
      return writer.write(createMedia(facts, words, await storage.put(filename, upload)), actor);
    });
  } finally {
    reserved.delete(key);
  }
}

interface Replacing {
  readonly file: Incoming;
  readonly actor: Actor;
}

async function replace(library: Library, target: Target, { file, actor }: Replacing): Promise<Written> {
  const entry = getRecord(library.lookup, 'media', target.id);
  const originalName = cleanName(file.name);
  requireSameKind(mimeTypeOf(entry.data), await detectType(file.path, originalName));
  const written = await noting(library, async (note) => {
    const replacing = { path: file.path, key: entry.key, name: originalName };
    const { facts, attachments } = await keepOne(library, replacing, note);
    return library.writer.write(replaceFile(target, { ...facts, originalName }, attachments), actor);
  });
  await library.files.forget(entry);
  return written;
}

interface Removing extends Pick<Removal, 'ifUnused'> {
  readonly actor: Actor;
}

async function remove(library: Library, target: Target, { ifUnused, actor }: Removing): Promise<Written> {
  const { lookup, writer, storage, files } = library;
  const entry = getRecord(lookup, 'media', target.id);
  const { filename } = entry.data;
  const removal = { ifUnused, filename, attachments: await storage.planRemoval(filename) };
  const written = await noting(library, async (note) => {
    await note(filename);
    return writer.write(removeMedia(target, removal), actor);
  });
  await files.forget(entry);
  return written;
}

function keepAll<T>(
  library: Library,
  imported: readonly ImportedFile[],
  write: (stored: StoredFiles) => Promise<T>,
): Promise<T> {
  const stored = new Map<string, StoredFile>();
  return noting(library, async (note) => {
    for (const file of imported) stored.set(file.path, await inPlace(file, () => keepOne(library, file, note)));
    return write(stored);
  });
}

/** A key that no record has, with a file name that nothing in the storage has. */
async function reserve(
  { lookup, storage, reserved }: Library,
  name: string,
  { hash, mimeType }: Upload,
): Promise<Pick<MediaFacts, 'key' | 'filename'>> {
  const nextKey = createKeys(lookup, 'media');
  for (;;) {
    const key = nextKey(name.replace(/\.[^.]*$/, ''));
    if (reserved.has(key)) continue;
    reserved.add(key);
    const filename = fileNameOf(key, { hash, mimeType });
    if ((await storage.find(filename)) === null) return { key, filename };
    reserved.delete(key);
  }
}

const fileNameOf = (key: string, { hash, mimeType }: Pick<Upload, 'hash' | 'mimeType'>): string =>
  `${key}-${hash.slice(0, 8)}.${endingOfType(mimeType)}`;

/** Notes the name of a file that is about to come or go. */
type Note = (filename: string) => Promise<void>;

/** Notes names while files come and go, so that file and record are both there or both gone: what no record names goes again. */
async function noting<T>({ storage, unsettled }: Library, task: (note: Note) => Promise<T>): Promise<T> {
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

/** Stores the file of a record under the name that its bytes give it; the one it had before goes. */
async function keepOne(library: Library, { path, key, name }: Omit<ImportedFile, 'place'>, note: Note) {
  const { lookup, storage, pictures } = library;
  const mimeType = await detectType(path, name);
  const upload = { path, size: (await stat(path)).size, mimeType, hash: await hashFile(path) };
  const filename = fileNameOf(key, upload);
  const present = lookup.byKey('media', key)?.data;
  const before = present?.filename;
  const isReplaced = before !== undefined && before !== filename && isNamedOnce(lookup, before);
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

const isNamedOnce = (lookup: Lookup, filename: string): boolean =>
  lookup.find('media', 'byFilename', filename).length === 1;

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
