import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { allSettled } from '../../lib/turn/allSettled.ts';
import { createThread } from '../../lib/turn/createThread.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { ReadRecord } from './fileRecord.ts';
import { type PackedFiles, unpackFiles } from './packedFiles.ts';
import { type FileToParse, type ParsedFile, parseFile, type RecordFolder } from './parseFile.ts';

/** Fewer files than this are read in this thread: starting workers would take longer. */
const MIN_FOR_WORKERS = 300;
/** A file of more bytes than this may take long to parse, so it goes to a worker and nobody waits for it. */
export const MAX_BYTES_HERE = 16 * 1024;
const BATCH = 100;
const MAX_WORKERS = 4;

/** The task of a worker. */
export interface FilesToParse {
  readonly folder: RecordFolder;
  readonly files: readonly FileToParse[];
}

/** Handles a batch, with pauses that let others run. */
type HandleBatch = (parsed: readonly ParsedFile[]) => Promise<void>;

/** A folder, and the reader for files that are parsed in this thread. */
interface Parser extends RecordFolder {
  readonly readRecord: ReadRecord;
}

/**
 * Reads and parses files, in worker threads if they are many or large. `take` gets them in batches, in any order,
 * without files that are gone.
 */
export async function parseFiles(
  { root, home, readRecord }: Parser,
  files: readonly FileToParse[],
  take: HandleBatch,
): Promise<void> {
  const folder = { root, home };
  if (files.length < MIN_FOR_WORKERS) {
    const [small, large] = partition(files, ({ path }) => fileSize(join(root, path)) <= MAX_BYTES_HERE);
    const yieldIfBusy = createYieldIfBusy();
    const parsed: ParsedFile[] = [];
    for (const file of small) {
      await yieldIfBusy();
      const one = parseFile(folder, file, readRecord);
      if (one) parsed.push(one);
    }
    await take(parsed);
    return large.length > 0 ? runThread(folder, [large], take) : undefined;
  }
  const batches = Array.from({ length: Math.ceil(files.length / BATCH) }, (_, index) =>
    files.slice(index * BATCH, (index + 1) * BATCH),
  );
  const workers = Array.from({ length: Math.min(availableParallelism(), MAX_WORKERS) }, () =>
    runThread(folder, batches, take),
  );
  // After a failure no more batches are taken.
  await allSettled(workers);
}

function fileSize(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    // `parseFile` reports files that are missing or unreadable.
    return 0;
  }
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  const first = new Set(all.filter(isFirst));
  return [[...first], all.filter((one) => !first.has(one))];
}

/** Runs one worker on batches until none are left, or a worker fails. */
async function runThread(folder: RecordFolder, batches: (readonly FileToParse[])[], take: HandleBatch): Promise<void> {
  const thread = createThread<FilesToParse, PackedFiles>('parseWorker.js');
  const readNext = (): Promise<PackedFiles> | undefined => {
    const files = batches.pop();
    const reading = files && thread.ask({ folder, files });
    // If the batch before it fails, nobody awaits this one.
    reading?.catch(() => undefined);
    return reading;
  };
  try {
    for (let reading = readNext(); reading; ) {
      const packed = await reading;
      // The next batch is read while this one is handled.
      reading = readNext();
      await take(unpackFiles(packed));
    }
  } catch (error) {
    batches.length = 0;
    throw error;
  } finally {
    await thread.close();
  }
}
