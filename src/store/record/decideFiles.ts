import { TooMuchWork } from '../../lib/turn/createThread.ts';
import { FileError } from '../codec/fileError.ts';
import { type ContentThread, createContentThread } from './contentThread.ts';
import { type DecidedFile, decideFile, type FileToDecide } from './decideFile.ts';

/** Decides a file as `decideFile` does, where nobody waits for it. */
export type DecideFile = (file: FileToDecide) => Promise<DecidedFile | null>;

/**
 * What a file holds and is to hold, in characters, that may be read and decided here. A Markdown text takes up to 20 µs for each of
 * them, several times over.
 */
export const MAX_CHARACTERS_HERE = { md: 4 * 1024, yaml: 8 * 1024, json: 64 * 1024 };

/** Makes the function that decides what is large in a thread. */
export function createDecideFile(thread: Pick<ContentThread, 'decideFile'> = createContentThread()): DecideFile {
  return async (file) => {
    if (isSmall(file)) return decideFile(file);
    try {
      return await thread.decideFile(file);
    } catch (error) {
      if (error instanceof TooMuchWork) throw new FileError('LIMIT', 'Writing it takes too long');
      throw error;
    }
  };
}

function isSmall({ record, format, present }: FileToDecide): boolean {
  const left = MAX_CHARACTERS_HERE[format] - (present?.bytes.length ?? 0);
  return left > 0 && JSON.stringify(record.data).length <= left;
}
