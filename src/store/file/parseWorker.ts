import { answerTasks } from '../../lib/turn/createThread.ts';
import { createReadRecord } from './fileRecord.ts';
import { type PackedFiles, packFiles } from './packedFiles.ts';
import { parseFile } from './parseFile.ts';
import type { FilesToParse } from './parseFiles.ts';

const readRecord = createReadRecord();

/** Runs in a worker thread: parses each list of files. */
answerTasks<FilesToParse, PackedFiles>(({ folder, files }) =>
  packFiles(files.flatMap((file) => parseFile(folder, file, readRecord) ?? [])),
);
