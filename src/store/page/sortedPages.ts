import type { PageEntry } from '../../model/entities/page.ts';
import type { Direction } from '../../model/page/keyOrder.ts';
import { slugsIn } from '../../model/page/term.ts';
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
  /** Pages of any status. */
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

export function createSortedPages(pages: () => Iterable<PageEntry>): SortedPages {
  /** By locale (empty: all locales) and order. */
  const kept = new Map<string, Map<string, OrderedPages>>();
  // Without lists no page's data is read: at a start it is not parsed yet.
  const withPage = (page: PageEntry): readonly OrderedPages[] =>
    kept.size === 0 ? [] : ['', page.data.locale].flatMap((locale) => [...(kept.get(locale)?.values() ?? [])]);

  function make(locale: string, sort: PageSort, direction: Direction): OrderedPages {
    const all = [...pages()];
    const some = locale === '' ? all : all.filter(({ data }) => data.locale === locale);
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
