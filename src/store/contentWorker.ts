import { answerTasks } from '../lib/createThread.ts';
import { writeRichText } from '../model/richText/writeRichText.ts';
import { FileError } from './codec/fileError.ts';
import type { ContentAnswer, ContentTask } from './contentThread.ts';
import { decideFile, type FileToDecide } from './decideFile.ts';

/** Runs in a worker thread: does what takes long with content. */
answerTasks<ContentTask, ContentAnswer>((task) =>
  'write' in task ? { written: writeRichText(task.write, task.format) } : decide(task.decide),
);

/** An error of ours would not pass from thread to thread as what it is. */
function decide(file: FileToDecide): ContentAnswer {
  try {
    return { decided: decideFile(file) };
  } catch (error) {
    if (error instanceof FileError) return { refused: { code: error.code, message: error.message } };
    throw error;
  }
}
