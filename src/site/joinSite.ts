import { readCommitMessage } from '../git/format/commitMessage.ts';
import type { CommitHistory } from '../git/history/historyCommit.ts';
import type { ReadableRepository } from '../git/read/readable.ts';
import { lazily } from '../lib/list/lazily.ts';
import type { ReadRecord } from '../store/file/fileRecord.ts';
import { createPageLists } from '../store/page/pageLists.ts';
import { createSearch } from '../store/search/search.ts';
import type { Store } from '../store/store.ts';
import { createPreviewContent, createPublicContent } from '../view/publicContent.ts';
import type { Site, SiteView } from './site.ts';
import { createPageRevisions } from './version/pageRevisions.ts';
import type { SiteHistory } from './version/past.ts';
import { createFindPast } from './version/pastVersions.ts';
import { createReadCommit } from './version/readCommit.ts';
import { createRecordHistory } from './version/recordHistory.ts';
import { createFindOrigins } from './version/recordOrigins.ts';

/** What a version is joined from. */
export interface SiteParts extends SiteHistoryParts {
  readonly clock: () => Date;
  /** Called when its search is first used, which takes memory. */
  onSearch?(): void;
}

/** All of a version but its commit and what writes it. */
export function joinSite(parts: SiteParts): Omit<Site, 'commit' | 'write'> {
  const { store, clock, onSearch } = parts;
  const lists = createPageLists(store, clock);
  const search = lazily(() => {
    onSearch?.();
    return createSearch(store);
  });
  return { store, lists, search, history: createSiteHistory(parts), view: createView({ store, lists, clock }) };
}

export const createView = ({
  store,
  lists,
  clock,
}: Pick<Site, 'store' | 'lists'> & Pick<SiteParts, 'clock'>): SiteView => ({
  content: createPublicContent(store, lists, clock),
  preview: createPreviewContent(store, lists, clock),
});

/** The same version with some of its parts replaced. It moves along with the version. */
export const withParts = <S extends Site>(site: S, parts: Partial<Omit<Site, 'commit'>>): S => ({
  ...site,
  get commit() {
    return site.commit;
  },
  ...parts,
});

interface SiteHistoryParts {
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

function createSiteHistory({ store, ...parts }: SiteHistoryParts): SiteHistory {
  const records = createRecordHistory(parts.commits, store);
  const past = { ...parts, records, lookup: store };
  return {
    ...records,
    revisions: createPageRevisions(past),
    findPast: createFindPast(past),
    ...createReadCommit(past),
    findOrigins: createFindOrigins(past),
    async readMessage(commit) {
      const message = (await parts.repo.objects.findCommit(commit))?.message;
      return message === undefined ? null : readCommitMessage(message);
    },
    commits: parts.commits,
  };
}
