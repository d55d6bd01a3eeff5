import type { Page } from '../model/entities/page.ts';
import type { Settings } from '../model/entities/settings.ts';
import type { Entry } from '../model/entry.ts';
import { isPublic } from '../model/isPublic.ts';
import { settingsOf } from '../model/siteSettings.ts';
import type { PageFilter, PageLists } from '../store/pageLists.ts';
import type { Direction, PageSort } from '../store/pageOrder.ts';
import type { Store } from '../store/store.ts';

/** What everybody may see, and nothing else: public handlers get this in place of the store (SECURITY, 20). */
export interface PublicContent {
  page(locale: string, slug: string): Entry<Page> | undefined;
  pages(filter: PageFilter, sort: PageSort, direction: Direction): readonly Entry<Page>[];
  /** The public pages of a page's translation group, the page itself left out, by locale. */
  translationsOf(page: Entry<Page>): readonly Entry<Page>[];
  settings(): Settings;
  /** Seconds until the next scheduled change of what is public. */
  secondsToNextChange(): number | undefined;
}

export function createPublicContent(store: Store, lists: PageLists, clock: () => Date): PublicContent {
  const ifPublic = (page: Entry<Page> | undefined): Entry<Page> | undefined =>
    page && isPublic(page.data, clock()) ? page : undefined;
  return {
    page: (locale, slug) => ifPublic(store.byKey('page', `${locale}/${slug}`)),
    pages: (filter, sort, direction) => lists.public(filter, sort, direction, clock()),
    translationsOf: (page) =>
      translationsOf(store, page).filter((other) => other.id !== page.id && isPublic(other.data, clock())),
    settings: () => settingsOf(store),
    secondsToNextChange() {
      const now = clock();
      const at = lists.nextChangeAt(now);
      return at === undefined ? undefined : (at - now.getTime()) / 1000;
    },
  };
}

/** All pages of a page's translation group, itself included, by locale. */
export function translationsOf(store: Pick<Store, 'find'>, page: Entry<Page>): readonly Entry<Page>[] {
  const group = page.data.translationGroup;
  if (group === undefined) return [page];
  return [...store.find('page', 'byTranslationGroup', group)].sort((a, b) => (a.data.locale < b.data.locale ? -1 : 1));
}
