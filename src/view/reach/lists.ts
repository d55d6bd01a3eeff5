import type { PageEntry } from '../../model/entities/page.ts';
import { hasAddress } from '../../model/page/pagePath.ts';
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
import type { AddressCollector } from './addressCollector.ts';

/** Finds the files of lists that a change affects: those that show a page, showed it, or shift because of it. */
export interface ListReach {
  /** Notes a page as it was listed before and as it is now; pass it twice if only its content has changed. */
  touch(before: PageEntry | null, after: PageEntry | null): void;
  /** Adds all files of a list in every locale: the list is new, or gone. */
  addList(list: StaticList): void;
  /** Adds the files for all touched pages. Call it once, after the last `touch`. */
  settle(): void;
}

const FOLDER = 'api/content/lists';
/** For more touched pages than this, all lists are added. */
const MAX_PAGES = 50;
const { compare } = createPageOrder('published_at', 'desc');

/** The changes of one list. */
interface TouchedList {
  readonly locale: string;
  readonly list: StaticList;
  /** How many more pages it has than before. */
  more: number;
  /** The first and the last position of a touched page in the present list. */
  low: number;
  high: number;
  count: number;
}

export function createListReach(content: PublicContent, addresses: AddressCollector): ListReach {
  const touched = new Map<string, TouchedList>();
  let pages = 0;
  let locales: ReadonlySet<string> | undefined;
  const listed = (locale: string, { filter }: StaticList): readonly PageEntry[] =>
    content.pages({ ...filter, locale }, 'published_at', 'desc');

  function note(page: PageEntry, more: number): void {
    for (const list of listsWith(page, content)) {
      const { locale } = page.data;
      const name = `${locale}/${list.folder}`;
      const place = findListPosition(page, listed(locale, list));
      const known = touched.get(name) ?? { locale, list, more: 0, low: place, high: place, count: 0 };
      known.more += more;
      known.low = Math.min(known.low, place);
      known.high = Math.max(known.high, place);
      known.count += 1;
      touched.set(name, known);
    }
  }

  function addFiles(locale: string, folder: string, [from, to]: readonly [number, number]): void {
    for (let number = from; number <= to && !addresses.isWhole(FOLDER); number += 1)
      addresses.add(listFile(locale, folder, number));
  }

  function addTouched({ locale, list, more, low, high, count }: TouchedList): void {
    const { length } = listed(locale, list);
    const files = filesOfList(Math.max(length, length - more));
    // Every file shows the total. Each of several touched pages may have shifted the positions of the others by one.
    const places = more === 0 ? [low - count + 1, high + count - 1] : [0, files * PER_FILE - 1];
    const [from, to] = places.map((place) => Math.floor(place / PER_FILE) + 1);
    addFiles(locale, list.folder, [Math.max(from!, 1), Math.min(to!, files)]);
    const isNew = list === ALL_PAGES && (length === 0 || length === more);
    if (isNew) addLocale(locale);
  }

  /** A locale that is not in the settings has lists only while it has pages. */
  function addLocale(locale: string): void {
    const { defaultLocale, supportedLocales } = content.settings();
    if (locale === defaultLocale || supportedLocales.includes(locale)) return;
    for (const { folder } of staticLists(content)) addFiles(locale, folder, [1, 1]);
  }

  return {
    touch(before, after) {
      addresses.add('api/content/pages');
      addresses.add('api/content/search');
      for (const page of [before, after]) if (page) addresses.add(`api/content/search/${page.data.locale}.json`);
      if (addresses.isWhole(FOLDER)) return;
      pages += 1;
      if (pages > MAX_PAGES) return addresses.addAll(FOLDER);
      if (before) note(before, -1);
      if (after) note(after, 1);
    },
    addList(list) {
      addresses.add('api/content/pages');
      if (addresses.isWhole(FOLDER)) return;
      locales ??= staticLocales(content);
      for (const locale of locales) addFiles(locale, list.folder, [1, filesOfList(listed(locale, list).length)]);
    },
    settle() {
      for (const one of touched.values()) addTouched(one);
      touched.clear();
    },
  };
}

/** The lists of its locale that contain a page. */
function listsWith({ data }: PageEntry, content: PublicContent): readonly StaticList[] {
  const { type, terms } = data;
  if (!hasAddress(data, content)) return [listOfType(type)];
  const known = Object.entries(terms).flatMap(([vocabulary, slugs]) =>
    [...new Set(slugs)]
      .filter((slug) => findTermByKey(content, `${vocabulary}/${slug}`))
      .map((slug) => listOfTerm(vocabulary, slug)),
  );
  return [ALL_PAGES, ...(content.byKey('contentType', type) ? [listOfType(type)] : []), ...known];
}

/** The position of a page in a list, or where it would be inserted. */
function findListPosition(page: PageEntry, list: readonly PageEntry[]): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(list[middle]!, page) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
