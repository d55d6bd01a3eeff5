import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { SortedList } from '../SortedList.ts';
import type { PageOrder } from './pageOrder.ts';

type PageEntry = Entry<Page>;

/** What a list holds of the pages of one locale. `term`: `topics/news`, or `topics` for any of that vocabulary. */
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

/** By type, empty for all of them; then by term, empty for any. */
type Parts<T> = Map<string, Map<string, T>>;

/** Visits the parts that a page stands in. */
function forEachPart({ data: { type, terms } }: PageEntry, visit: (type: string, term: string) => void): void {
  const names = new Set(['']);
  for (const vocabulary in terms) {
    const slugs = terms[vocabulary]!;
    if (slugs.length > 0) names.add(vocabulary);
    for (const slug of slugs) names.add(`${vocabulary}/${slug}`);
  }
  for (const name of names) {
    visit('', name);
    visit(type, name);
  }
}

function partOf<T>(parts: Parts<T>, type: string, term: string, make: () => T): T {
  const byTerm = parts.get(type) ?? new Map<string, T>();
  if (byTerm.size === 0) parts.set(type, byTerm);
  const part = byTerm.get(term) ?? make();
  if (!byTerm.has(term)) byTerm.set(term, part);
  return part;
}

/** Keeps pages in order. The first part that is asked for makes all of them: each page is looked at once for all. */
export function createOrderedPages(pages: Iterable<PageEntry>, { sort, compare }: PageOrder): OrderedPages {
  const whole = new SortedList(sort(pages), compare);
  const lists: Parts<SortedList<PageEntry>> = new Map([['', new Map([['', whole]])]]);
  let isSplit = false;

  function split(): void {
    const parts: Parts<PageEntry[]> = new Map();
    for (const page of whole.values) forEachPart(page, (type, term) => partOf(parts, type, term, () => []).push(page));
    for (const [type, byTerm] of parts)
      for (const [term, part] of byTerm) partOf(lists, type, term, () => new SortedList(part, compare));
    isSplit = true;
  }

  const listOf = (type: string, term: string): SortedList<PageEntry> =>
    partOf(lists, type, term, () => new SortedList<PageEntry>([], compare));

  function forEachList(page: PageEntry, visit: (list: SortedList<PageEntry>) => void): void {
    if (isSplit) forEachPart(page, (type, term) => visit(listOf(type, term)));
    else visit(whole);
  }

  return {
    get({ type = '', term = '' }) {
      if (!isSplit && (type !== '' || term !== '')) split();
      return lists.get(type)?.get(term)?.values ?? [];
    },
    add: (page) => forEachList(page, (list) => list.add(page)),
    remove: (page) => forEachList(page, (list) => list.remove(page)),
  };
}
