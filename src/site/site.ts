import { lazily } from '../lib/list/lazily.ts';
import { createPageLists, type PageLists } from '../store/page/pageLists.ts';
import { createSearch, type PageSearchIndexes } from '../store/search/search.ts';
import type { Store } from '../store/store.ts';
import { createPreviewContent, createPublicContent, type PublicContent } from '../view/publicContent.ts';
import { createSiteHistory, type SiteHistory, type SiteHistoryParts } from './version/siteHistory.ts';

/**
 * One version of the site: what is live, a branch, or a commit. Whatever reads, searches, shows or plans something works
 * on each of them alike. Only `openLive`, `openBranch` and `openCommit` make one.
 *
 * @template Write what changes the version; undefined if nothing can
 */
export interface Site<Write = unknown> {
  /** The commit whose content it is; null before the first one. */
  readonly commit: string | null;
  readonly store: Store;
  /** Sorted lists by the server's clock, each made on first use. */
  readonly lists: PageLists;
  /** Made on first use. */
  search(): PageSearchIndexes;
  readonly history: SiteHistory;
  readonly view: SiteView;
  readonly write: Write;
}

/** A version that is in git as a whole: a branch, or a commit. It holds no users, keys and webhooks. */
export interface GitSite<Write = unknown> extends Site<Write> {
  readonly commit: string;
}

/** What a version shows. */
export interface SiteView {
  readonly content: PublicContent;
  /** The same with pages of any status. */
  readonly preview: PublicContent;
}

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

/** The same version, shown otherwise. It moves along with the version. */
export const withView = <Write>(site: Site<Write>, view: SiteView, search = site.search): Site<Write> => ({
  ...site,
  get commit() {
    return site.commit;
  },
  search,
  view,
});
