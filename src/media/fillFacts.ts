import type { Media } from '../model/entities/media.ts';
import type { Change, Entry } from '../model/entry.ts';
import type { FileRecord } from '../store/file/fileRecord.ts';
import type { Store } from '../store/store.ts';
import type { StorePart } from '../store/storePart.ts';
import { type FileFacts, leftOutIn, type ReadFacts } from './fileFacts.ts';
import type { StoredFile, StoredFiles } from './storage/storage.ts';

/** Serves media items with what their files say where their records leave it out, found out one after the other. */
export interface FactsFiller extends StorePart {
  /** Looks at every item, once. */
  start(): void;
  /** Looks at those whose files are others now. */
  seeFiles(files: StoredFiles): void;
  /** Resolves when nothing is being looked at. */
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

/** What was found out is served when this many items have something new. */
const TOGETHER = 50;

export function createFactsFiller({ store, readFacts, inTurn, noteBroken, onError }: Options): FactsFiller {
  const queue = new Set<string>();
  /** Which version of its file each record that leaves something out was filled from. */
  const filledFrom = new WeakMap<FileRecord, string | undefined>();
  let seen: StoredFiles | undefined;
  let isStarted = false;
  let isClosed = false;
  let working: Promise<void> | undefined;

  /** The records that leave something out which may be known now. */
  function leavesOut({ path }: Entry<Media>): boolean {
    const record = store.fileAt(path);
    // Its kind says what its data is.
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

const isOfMedia = (change: Change): change is Change<Media> => change.kind === 'media';
