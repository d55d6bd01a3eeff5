import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { findTermByKey } from '../../model/page/term.ts';
import { createPageOrder } from '../../store/page/pageOrder.ts';
import {
  ALL_PAGES,
  filesOfList,
  listFile,
  listOfTerm,
  listOfType,
  PER_FILE,
  type StaticList,
  staticLists,
  staticLocales,
} from '../lists.ts';
import type { PublicContent } from '../publicContent.ts';
import type { Addresses } from './addresses.ts';

type PageEntry = Entry<Page>;

/** Finds the files of lists in which pages stand, stood or have moved others. */
export interface ListReach {
  /** A page as it stood in lists and as it stands there now; twice the same where only what is shown of it differs. */
  touch(before: PageEntry | null, after: PageEntry | null): void;
  /** All files of a list, in every language: there is such a list now, or no more. */
  tellList(list: StaticList): void;
  /** Tells what has been touched: to be called once, when all of it is known. */
  settle(): void;
}

const FOLDER = 'api/content/lists';
/** Of more pages nobody asks where each of them stands. */
const MAX_PAGES = 50;
const { compare } = createPageOrder('published_at', 'desc');

/** What has become of one list. */
interface Touched {
  readonly locale: string;
  readonly list: StaticList;
  /** How many pages it has more than before. */
  more: number;
  /** The first and the last place of a page that was touched, as the list is now. */
  low: number;
  high: number;
  count: number;
}

export function createListReach(content: PublicContent, addresses: Addresses): ListReach {
  const touched = new Map<string, Touched>();
  let pages = 0;
  let locales: ReadonlySet<string> | undefined;
  const listed = (locale: string, { filter }: StaticList): readonly PageEntry[] =>
    content.pages({ ...filter, locale }, 'published_at', 'desc');

  function note(page: PageEntry, more: number): void {
    for (const list of listsWith(page, content)) {
      const { locale } = page.data;
      const name = `${locale}/${list.folder}`;
      const place = placeOf(page, listed(locale, list));
      const known = touched.get(name) ?? { locale, list, more: 0, low: place, high: place, count: 0 };
      known.more += more;
      known.low = Math.min(known.low, place);
      known.high = Math.max(known.high, place);
      known.count += 1;
      touched.set(name, known);
    }
  }

  function tellFiles(locale: string, folder: string, [from, to]: readonly [number, number]): void {
    for (let number = from; number <= to && !addresses.isWhole(FOLDER); number += 1)
      addresses.tell(listFile(locale, folder, number));
  }

  function tellTouched({ locale, list, more, low, high, count }: Touched): void {
    const { length } = listed(locale, list);
    const files = filesOfList(Math.max(length, length - more));
    // How many there are stands in every file. Of several pages each may have been so many places away from where it is looked for.
    const places = more === 0 ? [low - count + 1, high + count - 1] : [0, files * PER_FILE - 1];
    const [from, to] = places.map((place) => Math.floor(place / PER_FILE) + 1);
    tellFiles(locale, list.folder, [Math.max(from!, 1), Math.min(to!, files)]);
    const isNew = list === ALL_PAGES && (length === 0 || length === more);
    if (isNew) tellLocale(locale);
  }

  /** A language that only pages bring along has lists for as long as there are some. */
  function tellLocale(locale: string): void {
    const { defaultLocale, supportedLocales } = content.settings();
    if (locale === defaultLocale || supportedLocales.includes(locale)) return;
    for (const { folder } of staticLists(content)) tellFiles(locale, folder, [1, 1]);
  }

  return {
    touch(before, after) {
      addresses.tell('api/content/pages');
      addresses.tell('api/content/search');
      for (const page of [before, after]) if (page) addresses.tell(`api/content/search/${page.data.locale}.json`);
      if (addresses.isWhole(FOLDER)) return;
      pages += 1;
      if (pages > MAX_PAGES) return addresses.tellAll(FOLDER);
      if (before) note(before, -1);
      if (after) note(after, 1);
    },
    tellList(list) {
      addresses.tell('api/content/pages');
      if (addresses.isWhole(FOLDER)) return;
      locales ??= staticLocales(content);
      for (const locale of locales) tellFiles(locale, list.folder, [1, filesOfList(listed(locale, list).length)]);
    },
    settle() {
      for (const one of touched.values()) tellTouched(one);
      touched.clear();
    },
  };
}

/** The lists of its language that a page stands in. */
function listsWith({ data: { type, terms } }: PageEntry, content: PublicContent): readonly StaticList[] {
  const known = Object.entries(terms).flatMap(([vocabulary, slugs]) =>
    [...new Set(slugs)]
      .filter((slug) => findTermByKey(content, `${vocabulary}/${slug}`))
      .map((slug) => listOfTerm(vocabulary, slug)),
  );
  return [ALL_PAGES, ...(content.byKey('contentType', type) ? [listOfType(type)] : []), ...known];
}

/** Where a page stands in a list, or would stand. */
function placeOf(page: PageEntry, list: readonly PageEntry[]): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(list[middle]!, page) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
