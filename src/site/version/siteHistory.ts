import type { CommitHistory } from '../../git/history/historyCommit.ts';
import type { ReadableRepository } from '../../git/read/readable.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import type { Store } from '../../store/store.ts';
import { createPageRevisions } from './pageRevisions.ts';
import type { SiteHistory } from './past.ts';
import { createFindPast } from './pastVersions.ts';
import { createReadCommit } from './readCommit.ts';
import { createRecordHistory } from './recordHistory.ts';

export interface SiteHistoryParts {
  /** Its HEAD is the version's commit. */
  readonly repo: Pick<ReadableRepository, 'objects' | 'location' | 'diff' | 'head' | 'readAt'>;
  readonly store: Store;
  readonly readRecord: ReadRecord;
  commits(): CommitHistory;
  /** False while the history is being read for the first time. */
  isReady(): boolean;
  /** Whether saves replace commits here. */
  readonly hasAmended?: boolean;
}

export function createSiteHistory({ store, ...parts }: SiteHistoryParts): SiteHistory {
  const records = createRecordHistory(parts.commits, store);
  const past = { ...parts, records, lookup: store };
  return {
    ...records,
    revisions: createPageRevisions(past),
    findPast: createFindPast(past),
    readCommit: createReadCommit(past),
    commits: parts.commits,
  };
}
