import { lazily } from '../lib/list/lazily.ts';
import { createPageLists } from '../store/page/pageLists.ts';
import { createSearch } from '../store/search/search.ts';
import { createPreviewContent, createPublicContent } from '../view/publicContent.ts';
import type { Site, SiteView } from './site.ts';
import { createSiteHistory, type SiteHistoryParts } from './version/siteHistory.ts';

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
