import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../lib/workerFile.ts';
import { type FileToParse, type ParsedFile, parseFile } from './parseFile.ts';

/** Fewer files than this are read at once: starting worker threads would take longer. */
const MIN_FOR_WORKERS = 300;
/** Few enough that making records of them keeps nobody waiting. */
const BATCH = 25;
const MAX_WORKERS = 4;

/** Reads and parses files, many of them in worker threads; `take` gets them batch by batch in any order. Files that are gone are left out. */
export async function parseFiles(
  root: string,
  files: readonly FileToParse[],
  take: (parsed: readonly ParsedFile[]) => void,
): Promise<void> {
  if (files.length < MIN_FOR_WORKERS) return take(files.flatMap((file) => parseFile(root, file) ?? []));
  const batches = Array.from({ length: Math.ceil(files.length / BATCH) }, (_, index) =>
    files.slice(index * BATCH, (index + 1) * BATCH),
  );
  await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), MAX_WORKERS) }, () => runWorker(root, batches, take)),
  );
}

/** One thread that takes batches until none is left. */
function runWorker(
  root: string,
  batches: (readonly FileToParse[])[],
  take: (parsed: readonly ParsedFile[]) => void,
): Promise<void> {
  const worker = new Worker(workerFile(import.meta.url, 'parseWorker'), { workerData: { root } });
  return new Promise<void>((resolve, reject) => {
    const next = (): void => {
      const batch = batches.pop();
      if (batch) worker.postMessage(batch);
      else resolve();
    };
    worker.on('message', (parsed: readonly ParsedFile[]) => {
      try {
        next();
        take(parsed);
      } catch (error) {
        reject(error);
      }
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`A thread that reads files ended with ${code}`)));
    next();
  }).finally(() => worker.terminate());
}
