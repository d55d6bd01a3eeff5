import { TooMuchWork } from '../../lib/turn/createThread.ts';
import { FileError } from '../codec/fileError.ts';
import { type ContentThread, createContentThread, MAX_CHARACTERS_HERE } from './contentThread.ts';
import { type DecidedFile, decideFile, type FileToDecide } from './decideFile.ts';

/** Does what `decideFile` does, without blocking the event loop for long. */
export type DecideFile = (file: FileToDecide) => Promise<DecidedFile | null>;

/** Makes the function that decides large files in another thread. */
export function createDecideFile(thread: Pick<ContentThread, 'decideFile'> = createContentThread()): DecideFile {
  return async (file) => {
    if (isSmallFile(file)) return decideFile(file);
    try {
      return await thread.decideFile(file);
    } catch (error) {
      if (error instanceof TooMuchWork) throw new FileError('LIMIT', 'Writing it takes too long');
      throw error;
    }
  };
}

function isSmallFile({ record, format, present }: FileToDecide): boolean {
  const left = MAX_CHARACTERS_HERE[format] - (present?.bytes.length ?? 0);
  return left > 0 && JSON.stringify(record.data).length <= left;
}
