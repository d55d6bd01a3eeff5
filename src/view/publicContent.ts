import { compareText } from '../lib/text/compareText.ts';
import { entityOf } from '../model/entities/index.ts';
import type { Page } from '../model/entities/page.ts';
import type { Settings } from '../model/entities/settings.ts';
import { always } from '../model/entity.ts';
import type { Entry, Lookup, VersionedLookup } from '../model/entry.ts';
import type { Direction } from '../model/page/keyOrder.ts';
import { hasAddress } from '../model/page/pagePath.ts';
import { restrictLookup } from '../model/record/restrictLookup.ts';
import type { Kind } from '../model/records.ts';
import { siteSettings } from '../model/siteSettings.ts';
import type { PageSort } from '../store/page/pageOrder.ts';
import type { ListedPages, PageFilter } from '../store/page/sortedPages.ts';
import type { RecordIndexes } from '../store/recordIndexes.ts';
import { createEditions, type Editions } from './edition.ts';

/**
 * What everybody may see, and nothing else: public handlers and views get this instead of the store (SECURITY, 20).
 * As a lookup it does not know hidden pages: a reference to one is a reference to nothing.
 */
export interface PublicContent extends Lookup, Editions {
  /** Not in contents that are put together of others. */
  readonly indexes?: RecordIndexes;
  /** The page at an address. */
  page(locale: string, slug: string): Entry<Page> | undefined;
  /** Records without an address are listed only under their type. */
  pages(filter: PageFilter, sort: PageSort, direction: Direction): readonly Entry<Page>[];
  /** The other visible pages of a page's translation group, sorted by locale. */
  translationsOf(page: Entry<Page>): readonly Entry<Page>[];
  settings(): Settings;
  /** Whether an index has a record that is public by itself, even if it is hidden because of what it leads to. */
  hasByItself(kind: Kind, index: string, key: string): boolean;
}

/** Whether everybody may see a record at `now`, judged by itself: what it leads to may still be hidden. */
export const isPublicRecord = ({ kind, data }: Entry, now: Date): boolean =>
  entityOf(kind).isPublic?.(data, now) ?? false;

/** Whether somebody may see a record of a kind. */
type IsVisible = (entry: Entry, lookup: Lookup, clock: () => Date) => boolean;

const isVisibleToAll: IsVisible = ({ kind, data }, lookup, clock) => {
  const { isPublic = never, revealsHidden } = entityOf(kind);
  // Most kinds do not depend on the time, so the clock is not read for them: lists test hundreds of records.
  if (isPublic === always) return true;
  const now = clock();
  return isPublic(data, now) && !revealsHidden?.(data, lookup, now);
};

const never = (): boolean => false;

/** For callers who may read administrative data: pages of any status. */
const isVisibleInPreview: IsVisible = (entry, _, clock) =>
  entry.kind === 'page' || entityOf(entry.kind).isPublic === always || isPublicRecord(entry, clock());

export function createPublicContent(
  store: VersionedLookup & Partial<RecordIndexes>,
  lists: ListedPages,
  clock: () => Date,
): PublicContent {
  const editions = createEditions(store, lists, clock);
  const lookup = { ...restrict(store, isVisibleToAll, clock), kept: createEditionCache(editions) };
  const content = contentOver(lookup, (...list) => lists.public(...list, clock()), editions);
  const { holdersOf, prepareValues, prepareReferences } = store;
  return holdersOf && prepareValues && prepareReferences
    ? { ...content, indexes: { holdersOf, prepareValues, prepareReferences } }
    : content;
}

/** A cache that lasts as long as nothing public changes. */
export function createEditionCache({ edition }: Pick<Editions, 'edition'>): () => WeakMap<object, unknown> {
  let [since, kept] = [edition(), new WeakMap<object, unknown>()];
  return () => {
    const now = edition();
    if (now !== since) [since, kept] = [now, new WeakMap()];
    return kept;
  };
}

/** The content as it would be if every page were public. */
export const createPreviewContent = (store: VersionedLookup, lists: ListedPages, clock: () => Date): PublicContent =>
  contentOver(restrict(store, isVisibleInPreview, clock), lists.all, {
    ...createEditions(store, lists, clock),
    secondsToNextChange: () => 0,
  });

/** A lookup for callers who may see pages of any status, with one page replaced. */
export function lookupWithPage(lookup: Lookup, page: Entry<Page>, clock: () => Date): Lookup {
  const seen = restrict(lookup, isVisibleInPreview, clock);
  const isMeant = (kind: Kind, found: boolean): boolean => kind === 'page' && found;
  return {
    ...seen,
    // `isMeant` has checked that a page is asked for.
    get: (kind, id) =>
      isMeant(kind, id === page.id) ? (page as Entry as ReturnType<typeof seen.get<typeof kind>>) : seen.get(kind, id),
    byKey: (kind, key) =>
      isMeant(kind, key === page.key)
        ? (page as Entry as ReturnType<typeof seen.byKey<typeof kind>>)
        : seen.byKey(kind, key),
  };
}

/** A lookup that shows only what somebody may see. */
export type RestrictedLookup = Lookup & Pick<PublicContent, 'hasByItself'>;

/** Builds content over a lookup and sorted pages, which may be restricted or observed. */
export const contentOver = (
  lookup: RestrictedLookup,
  pages: PublicContent['pages'],
  editions: Editions,
): PublicContent => ({
  ...lookup,
  ...editions,
  pages,
  page(locale, slug) {
    const page = lookup.byKey('page', `${locale}/${slug}`);
    return page && hasAddress(page.data, lookup) ? page : undefined;
  },
  translationsOf: (page) => findTranslations(lookup, page).filter(({ id }) => id !== page.id),
  settings: () => siteSettings(lookup),
});

/** A lookup that shows only the records of `lookup` that are visible now. */
const restrict = (lookup: Lookup, shows: IsVisible, clock: () => Date): RestrictedLookup => ({
  ...restrictLookup(lookup, (entry) => shows(entry, lookup, clock)),
  hasByItself: (kind, index, key) => lookup.find(kind, index, key).some((entry) => isPublicRecord(entry, clock())),
});

/** All pages of a page's translation group, itself included, sorted by locale. */
export function findTranslations(lookup: Pick<Lookup, 'find'>, page: Entry<Page>): readonly Entry<Page>[] {
  const group = page.data.translationGroup;
  if (group === undefined) return [page];
  return [...lookup.find('page', 'byTranslationGroup', group)].sort(
    (a, b) => compareText(a.data.locale, b.data.locale) || a.id - b.id,
  );
}
