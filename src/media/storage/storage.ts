import type { Readable } from 'node:stream';
import type { FileEdit } from '../../git/publish/request.ts';
import { notFound } from '../../model/errors.ts';
import { isFileName } from '../../model/text/fileName.ts';

/** An uploaded file on its way to its place. */
export interface Upload {
  /** A temporary file, in a folder that is removed with all that is in it. */
  readonly path: string;
  readonly size: number;
  readonly mimeType: string;
  /** SHA-256, hex. */
  readonly hash: string;
}

/** A stored file as it is found now. */
export interface StoredFile {
  readonly size: number;
  /** Another one when the bytes have changed. */
  readonly version: string;
}

/** The files that lie in a storage, by their names. */
export type StoredFiles = ReadonlyMap<string, StoredFile>;

/** First and last byte, as in a Range header. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where media files lie, by name: a plain one, see `onlyPlainNames`. */
export interface MediaStorage {
  /** Whether files lie in git: then nothing is stored until their edits are committed, nor ever left over. */
  readonly isInGit: boolean;
  /** Brings a file to its place, durably, or gives the edits that will. There must be none of this name. */
  put(name: string, upload: Upload): Promise<readonly FileEdit[]>;
  /** The edits that take a file away with the commit that removes its record. */
  planRemoval(name: string): Promise<readonly FileEdit[]>;
  /** Takes away what no commit does; nothing where there is no such file. */
  discard(name: string): Promise<void>;
  /** Null where there is no such file. */
  find(name: string): Promise<StoredFile | null>;
  read(name: string, range?: ByteRange): Promise<Readable>;
  /** All files, the same object while nothing has come, gone or been put in another's place; absent where that takes long. */
  list?(): Promise<StoredFiles>;
  /** Where callers are sent for the file; null where this server sends it. */
  publicUrl(name: string): string | null;
}

/**
 * A storage that makes no path or URL of a name that is not plain, wherever it comes from: `..` is the bucket itself,
 * and a dotfile is for nobody (SECURITY, 4). There is no file of such a name.
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
