import type { PageEntry } from '../../model/entities/page.ts';
import { slugsIn } from '../../model/page/term.ts';
import { SortedList } from '../SortedList.ts';
import type { PageOrder } from './pageOrder.ts';

/** A selection of pages. `term`: `topics/news`, or `topics` for any term of that vocabulary. */
export interface PagePart {
  readonly type?: string;
  readonly term?: string;
}

/** Pages in one order, and sublists by type and term in the same order. */
export interface OrderedPages {
  get(part: PagePart): readonly PageEntry[];
  add(page: PageEntry): void;
  remove(page: PageEntry): void;
}

/**
 * Keeps pages in order. Sublists are made when one of their sort is first requested: making all of them takes 40 ms at
 * 10,000 pages, during which the first request would hold up all others.
 */
export function createOrderedPages(pages: Iterable<PageEntry>, { sort, compare }: PageOrder): OrderedPages {
  const list = (some: readonly PageEntry[]): Pages => new SortedList(some, compare);
  const ofVocabulary = (some: readonly PageEntry[], vocabulary: string) =>
    createBranch(list(some), ({ data }) => slugsIn(data, vocabulary), list);
  const ofType = (some: readonly PageEntry[]) => createBranch(list(some), vocabulariesOf, ofVocabulary);
  const whole = ofType(sort(pages));
  const byType = createParts(whole.list, ({ data }) => [data.type], ofType);
  return {
    get({ type = '', term = '' }) {
      const branch = type === '' ? whole : byType.get(type);
      if (term === '') return branch?.list.values ?? [];
      const [vocabulary = '', slug] = term.split('/', 2);
      const carrying = branch?.parts.get(vocabulary);
      return (slug === undefined ? carrying?.list : carrying?.parts.get(slug))?.values ?? [];
    },
    add(page) {
      whole.add(page);
      byType.add(page);
    },
    remove(page) {
      whole.remove(page);
      byType.remove(page);
    },
  };
}

type Pages = SortedList<PageEntry>;

/** A list, or several, that follow added and removed pages. */
type PageTracker = Pick<Pages, 'add' | 'remove'>;
type NamesOf = (page: PageEntry) => readonly string[];

const vocabulariesOf: NamesOf = ({ data: { terms } }) => Object.keys(terms).filter((name) => terms[name]!.length > 0);

/** The sublists of a list, by name. */
interface Parts<T> extends PageTracker {
  get(name: string): T | undefined;
}

interface ListBranch<T> extends PageTracker {
  readonly list: Pages;
  readonly parts: Parts<T>;
}

type CreatePart<T> = (pages: readonly PageEntry[], name: string) => T;

/** A list and its sublists, by names that its pages have. */
function createBranch<T extends PageTracker>(list: Pages, namesOf: NamesOf, make: CreatePart<T>): ListBranch<T> {
  const parts = createParts(list, namesOf, make);
  return {
    list,
    parts,
    add(page) {
      list.add(page);
      parts.add(page);
    },
    remove(page) {
      list.remove(page);
      parts.remove(page);
    },
  };
}

/** Makes all sublists when one is first requested, so that each page is looked at once. */
function createParts<T extends PageTracker>(list: Pages, namesOf: NamesOf, make: CreatePart<T>): Parts<T> {
  let parts: Map<string, T> | null = null;
  return {
    get(name) {
      parts ??= new Map([...groupPagesByName(list, namesOf)].map(([one, pages]) => [one, make(pages, one)]));
      return parts.get(name);
    },
    add(page) {
      if (!parts) return;
      for (const name of new Set(namesOf(page))) {
        const part = parts.get(name);
        if (part) part.add(page);
        else parts.set(name, make([page], name));
      }
    },
    remove(page) {
      if (parts) for (const name of namesOf(page)) parts.get(name)?.remove(page);
    },
  };
}

function groupPagesByName(list: Pages, namesOf: NamesOf): ReadonlyMap<string, readonly PageEntry[]> {
  const parts = new Map<string, PageEntry[]>();
  for (const page of list.values)
    for (const name of namesOf(page)) {
      const part = parts.get(name);
      if (!part) parts.set(name, [page]);
      // A page may have the same name twice.
      else if (part.at(-1) !== page) part.push(page);
    }
  return parts;
}
