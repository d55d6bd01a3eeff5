import { Worker } from 'node:worker_threads';
import { packageFile } from '../../lib/disk/packageFile.ts';
import type { FileSizes } from '../../lib/disk/readFileSizes.ts';
import type { PackedWalk } from './packedWalk.ts';

/** What another thread sees; null where that fails: whoever needs it looks then. */
export interface SeenAhead {
  readonly walk: Promise<PackedWalk | null>;
  /** Of the files in the other folder, if one was named. */
  readonly sizes: Promise<FileSizes | null>;
}

/**
 * Sees the files of a content folder in a thread of its own, while this one loads what it will read them with; then how
 * large those of another folder are.
 */
export function walkAhead(root: string, other?: string): SeenAhead {
  const worker = new Worker(packageFile('dist/walkWorker.js'), { workerData: { root, other } });
  const waiting: ((seen: unknown) => void)[] = [];
  // The thread gives what it sees in the order in which it is waited for here.
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
