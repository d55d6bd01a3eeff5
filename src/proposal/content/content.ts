import { readRef } from '../../git/read/ref/refs.ts';
import type { GitRepository } from '../../git/repository.ts';
import { notFound } from '../../model/errors.ts';
import type { Snapshot, Snapshots } from '../../site/snapshot/openSnapshots.ts';
import type { RecordHistory } from '../../site/version/recordHistory.ts';
import type { PageLists } from '../../store/page/pageLists.ts';
import type { PageSearchIndexes } from '../../store/search/search.ts';
import type { Store } from '../../store/store.ts';

/** The content of a change. Like the live store it is one object that moves with every write. */
export interface ProposalContent {
  /** `refs/heads/change/menu`. */
  readonly ref: string;
  /** The commit whose content is shown. */
  readonly head: string;
  readonly store: Store;
  readonly lists: PageLists;
  readonly records: RecordHistory;
  readonly history: Snapshot['history'];
  search(): PageSearchIndexes;
  /**
   * Moves on to the present head of the branch, which others may have moved.
   *
   * @throws CmsError NOT_FOUND if the branch is gone
   */
  refresh(): Promise<void>;
  /** Moves on to a commit that was made here on top of `head`. */
  advance(commit: string): Promise<void>;
}

interface Parts {
  readonly repo: Pick<GitRepository, 'location'>;
  readonly snapshots: Snapshots;
}

export async function openProposalContent(ref: string, { repo, snapshots }: Parts): Promise<ProposalContent> {
  function tip(): string {
    const commit = readRef(repo.location.commonDir, ref);
    if (commit === null) throw notFound('Change');
    return commit;
  }

  let snapshot = await snapshots.at(tip(), ref);
  const store = (): Store => snapshot.store;
  return {
    ref,
    get head() {
      return snapshot.commit;
    },
    get history() {
      return snapshot.history;
    },
    store: movingStore(store),
    search: () => snapshot.search(),
    lists: {
      all: (...list) => snapshot.lists.all(...list),
      byField: (order) => snapshot.lists.byField(order),
      public: (...list) => snapshot.lists.public(...list),
      nextChangeAt: (now) => snapshot.lists.nextChangeAt(now),
    },
    records: {
      authorOf: (path) => snapshot.records.authorOf(path),
      commitOf: (path) => snapshot.records.commitOf(path),
      revisionsOf: (path) => snapshot.records.revisionsOf(path),
    },
    async refresh() {
      for (let commit = tip(); commit !== snapshot.commit; commit = tip()) {
        const found = await snapshots.at(commit, ref);
        // Meanwhile the branch may have moved, and a write may be planned on what it holds now.
        if (tip() === commit) snapshot = found;
      }
    },
    async advance(commit) {
      snapshot = await snapshots.advance(snapshot.commit, commit, ref);
    },
  };
}

/** A store that passes every call on to the current one. */
const movingStore = (current: () => Store): Store => ({
  get version() {
    return current().version;
  },
  get broken() {
    return current().broken;
  },
  apply: (updates) => current().apply(updates),
  fillMissing: (values) => current().fillMissing(values),
  get: (kind, id) => current().get(kind, id),
  byKey: (kind, key) => current().byKey(kind, key),
  find: (kind, index, key) => current().find(kind, index, key),
  all: (kind) => current().all(kind),
  referring: (kind, key) => current().referring(kind, key),
  fileAt: (path) => current().fileAt(path),
  paths: () => current().paths(),
  filesFor: (kind, key) => current().filesFor(kind, key),
  countIn: (folder) => current().countIn(folder),
  problems: () => current().problems(),
  prepareReferences: () => current().prepareReferences(),
  knowsReferences: () => current().knowsReferences(),
  hasId: (counter, id) => current().hasId(counter, id),
  highestId: (counter) => current().highestId(counter),
  count: (kind) => current().count(kind),
  add: (part) => current().add(part),
  tellAges: (findSince) => current().tellAges(findSince),
});
