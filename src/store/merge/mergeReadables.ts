import { TooMuchWork } from '../../lib/turn/createThread.ts';
import type { ThreeVersions } from '../../model/merge/threeVersions.ts';
import { FileError } from '../codec/fileError.ts';
import { type ContentThread, createContentThread, MAX_CHARACTERS_HERE } from '../record/contentThread.ts';
import { type FileSchema, type MergedFile, mergeOneSided, mergeReadable } from './mergeFile.ts';
import { askKnowing, type MergeAnswer, needsOwnCode, withBaseKinds } from './mergeKnown.ts';

/** What `mergeReadable` takes, and a way to read schemas that are not in memory. */
export interface ReadableMerge {
  readonly versions: ThreeVersions<Uint8Array>;
  readonly schema: FileSchema;
  readonly keep: 'ours' | 'base';
  /** Runs `work` until all schemas that it asks for have been read; gives its last result. */
  settle<T>(work: () => T): Promise<T>;
}

/** Does what `mergeReadable` does, without blocking the event loop for long. */
export type MergeReadable = (merge: ReadableMerge) => Promise<MergedFile>;

/** Makes the function that merges large files in another thread. */
export function createMergeReadable(thread: Pick<ContentThread, 'merge'> = createContentThread()): MergeReadable {
  return async ({ versions, schema, keep, settle }) => {
    const { kind, format, schemas } = schema;
    const isSmall = versionsSize(versions) <= MAX_CHARACTERS_HERE[format];
    if (isSmall || needsOwnCode(schemas.code) || mergeOneSided(versions))
      return settle(() => mergeReadable(versions, schema, keep));
    return askKnowing(
      (known) => refusingTooMuch(thread.merge({ versions, kind, format, keep, known })),
      ({ find, key }) => settle(() => withBaseKinds(schemas[find](key), schemas.code)),
    );
  };
}

const versionsSize = ({ base, ours, theirs }: ThreeVersions<Uint8Array>): number =>
  [base, ours, theirs].reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0);

async function refusingTooMuch(merging: Promise<MergeAnswer>): Promise<MergeAnswer> {
  try {
    return await merging;
  } catch (error) {
    if (error instanceof TooMuchWork) throw new FileError('LIMIT', 'Merging it by values takes too long');
    throw error;
  }
}
