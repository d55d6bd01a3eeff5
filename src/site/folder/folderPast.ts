import { dirname, join } from 'node:path';
import { createHistory, type PastHistory } from '../../git/history/history.ts';
import { discoverRepository } from '../../git/read/discover.ts';
import { findNativeGit } from '../../git/read/native.ts';
import { openReadable } from '../../git/read/readable.ts';
import { CmsError } from '../../model/errors.ts';
import type { FindSince } from '../../store/byAge.ts';
import type { FileTimes } from '../../store/file/fileRecord.ts';
import type { KnownFile } from '../../store/file/knownFile.ts';
import { findSeals } from '../openSeals.ts';
import { agesFrom, timesIn } from '../version/fileTimes.ts';
import { recordNames } from '../version/recordNames.ts';
import { HISTORY_FILE } from './loadContent.ts';

/** What git knows of the times and ages of files. */
export interface FolderPast {
  /** Git's times of a version of a file; `others` for those that it does not know. */
  times(file: Pick<KnownFile, 'kind' | 'path' | 'rev' | 'head'>, others: FileTimes): FileTimes;
  readonly findSince: FindSince;
}

export interface PastOptions {
  readonly root: string;
  /** The parse cache of a server; its history is beside it. */
  readonly cacheFile: string;
  /** The commits whose histories count: a file that several have is as old as the first says. HEAD alone if absent. */
  findCommits?(): Promise<readonly string[]>;
}

/** The history of the folder's repository; null if there is none, or it cannot be read. */
export async function openFolderPast({ root, cacheFile, findCommits }: PastOptions): Promise<FolderPast | null> {
  try {
    const location = discoverRepository(root);
    if (!location) return null;
    const stateDir = dirname(cacheFile);
    const repo = openReadable(location, await findSeals(dirname(stateDir)));
    const inState = join(stateDir, HISTORY_FILE);
    const history = await createHistory({ repo, cacheFile: inState, findGit: findNativeGit, names: recordNames });
    const commits = (await findCommits?.()) ?? [await repo.head()];
    const views: PastHistory[] = [];
    for (const commit of commits) if (commit !== null) views.push(await history.at(commit));
    return pastOf(views);
  } catch (error) {
    if (error instanceof CmsError) return null;
    throw error;
  }
}

/** More commits than any history has. */
const MANY = 2 ** 32;

function pastOf(views: readonly PastHistory[]): FolderPast {
  const first = <T>(ask: (view: PastHistory) => T | undefined): T | undefined => {
    for (const view of views) {
      const found = ask(view);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const history: Pick<PastHistory, 'firstVersion' | 'changedAt'> = {
    firstVersion: (record) => first((view) => view.firstVersion(record)),
    changedAt: (...version) => first((view) => view.changedAt(...version)),
  };
  const cameAt: PastHistory['cameAt'] = (...file) => {
    const index = views.findIndex((view) => view.cameAt(...file) !== undefined);
    return index < 0 ? undefined : index * MANY + views[index]!.cameAt(...file)!;
  };
  return {
    times: (file, others) => timesIn(history, file, () => others),
    findSince: agesFrom({ cameAt }),
  };
}
