import { LRUCache } from 'lru-cache';
import { sortInSteps } from '../../lib/list/sortInSteps.ts';
import { runStepsInSlices, type WorkSteps } from '../../lib/turn/runSteps.ts';
import type { PageEntry } from '../../model/entities/page.ts';
import { hasAddress } from '../../model/page/pagePath.ts';
import { createPageOrder } from '../../store/page/pageOrder.ts';
import { isInList, type PageFilter } from '../../store/page/sortedPages.ts';
import type { IndexedCondition } from '../../view/ask/indexed.ts';
import { createOrderCompare, type OrderedPage, type OrderKey, toOrdered } from '../../view/ask/pageOrders.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { filterPages } from '../filterPages.ts';

/** Which pages a list is made of. */
export interface ListQuestion {
  readonly filter: PageFilter;
  /** Instead of the filter's type: one of these. */
  readonly types: readonly string[] | undefined;
  readonly order: readonly OrderKey[];
  readonly indexed: readonly IndexedCondition[];
  /** Makes the test that the pages must pass; undefined if all do. */
  readonly createTest: (() => (page: PageEntry) => boolean) | undefined;
  readonly isOver: () => boolean;
}

/** Finds pages by conditions and in orders that no list of the store has; in slices. */
export type FindAskedPages = (asked: ListQuestion) => Promise<readonly PageEntry[]>;

/** The most pages in all orders that are kept together. */
const MAX_KEPT = 200_000;
/** An index is worth it if it leaves at most one page in so many. */
const WORTH = 4;

type OrderedRow = OrderedPage & { readonly page: PageEntry };

export function createFindAskedPages(content: PublicContent): FindAskedPages {
  const orders = createKeptOrders(content);
  return async (asked) => {
    const { filter, order, indexed, createTest, isOver } = asked;
    const base = listBase(asked, content);
    const few = await findIndexedPages(indexed, base.length / WORTH, asked, content);
    const sorted = few ? await sortRows(few, order) : await orders(JSON.stringify([filter, asked.types]), base, order);
    return createTest ? filterPages(sorted, { createTest, isOver }) : sorted;
  };
}

/** All pages of the list, in any order. */
function listBase({ filter, types, order }: ListQuestion, content: PublicContent): readonly PageEntry[] {
  const [first] = order;
  // Lists in the order of what every page has are kept by the store.
  const { name, direction } =
    order.length === 1 && first?.isOwn ? first : ({ name: 'slug', direction: 'asc' } as const);
  const list = (some: PageFilter): readonly PageEntry[] => content.pages(some, name as 'slug', direction);
  if (types === undefined) return list(filter);
  if (types.length === 1) return list({ ...filter, type: types[0]! });
  if (types.every((type) => hasAddress({ type }, content))) {
    const wanted = new Set(types);
    return list(filter).filter(({ data }) => wanted.has(data.type));
  }
  // Records without an address are only in the list of their type.
  const all = [...new Set(types)].flatMap((type) => list({ ...filter, type }));
  return createPageOrder(name as 'slug', direction).sort(all);
}

/** Pages of the list among which all are that meet the conditions, if an index tells few. */
async function findIndexedPages(
  indexed: readonly IndexedCondition[],
  most: number,
  { filter, types }: ListQuestion,
  content: PublicContent,
): Promise<readonly PageEntry[] | undefined> {
  const { indexes } = content;
  if (!indexes || indexed.length === 0) return undefined;
  await indexes.prepareValues(indexed.flatMap(({ places }) => places));
  const lists = indexed.map(({ places, values }) =>
    places.flatMap((place) => values.flatMap((value) => indexes.holdersOf(place, value))),
  );
  const [fewest] = lists.sort((a, b) => a.length - b.length);
  if (!fewest || fewest.length > most) return undefined;
  const found = new Set(fewest.flatMap(({ id }) => content.get('page', id) ?? []));
  return [...found].filter((page) => {
    if (!isInList(page, filter)) return false;
    return types === undefined
      ? filter.type !== undefined || hasAddress(page.data, content)
      : types.includes(page.data.type);
  });
}

const sortRows = async (pages: readonly PageEntry[], order: readonly OrderKey[]): Promise<readonly PageEntry[]> =>
  (await runStepsInSlices(orderSteps(pages, order, new Map()))).map(({ page }) => page);

function* orderSteps(
  pages: readonly PageEntry[],
  order: readonly OrderKey[],
  known: ReadonlyMap<PageEntry, OrderedRow>,
): WorkSteps<readonly OrderedRow[]> {
  const fresh: OrderedRow[] = [];
  for (const page of pages) {
    if (!known.has(page)) fresh.push(toOrdered(page, order));
    yield;
  }
  const compare = createOrderCompare(order);
  if (known.size === 0) return yield* sortInSteps(fresh, compare);
  // Most are in order already, which makes sorting quick.
  const present = new Set(pages);
  const same = [...known.values()].filter(({ page }) => present.has(page));
  yield;
  return fresh.length === 0 ? same : [...same, ...fresh].sort(compare);
}

interface KeptOrder {
  readonly edition: object;
  readonly rows: ReadonlyMap<PageEntry, OrderedRow>;
  readonly pages: readonly PageEntry[];
  /** The types whose fields it is sorted by. */
  readonly types: readonly object[];
}

/** Keeps the orders that were asked for last; after a change only what has changed is sorted anew. */
function createKeptOrders(content: PublicContent) {
  const kept = new LRUCache<string, KeptOrder>({
    maxSize: MAX_KEPT,
    sizeCalculation: ({ pages }) => Math.min(1 + pages.length, MAX_KEPT),
  });
  return async (
    name: string,
    base: readonly PageEntry[],
    order: readonly OrderKey[],
  ): Promise<readonly PageEntry[]> => {
    // The store keeps such lists.
    if (order.length === 1 && order[0]!.isOwn) return base;
    const key = JSON.stringify([name, order.map(({ name: one, direction, isOwn }) => [one, direction, isOwn])]);
    const edition = content.edition();
    const before = kept.get(key);
    if (before?.edition === edition) return before.pages;
    const types = [...content.all('contentType')];
    const isSound =
      order.every((one) => one.isLocal) &&
      before?.types.length === types.length &&
      types.every((type, at) => type === before.types[at]);
    // The list of the store follows changes while this one is sorted.
    const rows = await runStepsInSlices(orderSteps([...base], order, isSound ? before.rows : new Map()));
    const pages = rows.map(({ page }) => page);
    if (content.edition() === edition)
      kept.set(key, { edition, pages, types, rows: new Map(rows.map((row) => [row.page, row])) });
    return pages;
  };
}
