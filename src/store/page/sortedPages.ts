import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { createOrderedPages, type OrderedPages, type PagePart } from './orderedPages.ts';
import { createPageOrder, type Direction, type PageSort } from './pageOrder.ts';

type PageEntry = Entry<Page>;

/** Which pages a list holds. */
export interface PageFilter extends PagePart {
  readonly locale?: string;
}

/** Lists of some pages in every order that was asked for, which follow what is added and removed. */
export interface SortedPages {
  get(filter: PageFilter, sort: PageSort, direction: Direction): readonly PageEntry[];
  add(page: PageEntry): void;
  remove(page: PageEntry): void;
  /** Makes all lists anew when they are asked for. */
  forget(): void;
}

export function createSortedPages(pages: () => Iterable<PageEntry>): SortedPages {
  /** By locale, empty for all of them, and order. */
  const kept = new Map<string, Map<string, OrderedPages>>();
  // A start reads no page's data here: nobody has asked for a list.
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
      // Anybody may ask for any locale.
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
