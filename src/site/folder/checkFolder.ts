import { readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { blobId } from '../../lib/text/blobId.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { ProblemCode, SiteCode } from '../../model/entry.ts';
import { FileError } from '../../store/codec/fileError.ts';
import { createStore } from '../../store/createStore.ts';
import { createReadRecord, type ReadRecord, toFileRecord } from '../../store/file/fileRecord.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import { createParseCache } from '../../store/file/parseCache.ts';
import { fileErrorProblem } from '../../store/file/parseFile.ts';
import { findBytes } from '../../store/file/readFileBytes.ts';
import { decodeRecord } from '../../store/record/decodeRecord.ts';
import type { FileUpdate, Store } from '../../store/store.ts';
import { timesOnDisk } from '../version/fileTimes.ts';
import { type FolderPast, openFolderPast, type PastOptions } from './folderPast.ts';
import type { VersionContent, VersionContents } from './gitFolder.ts';
import { createIndexer, type IndexerParts } from './indexer.ts';

/** A content folder in memory, read without a server. Nothing is written. */
export interface CheckedFolder {
  readonly store: Store;
  /** The bytes of a file, as the store has it; null if there is none. */
  read(path: string): Uint8Array | null;
  /** The files in a folder that `put` has replaced, and whether they exist in the new version. */
  laidIn(folder: string): ReadonlyMap<string, boolean>;
  /**
   * Replaces files in the store by other versions, null to remove one. The folder on disk stays as it is. The store may
   * be another one afterwards.
   */
  put(versions: VersionContents): Promise<void>;
}

interface Options extends PastOptions {
  /** The folders and files to read; all of them if absent. */
  readonly only?: readonly string[];
  /** Built-in code by default. */
  readonly code?: SiteCode | undefined;
}

interface State {
  readonly options: Options;
  readonly readRecord: ReadRecord;
  /** Null until it is needed: git's history takes long to read. */
  past: FolderPast | null;
  store: Store;
  readonly laid: Map<string, VersionContent>;
}

/** Reads a content folder. Git's history is read only if files compete for an id, a key or a unique value. */
export async function openCheckedFolder(options: Options): Promise<CheckedFolder> {
  const readRecord = createReadRecord();
  const store = await readFolderStore({ options, readRecord, past: null });
  const state: State = { options, readRecord, past: null, store, laid: new Map() };
  await judgeRivals(state);
  return {
    get store() {
      return state.store;
    },
    read(path) {
      const bytes = state.laid.has(path) ? (state.laid.get(path) ?? null) : findBytes(options.root, path);
      return bytes instanceof FileError ? null : bytes;
    },
    laidIn: (folder) =>
      new Map(
        [...state.laid]
          .filter(([path]) => path.startsWith(`${folder}/`))
          .map(([path, bytes]) => [path, bytes !== null]),
      ),
    async put(versions) {
      for (const [path, bytes] of versions) state.laid.set(path, bytes);
      lay(state, versions);
      await judgeRivals(state);
    },
  };
}

/** Problems of files that want the same id, key or unique value: the oldest file gets it. */
const RIVALRY: ReadonlySet<ProblemCode> = new Set([
  'DUPLICATE_ID',
  'DUPLICATE_KEY',
  'DUPLICATE_VALUE',
  'CASE_COLLISION',
]);

/** Reads everything again with the ages that git knows, if files compete and these are not known yet. */
async function judgeRivals(state: State): Promise<void> {
  if (state.past || !state.store.problems().some(({ code }) => RIVALRY.has(code))) return;
  state.past = await openFolderPast(state.options);
  if (!state.past) return;
  state.store = await readFolderStore(state);
  lay(state, state.laid);
}

async function readFolderStore({ options, readRecord, past }: Omit<State, 'store' | 'laid'>): Promise<Store> {
  const { root, cacheFile, only, code } = options;
  const store = createStore({ code });
  if (past) store.tellAges(past.findSince);
  const times: IndexerParts['times'] = (known, stamp) =>
    past ? past.times(known, timesOnDisk(stamp)) : timesOnDisk(stamp);
  const cache = createParseCache(cacheFile, () => new Date());
  const indexer = createIndexer({ store, root, home: 'content', cache, readRecord, times });
  await (only ? indexer.reindex(only.flatMap((folder) => pathsIn(root, folder))) : indexer.load());
  return store;
}

const lay = (state: State, versions: VersionContents): unknown =>
  state.store.apply([...versions].flatMap(([path, bytes]) => versionToUpdate(state, path, bytes) ?? []));

function versionToUpdate({ past, readRecord }: State, path: string, bytes: VersionContent): FileUpdate | undefined {
  const located = locateFile('content', path);
  if (!located || entityOf(located.kind).home !== 'content') return undefined;
  if (bytes === null) return { path, record: null, problems: [] };
  try {
    if (bytes instanceof FileError) throw bytes;
    const value = decodeRecord({ located, path, bytes }, readRecord);
    if (!('data' in value)) return { path, record: null, problems: value };
    const rev = blobId(bytes);
    // A file that git does not know is the youngest.
    const now = new Date().toISOString();
    const others = { createdAt: now, updatedAt: now };
    const times = past?.times({ ...located, path, rev, head: value }, others) ?? others;
    return { path, record: toFileRecord(located, { path, rev }, value, times), problems: [] };
  } catch (error) {
    if (error instanceof FileError) return { path, record: null, problems: [fileErrorProblem(path, error)] };
    throw error;
  }
}

/** All paths below a folder of the content, or the path of a file; none if it does not exist. */
function pathsIn(root: string, path: string): readonly string[] {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [path] : [];
  const found = readdirSync(join(root, path), { recursive: true, encoding: 'utf8' });
  return found.map((below) => `${path}/${below.split(sep).join('/')}`);
}
