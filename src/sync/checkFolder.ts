import { readdirSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { createHistory, type History } from '../git/history/history.ts';
import { discoverRepository } from '../git/read/discover.ts';
import { findNativeGit } from '../git/read/native.ts';
import { openReadable } from '../git/read/readable.ts';
import { blobId } from '../lib/text/blobId.ts';
import { entityOf } from '../model/entities/index.ts';
import type { ProblemCode } from '../model/entry.ts';
import { CmsError } from '../model/errors.ts';
import type { FindSince } from '../store/byAge.ts';
import { FileError } from '../store/codec/fileError.ts';
import { createReadRecord, toFileRecord } from '../store/file/fileRecord.ts';
import { createParseCache } from '../store/file/parseCache.ts';
import { toProblem } from '../store/file/parseFile.ts';
import { findBytes } from '../store/file/readBytes.ts';
import { locateFile } from '../store/file/scan.ts';
import { decodeRecord } from '../store/record/decodeRecord.ts';
import { createStore, type FileUpdate, type Store } from '../store/store.ts';
import type { Version, Versions } from './gitFolder.ts';
import { createIndexer, type IndexerParts } from './indexer.ts';
import { agesFrom, HISTORY_FILE, timesFrom, timesOnDisk } from './openContent.ts';
import { findSeals } from './openSeals.ts';
import { recordNames } from './version/recordNames.ts';

/** A content folder in memory, read without a server. Nothing is written. */
export interface CheckedFolder {
  readonly store: Store;
  /** The bytes of a file, as the store has it; null if there is none. */
  read(path: string): Uint8Array | null;
  /** The files in a folder that `put` has replaced, and whether they exist in the new version. */
  laidIn(folder: string): ReadonlyMap<string, boolean>;
  /** Replaces files in the store by other versions, null to remove one. The folder on disk stays as it is. */
  put(versions: Versions): void;
}

interface Options {
  readonly root: string;
  /** The parse cache of a server, so that the same bytes are not parsed again. */
  readonly cacheFile: string;
  /** The folders and files to read; all of them if absent. */
  readonly only?: readonly string[];
}

/** Reads a content folder. Git's history takes long to read, so it is read only if files compete for an id or a key. */
export async function openFolder(options: Options): Promise<CheckedFolder> {
  const folder = await readFolder(options, { times: (_, stamp) => timesOnDisk(stamp), findSince: () => undefined });
  const history = folder.store.problems().some(({ code }) => RIVALRY.has(code)) ? await openPast(options) : null;
  return history ? readFolder(options, { times: timesFrom(history), findSince: agesFrom(history) }) : folder;
}

/** Problems of files that want the same id or key. */
const RIVALRY: ReadonlySet<ProblemCode> = new Set(['DUPLICATE_ID', 'DUPLICATE_KEY', 'CASE_COLLISION']);

/** The history of the folder's repository; null if there is none, or it cannot be read. */
async function openPast({ root, cacheFile }: Options): Promise<History | null> {
  try {
    const location = discoverRepository(root);
    if (!location) return null;
    const stateDir = dirname(cacheFile);
    const repo = openReadable(location, await findSeals(dirname(stateDir)));
    const inState = join(stateDir, HISTORY_FILE);
    const history = await createHistory({ repo, cacheFile: inState, findGit: findNativeGit, names: recordNames });
    await history.extend(await repo.head());
    return history;
  } catch (error) {
    if (error instanceof CmsError) return null;
    throw error;
  }
}

interface Past {
  readonly times: IndexerParts['times'];
  readonly findSince: FindSince;
}

async function readFolder({ root, cacheFile, only }: Options, { times, findSince }: Past): Promise<CheckedFolder> {
  const store = createStore();
  store.tellAges(findSince);
  const readRecord = createReadRecord();
  const cache = createParseCache(cacheFile, () => new Date());
  const indexer = createIndexer({ store, root, home: 'content', cache, readRecord, times });
  await (only ? indexer.reindex(only.flatMap((folder) => pathsIn(root, folder))) : indexer.load());
  const laid = new Map<string, Version>();

  function toUpdate(path: string, bytes: Version): FileUpdate | undefined {
    const located = locateFile('content', path);
    if (!located || entityOf(located.kind).home !== 'content') return undefined;
    if (bytes === null) return { path, record: null, problems: [] };
    try {
      if (bytes instanceof FileError) throw bytes;
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
    read(path) {
      const bytes = laid.has(path) ? (laid.get(path) ?? null) : findBytes(root, path);
      return bytes instanceof FileError ? null : bytes;
    },
    laidIn: (folder) =>
      new Map(
        [...laid].filter(([path]) => path.startsWith(`${folder}/`)).map(([path, bytes]) => [path, bytes !== null]),
      ),
    put(versions) {
      for (const [path, bytes] of versions) laid.set(path, bytes);
      store.apply([...versions].flatMap(([path, bytes]) => toUpdate(path, bytes) ?? []));
    },
  };
}

/** All paths below a folder of the content, or the path of a file; none if it does not exist. */
function pathsIn(root: string, path: string): readonly string[] {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [path] : [];
  const found = readdirSync(join(root, path), { recursive: true, encoding: 'utf8' });
  return found.map((below) => `${path}/${below.split(sep).join('/')}`);
}
