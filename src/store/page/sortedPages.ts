import type { PageEntry } from '../../model/entities/page.ts';
import type { EntryChange, Lookup } from '../../model/entry.ts';
import type { Direction } from '../../model/page/keyOrder.ts';
import { slugsIn } from '../../model/page/term.ts';
import { kindOfType } from '../../model/page/typeKind.ts';
import { createOrderedPages, type OrderedPages, type PagePart } from './orderedPages.ts';
import { createPageOrder, type PageSort } from './pageOrder.ts';

/** The selection of pages in a list. */
export interface PageFilter extends PagePart {
  readonly locale?: string;
}

/** Whether a page belongs to the list that `filter` selects. */
export function isInList({ data }: PageEntry, { locale, type, term }: PageFilter): boolean {
  if (locale !== undefined && data.locale !== locale) return false;
  if (type !== undefined && data.type !== type) return false;
  if (term === undefined) return true;
  const [vocabulary = '', slug] = term.split('/');
  const slugs = slugsIn(data, vocabulary);
  return slug === undefined ? slugs.length > 0 : slugs.includes(slug);
}

/** The lists of pages that are shown. */
export interface ListedPages {
  /** Pages of any status. Records without an address are listed only under their type. */
  all(filter: PageFilter, sort: PageSort, direction: Direction): readonly PageEntry[];
  /** Only pages that are public at `now`. */
  public(filter: PageFilter, sort: PageSort, direction: Direction, now: Date): readonly PageEntry[];
  /** When the public lists may next change without a write, in milliseconds since 1970. */
  nextChangeAt(now: Date): number | undefined;
}

/** Lists of pages in every order that was requested so far; they follow added and removed pages. */
export interface SortedPages {
  get(filter: PageFilter, sort: PageSort, direction: Direction): readonly PageEntry[];
  add(page: PageEntry): void;
  remove(page: PageEntry): void;
  /** Drops all lists; they are rebuilt on next use. */
  forget(): void;
}

/** @param admits which of the pages are in these lists; their data is read only while there are lists */
function createSortedPages(pages: () => Iterable<PageEntry>, admits: (page: PageEntry) => boolean): SortedPages {
  /** By locale (empty: all locales) and order. */
  const kept = new Map<string, Map<string, OrderedPages>>();
  // Without lists no page's data is read: at a start it is not parsed yet.
  const withPage = (page: PageEntry): readonly OrderedPages[] =>
    kept.size === 0 || !admits(page)
      ? []
      : ['', page.data.locale].flatMap((locale) => [...(kept.get(locale)?.values() ?? [])]);

  function make(locale: string, sort: PageSort, direction: Direction): OrderedPages {
    const some = [...pages()].filter((page) => admits(page) && (locale === '' || page.data.locale === locale));
    return createOrderedPages(some, createPageOrder(sort, direction));
  }

  return {
    get({ locale = '', ...part }, sort, direction) {
      const order = `${sort}:${direction}`;
      const orders = kept.get(locale) ?? new Map<string, OrderedPages>();
      const ordered = orders.get(order) ?? make(locale, sort, direction);
      // Empty lists are not kept: anybody may ask for any locale.
      if (ordered.get({}).length > 0) kept.set(locale, orders.set(order, ordered));
      return ordered.get(part);
    },
    add(page) {
      for (const ordered of withPage(page)) ordered.add(page);
    },
    remove(page) {
      for (const ordered of withPage(page)) ordered.remove(page);
    },
    forget: () => kept.clear(),
  };
}

/** The keys of the content types whose records have no address. */
export interface DataTypes {
  has(type: string): boolean;
  /** Reads them again after a change. @returns whether records have moved from one kind of list to another */
  follow(changes: readonly EntryChange[]): boolean;
}

export function createDataTypes(store: Pick<Lookup, 'all'>): DataTypes {
  let known: ReadonlySet<string> | null = null;
  const read = (): ReadonlySet<string> =>
    new Set([...store.all('contentType')].flatMap(({ key, data }) => (kindOfType(data) === 'data' ? [key] : [])));
  return {
    has(type) {
      known ??= read();
      return known.has(type);
    },
    follow(changes) {
      if (!known || !changes.some(({ kind }) => kind === 'contentType')) return false;
      const before = known;
      known = read();
      return before.size !== known.size || [...known].some((type) => !before.has(type));
    },
  };
}

/** Lists of pages, and apart from them those of records without an address. */
export function createKindedLists(pages: () => Iterable<PageEntry>, { has }: DataTypes): SortedPages {
  const addressed = createSortedPages(pages, ({ data }) => !has(data.type));
  const records = createSortedPages(pages, ({ data }) => has(data.type));
  const both = [addressed, records];
  return {
    get(filter, sort, direction) {
      const lists = filter.type !== undefined && has(filter.type) ? records : addressed;
      return lists.get(filter, sort, direction);
    },
    add(page) {
      for (const lists of both) lists.add(page);
    },
    remove(page) {
      for (const lists of both) lists.remove(page);
    },
    forget() {
      for (const lists of both) lists.forget();
    },
  };
}
