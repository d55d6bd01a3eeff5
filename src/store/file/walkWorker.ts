import { parentPort, workerData } from 'node:worker_threads';
import { readFileSizes } from '../../lib/disk/readFileSizes.ts';
import { packWalk } from './packedWalk.ts';
import { walk } from './walk.ts';

/** Runs in a worker thread: lists the files of a content folder once, then the sizes of those in another folder. */
const { root, other } = workerData as { readonly root: string; readonly other?: string };
const packed = packWalk(walk(root, 'content'));
parentPort?.postMessage(packed, [packed.stamps.buffer as ArrayBuffer]);
if (other !== undefined) parentPort?.postMessage(readFileSizes(other));
