import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { allSettled } from '../../lib/turn/allSettled.ts';
import { createBreath } from '../../lib/turn/createBreath.ts';
import { createThread } from '../../lib/turn/createThread.ts';
import type { ReadRecord } from './fileRecord.ts';
import { type PackedFiles, unpackFiles } from './packedFiles.ts';
import { type FileToParse, type ParsedFile, parseFile, type RecordFolder } from './parseFile.ts';

/** Fewer files than this are read at once: starting worker threads would take longer. */
const MIN_FOR_WORKERS = 300;
/** A file of more bytes than this may take long to read, whatever it holds: nobody is to wait for it. */
export const MAX_BYTES_HERE = 16 * 1024;
const BATCH = 100;
const MAX_WORKERS = 4;

/** What a thread is given. */
export interface FilesToParse {
  readonly folder: RecordFolder;
  readonly files: readonly FileToParse[];
}

/** Makes something of a batch, letting others run in between. */
type Take = (parsed: readonly ParsedFile[]) => Promise<void>;

/** What parses files here. */
interface Parser extends RecordFolder {
  readonly readRecord: ReadRecord;
}

/** Reads and parses files, many and large ones in worker threads; `take` gets them batch by batch in any order. Files that are gone are left out. */
export async function parseFiles(
  { root, home, readRecord }: Parser,
  files: readonly FileToParse[],
  take: Take,
): Promise<void> {
  const folder = { root, home };
  if (files.length < MIN_FOR_WORKERS) {
    const [small, large] = partition(files, ({ path }) => sizeOf(join(root, path)) <= MAX_BYTES_HERE);
    const breath = createBreath();
    const parsed: ParsedFile[] = [];
    for (const file of small) {
      await breath();
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
  // After a failure nothing is taken any more.
  await allSettled(workers);
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    // `parseFile` tells what is not there, and what cannot be read.
    return 0;
  }
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  const first = new Set(all.filter(isFirst));
  return [[...first], all.filter((one) => !first.has(one))];
}

/** One thread that takes batches until none is left, or one of the threads fails. */
async function runThread(folder: RecordFolder, batches: (readonly FileToParse[])[], take: Take): Promise<void> {
  const thread = createThread<FilesToParse, PackedFiles>('parseWorker.js');
  const readNext = (): Promise<PackedFiles> | undefined => {
    const files = batches.pop();
    const reading = files && thread.ask({ folder, files });
    // Where the batch before it cannot be taken nobody waits for this one.
    reading?.catch(() => undefined);
    return reading;
  };
  try {
    for (let reading = readNext(); reading; ) {
      const packed = await reading;
      // The next batch is read while this one is taken.
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
