import { parentPort, workerData } from 'node:worker_threads';
import { createReadRecord } from './fileRecord.ts';
import { packFiles } from './packedFiles.ts';
import { type FileToParse, parseFile, type RecordFolder } from './parseFile.ts';

/** Runs in a worker thread: answers each list of files with what they say. */
const folder = workerData as RecordFolder;
const readRecord = createReadRecord();
parentPort?.on('message', (files: readonly FileToParse[]) => {
  const packed = packFiles(files.flatMap((file) => parseFile(folder, file, readRecord) ?? []));
  parentPort?.postMessage(packed, [packed.data.buffer]);
});
