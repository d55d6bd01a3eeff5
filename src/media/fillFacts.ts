import type { Media } from '../model/entities/media.ts';
import type { Entry, EntryChange } from '../model/entry.ts';
import type { FileRecord } from '../store/file/fileRecord.ts';
import type { Store } from '../store/store.ts';
import type { StorePart } from '../store/storePart.ts';
import { type FileFacts, leftOutIn, type ReadFacts } from './fileFacts.ts';
import type { StoredFile, StoredFiles } from './storage/storage.ts';

/** Adds facts about their files to the served media items whose records leave them out, one item at a time. */
export interface FactsFiller extends StorePart {
  /** Reads the files of all items once. */
  start(): void;
  /** Reads the files that have changed. */
  seeFiles(files: StoredFiles): void;
  /** Resolves when nothing is being read. */
  idle(): Promise<void>;
  close(): void;
}

interface Options {
  readonly store: Pick<Store, 'all' | 'byKey' | 'fileAt' | 'fillMissing'>;
  readonly readFacts: ReadFacts;
  inTurn<T>(task: () => Promise<T>): Promise<T>;
  noteBroken(entry: Entry<Media>, found: StoredFile): void;
  onError(error: unknown): void;
}

/** How many items to collect before their facts are served. */
const TOGETHER = 50;

export function createFactsFiller({ store, readFacts, inTurn, noteBroken, onError }: Options): FactsFiller {
  const queue = new Set<string>();
  /** The version of the file that each record was filled from. */
  const filledFrom = new WeakMap<FileRecord, string | undefined>();
  let seen: StoredFiles | undefined;
  let isStarted = false;
  let isClosed = false;
  let working: Promise<void> | undefined;

  /** Whether the record of an item leaves facts out. */
  function leavesOut({ path }: Entry<Media>): boolean {
    const record = store.fileAt(path);
    // A record at a media item's path is a media record.
    return record !== undefined && leftOutIn(record.data as Media).length > 0;
  }

  async function lookAt(key: string, filled: Map<FileRecord, FileFacts>): Promise<void> {
    const entry = store.byKey('media', key);
    const record = entry && store.fileAt(entry.path);
    if (!record) return;
    const { facts, found, isBroken } = await readFacts(record.data as Media);
    if (isBroken && found) noteBroken(entry, found);
    const wasFilled = filledFrom.has(record);
    filledFrom.set(record, found?.version);
    if (wasFilled || Object.keys(facts).length > 0) filled.set(record, facts);
  }

  async function work(): Promise<void> {
    while (queue.size > 0 && !isClosed) {
      const filled = new Map<FileRecord, FileFacts>();
      for (const key of queue) {
        queue.delete(key);
        await lookAt(key, filled).catch(onError);
        if (filled.size >= TOGETHER || isClosed) break;
      }
      if (filled.size > 0 && !isClosed) await inTurn(async () => store.fillMissing(filled));
    }
  }

  function add(entries: readonly Entry<Media>[]): void {
    for (const entry of entries) if (leavesOut(entry)) queue.add(entry.key);
    if (queue.size === 0 || isClosed) return;
    working ??= work()
      .catch(onError)
      .finally(() => {
        working = undefined;
        add([]);
      });
  }

  return {
    start() {
      isStarted = true;
      add([...store.all('media')]);
    },
    apply(changes) {
      if (!isStarted) return;
      const came = changes.filter(isOfMedia).flatMap(({ after }) => after ?? []);
      add(came.filter(({ path }) => !filledFrom.has(store.fileAt(path)!)));
    },
    seeFiles(files) {
      if (!isStarted || files === seen) return;
      seen = files;
      const isOther = ({ path, data }: Entry<Media>): boolean => {
        const record = store.fileAt(path);
        return !record || filledFrom.get(record) !== files.get(data.filename)?.version;
      };
      add([...store.all('media')].filter(isOther));
    },
    idle: async () => {
      while (working) await working;
    },
    close() {
      isClosed = true;
    },
  };
}

const isOfMedia = (change: EntryChange): change is EntryChange<Media> => change.kind === 'media';
