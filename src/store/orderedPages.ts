import { SortedList } from '../lib/SortedList.ts';
import type { Page } from '../model/entities/page.ts';
import type { Entry } from '../model/entry.ts';
import type { PageOrder } from './pageOrder.ts';

type PageEntry = Entry<Page>;

/** What a list holds of the pages of one locale. `term`: `topics/news`. */
export interface PagePart {
  readonly type?: string;
  readonly term?: string;
}

/** Some pages in one order, and what these fall into by type and term. */
export interface OrderedPages {
  get(part: PagePart): readonly PageEntry[];
  add(page: PageEntry): void;
  remove(page: PageEntry): void;
}

const nameOf = ({ type = '', term = '' }: PagePart): string => `${type}\n${term}`;
const WHOLE = nameOf({});

/** Every list a page stands in. */
function namesOf({ data: { type, terms } }: PageEntry): ReadonlySet<string> {
  const names = new Set([WHOLE, nameOf({ type })]);
  for (const vocabulary in terms) {
    for (const slug of terms[vocabulary]!) {
      const term = `${vocabulary}/${slug}`;
      names.add(nameOf({ term })).add(nameOf({ type, term }));
    }
  }
  return names;
}

/** Keeps pages in order. The first part that is asked for makes all of them: each page is looked at once for all. */
export function createOrderedPages(pages: Iterable<PageEntry>, { sort, compare }: PageOrder): OrderedPages {
  const lists = new Map([[WHOLE, new SortedList(sort(pages), compare)]]);
  const whole = lists.get(WHOLE)!;
  let isSplit = false;

  function split(): void {
    const parts = new Map<string, PageEntry[]>();
    for (const page of whole.values) {
      for (const name of namesOf(page)) {
        const part = parts.get(name);
        if (part) part.push(page);
        else parts.set(name, [page]);
      }
    }
    parts.delete(WHOLE);
    for (const [name, part] of parts) lists.set(name, new SortedList(part, compare));
    isSplit = true;
  }

  function listOf(name: string): SortedList<PageEntry> {
    const list = lists.get(name) ?? new SortedList<PageEntry>([], compare);
    lists.set(name, list);
    return list;
  }

  const listsOf = (page: PageEntry): readonly SortedList<PageEntry>[] =>
    isSplit ? Array.from(namesOf(page), listOf) : [whole];

  return {
    get(part) {
      const name = nameOf(part);
      if (!isSplit && name !== WHOLE) split();
      return lists.get(name)?.values ?? [];
    },
    add(page) {
      for (const list of listsOf(page)) list.add(page);
    },
    remove(page) {
      for (const list of listsOf(page)) list.remove(page);
    },
  };
}
