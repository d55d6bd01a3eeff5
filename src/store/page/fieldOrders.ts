import { LRUCache } from 'lru-cache';
import { sortInSteps } from '../../lib/list/sortInSteps.ts';
import { runStepsInSlices, type WorkSteps } from '../../lib/turn/runSteps.ts';
import type { PageEntry } from '../../model/entities/page.ts';
import type { Entry, EntryChange } from '../../model/entry.ts';
import { compareFieldKeys, type SortKey } from '../../model/fields/kinds/sortings.ts';
import { type FieldSorting, sortingOf } from '../../model/fields/sortKey.ts';
import { createKeyCompare, type Direction, type KeyedPage } from '../../model/page/keyOrder.ts';
import type { Store } from '../store.ts';

/** The pages of one type in the order of one of their fields. */
export interface FieldOrder {
  readonly type: string;
  readonly field: string;
  readonly direction: Direction;
}

/**
 * Lists of pages by field. Each is made in slices when first asked for, then follows the changes; the lists that were
 * asked for last are kept.
 */
export interface FieldOrders {
  /** All pages of the type, those without a value last; undefined if the field is unknown or its values have no order. */
  get(order: FieldOrder): Promise<readonly PageEntry[] | undefined>;
}

/** The most pages in all lists together: some 20 MB. */
const MAX_PAGES = 200_000;
/** From this many changes at once, a list is made anew: sorting them into it would hold up everything else. */
const MANY_CHANGES = 500;

/** One list, and what has changed since it was sorted. */
interface SortedByField extends FieldOrder {
  readonly sorting: FieldSorting;
  readonly compare: (a: KeyedPage<SortKey, PageEntry>, b: KeyedPage<SortKey, PageEntry>) => number;
  /** The ids of the pages that have come, gone or changed. */
  readonly changed: Set<number>;
  sorted: readonly KeyedPage<SortKey, PageEntry>[];
  /** Resolves when `sorted` is complete. */
  made: Promise<void>;
  isStale: boolean;
}

export function createFieldOrders(store: Store): FieldOrders {
  const kept = new LRUCache<string, SortedByField>({
    maxSize: MAX_PAGES,
    sizeCalculation: ({ type }) => Math.min(1 + store.find('page', 'byType', type).length, MAX_PAGES),
  });
  store.add({
    apply(changes) {
      for (const [name, list] of kept.entries()) {
        trackPageChanges(list, changes);
        if (list.isStale) kept.delete(name);
      }
    },
  });

  function start(order: FieldOrder): SortedByField | undefined {
    const schema = store.byKey('contentType', order.type)?.data.fieldsSchema;
    const sorting = schema && sortingOf(schema, order.field, store);
    return sorting && createList(order, sorting, store.find('page', 'byType', order.type));
  }

  return {
    async get(order) {
      const name = JSON.stringify([order.type, order.field, order.direction]);
      for (;;) {
        const known = kept.get(name);
        const list = known ?? start(order);
        if (!list) return undefined;
        if (!known) kept.set(name, list);
        await list.made;
        if (!list.isStale) return readSortedPages(list, store);
      }
    },
  };
}

function createList(order: FieldOrder, sorting: FieldSorting, pages: readonly PageEntry[]): SortedByField {
  const list: SortedByField = {
    ...order,
    sorting,
    compare: createKeyCompare(compareFieldKeys, order.direction),
    changed: new Set(),
    sorted: [],
    made: Promise.resolve(),
    isStale: false,
  };
  list.made = runStepsInSlices(sortSteps(list, pages));
  return list;
}

function* sortSteps(list: SortedByField, pages: readonly PageEntry[]): WorkSteps<void> {
  const keyed: KeyedPage<SortKey, PageEntry>[] = [];
  for (const page of pages) {
    keyed.push(toKeyed(list, page));
    yield;
  }
  list.sorted = yield* sortInSteps(keyed, list.compare);
}

const toKeyed = ({ sorting }: SortedByField, page: PageEntry): KeyedPage<SortKey, PageEntry> => ({
  page,
  key: sorting.keyOf(page.data.fields),
});

function trackPageChanges(list: SortedByField, changes: readonly EntryChange[]): void {
  if (changes.length >= MANY_CHANGES || changes.some((change) => makesStale(list, change))) {
    list.isStale = true;
    return;
  }
  for (const { kind, before, after } of changes) {
    if (kind !== 'page') continue;
    // The kind says whose records these are.
    for (const page of [before, after] as readonly (PageEntry | null)[])
      if (page?.data.type === list.type) list.changed.add(page.id);
  }
  list.isStale = list.changed.size >= MANY_CHANGES;
}

/** Whether a change can alter the keys of pages that it does not change. */
function makesStale({ type, sorting }: SortedByField, { kind, before, after }: EntryChange): boolean {
  if (kind === 'contentType') return [before?.key, after?.key].includes(type);
  if (!sorting.reads.includes(kind)) return false;
  return kind !== 'page' || before?.key !== after?.key || pageEntryTitle(before) !== pageEntryTitle(after);
}

const pageEntryTitle = (page: Entry | null): string | undefined => (page as PageEntry | null)?.data.title;

function readSortedPages(list: SortedByField, store: Store): readonly PageEntry[] {
  const { changed, sorted, compare } = list;
  if (changed.size > 0) {
    const same = sorted.filter(({ page }) => !changed.has(page.id));
    const fresh = [...changed]
      .flatMap((id) => store.get('page', id) ?? [])
      .filter(({ data }) => data.type === list.type);
    list.sorted = [...same, ...fresh.map((page) => toKeyed(list, page))].sort(compare);
    changed.clear();
  }
  return list.sorted.map(({ page }) => page);
}
