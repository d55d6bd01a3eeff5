import { TooMuchWork } from '../../lib/turn/createThread.ts';
import type { Problem } from '../../model/entry.ts';
import { FileError } from '../codec/fileError.ts';
import { formatOf } from '../codec/formats.ts';
import type { ReadRecord } from '../file/fileRecord.ts';
import type { RecordValue } from '../file/knownFile.ts';
import { type ContentThread, createContentThread, MAX_CHARACTERS_HERE } from './contentThread.ts';
import { decodeRecord, type FoundBytes } from './decodeRecord.ts';

/** Does what `decodeRecord` does, without blocking the event loop for long. */
export type DecodeRecord = (found: FoundBytes) => Promise<RecordValue | readonly Problem[]>;

/** Makes the function that decodes large files in another thread. */
export function createDecodeRecord(
  readRecord: ReadRecord,
  thread: Pick<ContentThread, 'decodeRecord'> = createContentThread(),
): DecodeRecord {
  return async (found) => {
    // Located files always have a known format.
    if (found.bytes.length <= MAX_CHARACTERS_HERE[formatOf(found.path)!]) return decodeRecord(found, readRecord);
    try {
      return await thread.decodeRecord(found);
    } catch (error) {
      if (error instanceof TooMuchWork) throw new FileError('LIMIT', 'Reading it takes too long');
      throw error;
    }
  };
}
