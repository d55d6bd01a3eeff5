import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { blobId } from '../lib/blobId.ts';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import { entityOf } from '../model/entities/index.ts';
import { FileError } from '../store/codec/fileError.ts';
import { decodeRecord } from '../store/decodeRecord.ts';
import { createReadRecord, toFileRecord } from '../store/fileRecord.ts';
import { createParseCache } from '../store/parseCache.ts';
import { toProblem } from '../store/parseFile.ts';
import { locateFile } from '../store/scan.ts';
import { modifiedAt } from '../store/stamp.ts';
import { createStore, type FileUpdate, type Store } from '../store/store.ts';
import { createIndexer } from './indexer.ts';

/** A content folder in memory, read without a server and without writing anything. */
export interface CheckedFolder {
  readonly store: Store;
  /** A file as the store has it; null where there is none. */
  read(path: string): Uint8Array | null;
  /** Takes other versions of files into the store, null where a file is to be gone; the folder stays as it is. */
  put(versions: ReadonlyMap<string, Uint8Array | null>): void;
}

interface Options {
  readonly root: string;
  /** What a server has parsed already: the same bytes are not parsed again. */
  readonly cacheFile: string;
  /** The folders to read; all unless given. */
  readonly only?: readonly string[];
}

export async function openFolder({ root, cacheFile, only }: Options): Promise<CheckedFolder> {
  const store = createStore();
  const readRecord = createReadRecord();
  const cache = createParseCache(cacheFile, () => new Date());
  const times: Parameters<typeof createIndexer>[0]['times'] = (_, stamp) => {
    const at = modifiedAt(stamp);
    return { createdAt: at, updatedAt: at };
  };
  const indexer = createIndexer({ store, root, home: 'content', cache, readRecord, times });
  await (only ? indexer.reindex(only.flatMap((folder) => pathsIn(root, folder))) : indexer.load());
  const laid = new Map<string, Uint8Array | null>();

  function toUpdate(path: string, bytes: Uint8Array | null): FileUpdate | undefined {
    const located = locateFile('content', path);
    if (!located || entityOf(located.kind).home !== 'content') return undefined;
    if (bytes === null) return { path, record: null, problems: [] };
    try {
      const value = decodeRecord({ located, path, bytes }, readRecord);
      if (!('data' in value)) return { path, record: null, problems: value };
      const at = store.fileAt(path)?.createdAt ?? new Date(0).toISOString();
      const record = toFileRecord(located, { path, rev: blobId(bytes) }, value, { createdAt: at, updatedAt: at });
      return { path, record, problems: [] };
    } catch (error) {
      if (error instanceof FileError) return { path, record: null, problems: [toProblem(path, error)] };
      throw error;
    }
  }

  return {
    store,
    read: (path) => (laid.has(path) ? (laid.get(path) ?? null) : readIfThere(join(root, path))),
    put(versions) {
      for (const [path, bytes] of versions) laid.set(path, bytes);
      store.apply([...versions].flatMap(([path, bytes]) => toUpdate(path, bytes) ?? []));
    },
  };
}

/** All paths in a folder of the content, none where it is not there. */
const pathsIn = (root: string, folder: string): readonly string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path.split(sep).join('/')}`,
      )
    : [];

/** A file's bytes; null where there is none. */
export function readIfThere(file: string): Uint8Array | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
    throw error;
  }
}
