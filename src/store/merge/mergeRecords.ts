import { TooMuchWork } from '../../lib/turn/createThread.ts';
import { CmsError } from '../../model/errors.ts';
import {
  type MergeableRecord,
  type MergeResult,
  mergeRecord,
  type RecordSchema,
} from '../../model/merge/mergeRecordData.ts';
import type { ThreeVersions } from '../../model/merge/threeVersions.ts';
import { type ContentThread, createContentThread } from '../record/contentThread.ts';
import { askKnowing, needsOwnCode, withBaseKinds } from './mergeKnown.ts';

/**
 * Does what `mergeRecord` does, without blocking the event loop for long.
 *
 * @throws CmsError PAYLOAD_TOO_LARGE if it takes too long
 */
export type MergeRecords = (
  versions: ThreeVersions<MergeableRecord>,
  schema: RecordSchema,
) => Promise<MergeResult<MergeableRecord | null>>;

/** The limit, in characters of all versions together: the worst ones take 3 µs a character. */
const MAX_CHARACTERS_HERE = 32 * 1024;

/** Makes the function that merges large records in another thread. */
export function createMergeRecords(thread: Pick<ContentThread, 'mergeRecord'> = createContentThread()): MergeRecords {
  return async (versions, schema) => {
    const { kind, schemas } = schema;
    if (isSmallMerge(versions) || needsOwnCode(schemas.code)) return mergeRecord(versions, schema);
    try {
      return await askKnowing(
        (known) => thread.mergeRecord({ versions, kind, known }),
        ({ find, key }) => withBaseKinds(schemas[find](key), schemas.code),
      );
    } catch (error) {
      if (error instanceof TooMuchWork) throw new CmsError('PAYLOAD_TOO_LARGE', 'Merging it by values takes too long');
      throw error;
    }
  };
}

const isSmallMerge = (versions: ThreeVersions<MergeableRecord>): boolean =>
  JSON.stringify(versions).length <= MAX_CHARACTERS_HERE;
