import type { FindGit } from '../read/native.ts';
import type { ReadableRepository } from '../read/readable.ts';
import { createNativeBlobs, createObjectBlobs, type ReadBlobs } from '../read/readBlobs.ts';
import type { ReadLog } from './historyLog.ts';
import { createNativeLog } from './nativeLog.ts';
import { createObjectLog } from './objectLog.ts';

/** Where commits are read from. */
export interface HistorySource {
  readonly readLog: ReadLog;
  readonly readBlobs: ReadBlobs;
}

/** Null if there is no such source. */
type OpenSource = () => Promise<HistorySource | null>;

/**
 * The sources that commits may be read from, the best first.
 *
 * @param few the first source gives up if there are more commits and files than this
 */
export function historySources(repo: ReadableRepository, findGit: FindGit, few: number): readonly OpenSource[] {
  const fromObjects = async (most?: number): Promise<HistorySource> => ({
    readLog: createObjectLog(repo, most),
    readBlobs: createObjectBlobs(repo),
  });
  const fromGit = async (): Promise<HistorySource | null> => {
    const git = await findGit();
    return git && { readLog: createNativeLog(repo, git), readBlobs: createNativeBlobs(repo, git) };
  };
  return [() => fromObjects(few), fromGit, () => fromObjects()];
}
