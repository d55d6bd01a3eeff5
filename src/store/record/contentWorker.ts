import { lazily } from '../../lib/list/lazily.ts';
import { answerTasks } from '../../lib/turn/createThread.ts';
import { writeRichText } from '../../model/richText/writeRichText.ts';
import { FileError } from '../codec/fileError.ts';
import { createReadRecord } from '../file/fileRecord.ts';
import { mergeKnown, mergeKnownRecord } from '../merge/mergeKnown.ts';
import type { ContentAnswer, ContentTask } from './contentThread.ts';
import { decideFile, type FileToDecide } from './decideFile.ts';
import { decodeRecord } from './decodeRecord.ts';
import { findValuePositions } from './findPosition.ts';

/** Runs in a worker thread: does slow work on content. */
answerTasks<ContentTask, ContentAnswer>((task) => {
  if ('write' in task) return { written: writeRichText(task.write, task.format) };
  if ('decide' in task) return decideOne(task.decide);
  if ('decideAll' in task) return { all: task.decideAll.map(decideOne) };
  if ('merge' in task) return orRefused(() => ({ file: mergeKnown(task.merge) }));
  if ('mergeRecord' in task) return { record: mergeKnownRecord(task.mergeRecord) };
  if ('find' in task) return { places: findValuePositions(task.find) };
  return orRefused(() => ({ decoded: decodeRecord(task.decode, readRecord()) }));
});

const readRecord = lazily(createReadRecord);

const decideOne = (file: FileToDecide): ContentAnswer => orRefused(() => ({ decided: decideFile(file) }));

/** Sends a FileError as plain data: errors lose their class between threads. */
function orRefused(answer: () => ContentAnswer): ContentAnswer {
  try {
    return answer();
  } catch (error) {
    if (error instanceof FileError) return { refused: { code: error.code, message: error.message } };
    throw error;
  }
}
