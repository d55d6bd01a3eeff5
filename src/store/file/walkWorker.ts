import { parentPort, workerData } from 'node:worker_threads';
import { type FileSizes, readFileSizes } from '../../lib/disk/readFileSizes.ts';
import { packWalk } from './packedWalk.ts';
import { walkHome } from './walkHome.ts';

/** Runs in a worker thread: lists the files of a content folder once, then the sizes of those in another folder. */
const { root, other } = workerData as { readonly root: string; readonly other?: string };
const packed = packWalk(walkHome(root, 'content'));
parentPort?.postMessage(packed, [packed.stamps.buffer as ArrayBuffer]);
if (other !== undefined) parentPort?.postMessage(tryToReadSizes(other));

/** Null if the folder cannot be read. An uncaught error could overtake the list of files on its way to the main thread. */
function tryToReadSizes(folder: string): FileSizes | null {
  try {
    return readFileSizes(folder);
  } catch {
    return null;
  }
}
