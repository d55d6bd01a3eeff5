import { Worker } from 'node:worker_threads';
import { packageFile } from '../../lib/disk/packageFile.ts';
import type { FileSizes } from '../../lib/disk/readFileSizes.ts';
import type { PackedWalk } from './packedWalk.ts';

/** Results of another thread; null if it failed, and the caller has to look for itself. */
export interface SeenAhead {
  readonly walk: Promise<PackedWalk | null>;
  /** The sizes of the files in the other folder, if one was named. */
  readonly sizes: Promise<FileSizes | null>;
}

/**
 * Lists the files of a content folder in another thread, while this one loads the code to read them; then the sizes of
 * the files in another folder.
 */
export function walkAhead(root: string, other?: string): SeenAhead {
  const worker = new Worker(packageFile('dist/walkWorker.js'), { workerData: { root, other } });
  const waiting: ((seen: unknown) => void)[] = [];
  // The thread answers in the order in which the results are requested here.
  const next = <T>(): Promise<T | null> => new Promise((resolve) => waiting.push(resolve as (seen: unknown) => void));
  const end = (): void => {
    for (const resolve of waiting.splice(0)) resolve(null);
  };
  worker
    .on('message', (seen) => waiting.shift()?.(seen))
    .once('error', end)
    .once('exit', end);
  return { walk: next<PackedWalk>(), sizes: next<FileSizes>() };
}
