import { parentPort, workerData } from 'node:worker_threads';
import { packWalk } from './packedWalk.ts';
import { walk } from './walk.ts';

/** Runs in a worker thread: sees the files of a content folder once. */
const { root } = workerData as { readonly root: string };
const packed = packWalk(walk(root, 'content'));
parentPort?.postMessage(packed, [packed.stamps.buffer as ArrayBuffer]);
