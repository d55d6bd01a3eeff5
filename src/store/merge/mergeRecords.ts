import { TooMuchWork } from '../../lib/turn/createThread.ts';
import { CmsError } from '../../model/errors.ts';
import { type Merged, mergeRecord, type RecordSchema, type RecordVersion } from '../../model/merge/merge.ts';
import type { Versions } from '../../model/merge/versions.ts';
import { type ContentThread, createContentThread } from '../record/contentThread.ts';
import { askKnowing } from './mergeKnown.ts';

/**
 * Does what `mergeRecord` does, without blocking the event loop for long.
 *
 * @throws CmsError PAYLOAD_TOO_LARGE if it takes too long
 */
export type MergeRecords = (
  versions: Versions<RecordVersion>,
  schema: RecordSchema,
) => Promise<Merged<RecordVersion | null>>;

/** The limit, in characters of all versions together: the worst ones take 3 µs a character. */
const MAX_CHARACTERS_HERE = 32 * 1024;

/** Makes the function that merges large records in another thread. */
export function createMergeRecords(thread: Pick<ContentThread, 'mergeRecord'> = createContentThread()): MergeRecords {
  return async (versions, schema) => {
    if (isSmall(versions)) return mergeRecord(versions, schema);
    const { kind, schemas } = schema;
    try {
      return await askKnowing(
        (known) => thread.mergeRecord({ versions, kind, known }),
        ({ find, key }) => schemas[find](key),
      );
    } catch (error) {
      if (error instanceof TooMuchWork) throw new CmsError('PAYLOAD_TOO_LARGE', 'Merging it by values takes too long');
      throw error;
    }
  };
}

const isSmall = (versions: Versions<RecordVersion>): boolean => JSON.stringify(versions).length <= MAX_CHARACTERS_HERE;
