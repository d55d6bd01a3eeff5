import { stat } from 'node:fs/promises';
import { hashFile } from '../lib/disk/hashFile.ts';
import type { Actor } from '../model/access.ts';
import { mimeTypeOf } from '../model/entities/media.ts';
import type { Lookup } from '../model/entry.ts';
import { CmsError, invalidAt } from '../model/errors.ts';
import { isPicture } from '../model/media/mediaType.ts';
import { storedName } from '../model/media/storedName.ts';
import { because } from '../model/reason.ts';
import { cropRules } from '../model/siteSettings.ts';
import { plainName } from '../model/text/fileName.ts';
import type { RecordWriter, WriteResult } from '../write/action.ts';
import type { StoredMedia, StoredMediaByPath } from '../write/import/importRecords.ts';
import { createKeys } from '../write/record/freeKey.ts';
import {
  createMedia,
  type MediaFacts,
  type MediaWords,
  type Removal,
  readMediaWords,
  removeMedia,
  replaceFile,
} from '../write/record/media.ts';
import { getRecord, type RecordTarget } from '../write/records.ts';
import { detectType } from './detectType.ts';
import type { MediaFiles } from './mediaFiles.ts';
import { inspectPicture } from './picture/inspectPicture.ts';
import type { Pictures } from './picture/pictures.ts';
import type { MediaStorage, StorageUpload } from './storage/storage.ts';
import type { UnsettledFiles } from './unsettledFiles.ts';

/** An uploaded file. */
export interface UploadedFile {
  /** A temporary file, in a folder that is removed afterwards. */
  readonly path: string;
  readonly size: number;
  /** The sender's name for it. */
  readonly name: string;
}

/** Adds, replaces and removes media items together with their files: both or neither. */
export interface MediaLibrary {
  /**
   * @throws CmsError VALIDATION for an invalid description or a broken picture, UNSUPPORTED_MEDIA_TYPE; nothing is
   *   kept then
   */
  add(file: UploadedFile, form: Readonly<Record<string, unknown>>, actor: Actor): Promise<WriteResult>;
  /**
   * Replaces the file of an item; its id, description and references to it stay.
   *
   * @throws CmsError as `addMediaItem`; VALIDATION if only one of the two files is a picture
   */
  replace(target: RecordTarget, file: UploadedFile, actor: Actor): Promise<WriteResult>;
  remove(target: RecordTarget, options: Pick<Removal, 'ifUnused'>, actor: Actor): Promise<WriteResult>;
  /**
   * Stores the files of an import while it is written; files that no record names afterwards are removed again.
   *
   * @throws CmsError VALIDATION or UNSUPPORTED_MEDIA_TYPE, with the record's path in the document
   */
  keepAll<T>(files: readonly ImportedFile[], write: (stored: StoredMediaByPath) => Promise<T>): Promise<T>;
}

/** The file of an imported record. */
export interface ImportedFile {
  readonly path: string;
  readonly key: string;
  readonly name: string;
  /** The record's path in the document. */
  readonly place: readonly string[];
}

interface Options {
  readonly lookup: Lookup;
  readonly writer: Pick<RecordWriter, 'write'>;
  readonly storage: MediaStorage;
  readonly unsettled: UnsettledFiles;
  readonly pictures: Pictures;
  readonly files: Pick<MediaFiles, 'forget'>;
}

interface Library extends Options {
  /** Keys of running uploads. */
  readonly reserved: Set<string>;
}

export function createMediaLibrary(options: Options): MediaLibrary {
  const library: Library = { ...options, reserved: new Set() };
  return {
    add: async (file, form, actor) => addMediaItem(library, file, { words: readMediaWords(form), actor }),
    replace: (target, file, actor) => replaceMediaFile(library, target, { file, actor }),
    remove: (target, { ifUnused }, actor) => removeMediaItem(library, target, { ifUnused, actor }),
    keepAll: (imported, write) => storeImportedFiles(library, imported, write),
  };
}

async function addMediaItem(
  library: Library,
  { path, size, name }: UploadedFile,
  { words, actor }: UploadDetails,
): Promise<WriteResult> {
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
  readonly file: UploadedFile;
  readonly actor: Actor;
}

async function replaceMediaFile(
  library: Library,
  target: RecordTarget,
  { file, actor }: Replacing,
): Promise<WriteResult> {
  const entry = getRecord(library.lookup, 'media', target.id);
  const originalName = cleanName(file.name);
  requireSameKind(mimeTypeOf(entry.data), await detectType(file.path, originalName));
  const written = await noting(library, async (note) => {
    const replacing = { path: file.path, key: entry.key, name: originalName };
    const { facts, attachments } = await storeMediaFile(library, replacing, note);
    return library.writer.write(replaceFile(target, { ...facts, originalName }, attachments), actor);
  });
  await library.files.forget(entry, cropRules(library.lookup));
  return written;
}

interface RemovalRequest extends Pick<Removal, 'ifUnused'> {
  readonly actor: Actor;
}

async function removeMediaItem(
  library: Library,
  target: RecordTarget,
  { ifUnused, actor }: RemovalRequest,
): Promise<WriteResult> {
  const { lookup, writer, storage, files } = library;
  const entry = getRecord(lookup, 'media', target.id);
  const { filename } = entry.data;
  const removal = { ifUnused, filename, attachments: await storage.planRemoval(filename) };
  const written = await noting(library, async (note) => {
    await note(filename);
    return writer.write(removeMedia(target, removal), actor);
  });
  await files.forget(entry, cropRules(lookup));
  return written;
}

function storeImportedFiles<T>(
  library: Library,
  imported: readonly ImportedFile[],
  write: (stored: StoredMediaByPath) => Promise<T>,
): Promise<T> {
  const stored = new Map<string, StoredMedia>();
  return noting(library, async (note) => {
    for (const file of imported)
      stored.set(file.path, await withDocumentPath(file, () => storeMediaFile(library, file, note)));
    return write(stored);
  });
}

/** Reserves a free key whose file name is also free in the storage. */
async function reserve(
  { lookup, storage, reserved }: Library,
  name: string,
  { hash, mimeType }: StorageUpload,
): Promise<Pick<MediaFacts, 'key' | 'filename'>> {
  const nextKey = createKeys(lookup, 'media');
  for (;;) {
    const key = nextKey(name.replace(/\.[^.]*$/, ''));
    if (reserved.has(key)) continue;
    reserved.add(key);
    const filename = storedName(key, { hash, mimeType });
    if ((await storage.find(filename)) === null) return { key, filename };
    reserved.delete(key);
  }
}

/** Notes a file that is about to be added or removed. */
type Note = (filename: string) => Promise<void>;

/** Runs a task that adds or removes files. Afterwards noted files that no record names are removed: file and record go together. */
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

/** Stores the file of a record under a name made from its bytes, and plans the removal of the one before. */
async function storeMediaFile(library: Library, { path, key, name }: Omit<ImportedFile, 'place'>, note: Note) {
  const { lookup, storage, unsettled, pictures } = library;
  const mimeType = await detectType(path, name);
  const upload = { path, size: (await stat(path)).size, mimeType, hash: await hashFile(path) };
  const filename = storedName(key, upload);
  const present = lookup.byKey('media', key)?.data;
  const before = present?.filename;
  const isReplaced = before !== undefined && before !== filename && isNamedOnce(lookup, before);
  if (isReplaced) await note(before);
  const isFound = (await storage.find(filename)) !== null;
  // A file that somebody may be about to remove is noted here too, and may be gone after that.
  const mayGo = isFound && unsettled.isNoted(filename);
  if (!isFound || mayGo) await note(filename);
  const isThere = mayGo ? (await storage.find(filename)) !== null : isFound;
  // The item already has this picture: inspecting it again would override what somebody has changed since.
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

/** Pages that show a picture could not show another kind of file. */
function requireSameKind(before: string, after: string): void {
  if (isPicture(before) === isPicture(after)) return;
  const message = isPicture(before) ? 'must be a picture, like the present file' : 'must not be a picture';
  throw invalidAt(['file'], because('otherKind', message, {}));
}

/** Moves the problems of a file to its path in the document. */
async function withDocumentPath<T>({ place }: ImportedFile, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
    const details = error.details.map((detail) => ({ ...detail, path: [...place, 'file'] }));
    throw new CmsError(error.code, details, { cause: error });
  }
}

interface UploadDetails {
  readonly words: MediaWords;
  readonly actor: Actor;
}

const MAX_NAME = 300;

/** The file name from the sender's path, as one harmless line. */
const cleanName = (name: string): string => [...plainName(name)].slice(-MAX_NAME).join('').trim() || 'file';
