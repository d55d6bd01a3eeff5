import { parentPort, workerData } from 'node:worker_threads';
import { type FileToParse, parseFile } from './parseFile.ts';

/** Runs in a worker thread: answers each list of files with what they say. */
const { root } = workerData as { readonly root: string };
parentPort?.on('message', (files: readonly FileToParse[]) => {
  parentPort?.postMessage(files.flatMap((file) => parseFile(root, file) ?? []));
});
