import type { Readable } from 'node:stream';
import type { FileEdit } from '../../git/publish/request.ts';
import { notFound } from '../../model/errors.ts';
import { isFileName } from '../../model/text/fileName.ts';

/** An uploaded file to be stored. */
export interface StorageUpload {
  /** A temporary file, in a folder that is removed afterwards. */
  readonly path: string;
  readonly size: number;
  readonly mimeType: string;
  /** SHA-256, hex. */
  readonly hash: string;
}

/** A stored file as of now. */
export interface StoredFile {
  readonly size: number;
  /** Changes with the bytes. */
  readonly version: string;
}

/** The files in a storage, by name. */
export type StoredFiles = ReadonlyMap<string, StoredFile>;

/** First and last byte, as in a Range header. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Stores media files by plain names: see `onlyPlainNames`. */
export interface MediaStorage {
  /** Whether files are in git: then nothing is stored before the edits are committed, and nothing is ever left over. */
  readonly isInGit: boolean;
  /** Stores a file durably, or returns the edits that will. The name must be free. */
  put(name: string, upload: StorageUpload): Promise<readonly FileEdit[]>;
  /** The edits that remove a file in the commit that removes its record. */
  planRemoval(name: string): Promise<readonly FileEdit[]>;
  /** Removes a file that is not in git, if it exists. */
  discard(name: string): Promise<void>;
  /** Null if there is no such file. */
  find(name: string): Promise<StoredFile | null>;
  read(name: string, range?: ByteRange): Promise<Readable>;
  /** All files, the same object until one is added, removed or replaced; absent if listing would take long. */
  list?(): Promise<StoredFiles>;
  /** The address to redirect to; null if this server sends the file. */
  publicUrl(name: string): string | null;
}

/**
 * Guards a storage against names that are not plain, wherever they come from: `..` would be the bucket itself, and a
 * dotfile must not be served (SECURITY, 4). Such files do not exist.
 */
export function onlyPlainNames(storage: MediaStorage): MediaStorage {
  const requirePlain = (name: string): void => {
    if (!isFileName(name)) throw notFound('File');
  };
  return {
    ...storage,
    async put(name, upload) {
      requirePlain(name);
      return storage.put(name, upload);
    },
    planRemoval: async (name) => (isFileName(name) ? storage.planRemoval(name) : []),
    discard: async (name) => (isFileName(name) ? storage.discard(name) : undefined),
    find: async (name) => (isFileName(name) ? storage.find(name) : null),
    async read(name, range) {
      requirePlain(name);
      return storage.read(name, range);
    },
    publicUrl: (name) => (isFileName(name) ? storage.publicUrl(name) : null),
  };
}
