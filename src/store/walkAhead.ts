import { Worker } from 'node:worker_threads';
import { packageFile } from '../lib/packageFile.ts';
import type { PackedWalk } from './packedWalk.ts';

/**
 * Sees the files of a content folder in a thread of its own, while this one loads what it will read them with. Null where
 * that fails: whoever needs them looks then.
 */
export function walkAhead(root: string): Promise<PackedWalk | null> {
  const worker = new Worker(packageFile('dist/walkWorker.js'), { workerData: { root } });
  return new Promise((resolve) => {
    worker.once('message', resolve);
    worker.once('error', () => resolve(null));
    worker.once('exit', () => resolve(null));
  });
}
