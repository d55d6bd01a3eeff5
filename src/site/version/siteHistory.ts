import type { CommitHistory } from '../../git/history/commitHistory.ts';
import type { ReadableRepository } from '../../git/read/readable.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import type { Store } from '../../store/store.ts';
import type { FindPast } from './findPast.ts';
import { createPageRevisions, type PageRevisions } from './pageRevisions.ts';
import { createFindPast } from './pastVersions.ts';
import { createReadCommit, type ReadCommit } from './readCommit.ts';
import { createRecordHistory, type RecordHistory } from './recordHistory.ts';

/** The past of a version of the site: which commits made its records, and what these held then. */
export interface SiteHistory extends RecordHistory {
  readonly revisions: PageRevisions;
  readonly findPast: FindPast;
  readonly readCommit: ReadCommit;
  /** The commits that lead to it. */
  commits(): CommitHistory;
}

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
