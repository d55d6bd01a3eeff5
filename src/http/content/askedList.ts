import { runStepsInSlices } from '../../lib/turn/runSteps.ts';
import type { PageEntry } from '../../model/entities/page.ts';
import { type Detail, invalid, invalidAt } from '../../model/errors.ts';
import { text } from '../../model/schema/schema.ts';
import type { PageFilter } from '../../store/page/sortedPages.ts';
import { type AskedFacets, countFacets, readFacets } from '../../view/ask/facets.ts';
import { createOrderCompare, type OrderKey, parsePageOrder, toOrdered } from '../../view/ask/pageOrders.ts';
import { compileWhere, type PageCondition } from '../../view/ask/where.ts';
import { createPageTest, type FilterCondition } from '../../view/filter.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { findContentTypes } from '../request/conditions.ts';
import { MAX_CURSOR, readPageCursor, writePageCursor } from '../request/cursor.ts';
import type { ListRange } from '../request/query.ts';
import { MAX_WHERE, readWhere } from '../request/where.ts';
import type { ListQuestion } from './askedPages.ts';
import { findWrongExpand } from './pageView.ts';

const DEFAULT_SORT = 'published_at:desc';

/** Parameters of lists whose values depend on the content: `checkAsked` judges them. */
export const askedBy = {
  sort: text({
    maxLength: 300,
    default: DEFAULT_SORT,
    description:
      'Up to three names, separated by commas: published_at, created_at, updated_at, title, slug, or a field. `-begins` and `begins:desc` put the highest first. Pages without a value come last',
  }),
  where: text({
    maxLength: MAX_WHERE,
    description:
      'Conditions as JSON, `{"hours.0.day":"mon","or":[{"rating":{"gte":4}},{"author.country":"ES"}]}`, or in brackets, `where[rating][gte]=4`. Operators: eq, ne, in, nin, lt, lte, gt, gte, contains, starts, exists; also and, or, not. One on `locale` asks all languages',
  }),
  cursor: text({
    minLength: 0,
    maxLength: MAX_CURSOR,
    description: 'Empty for the first part, then `meta.next` of the part before; in place of `offset`',
  }),
  facets: text({
    maxLength: 500,
    description:
      'Up to five names, such as `type,terms.topics,rating`: `meta.facets` counts their values in the whole list',
  }),
};

/** The problems of the parameters of a list that depend on the content. */
export function checkAsked(search: URLSearchParams, content: PublicContent): readonly Detail[] {
  const scope = { lookup: content, types: findContentTypes(search.get('type') || undefined, content) };
  const order = parsePageOrder(search.get('sort') ?? DEFAULT_SORT, scope);
  const expand = findWrongExpand(search.get('expand'), scope);
  return [
    ...(typeof order === 'string' ? [{ path: ['sort'], message: order }] : []),
    ...(expand === undefined ? [] : [{ path: ['expand'], message: expand }]),
  ];
}

/** What a list asks for that no list of the store has. */
export interface AskedList extends Omit<ListQuestion, 'isOver'> {
  readonly cursor: string | undefined;
  readonly facets: AskedFacets | undefined;
}

interface AskedListRequest {
  readonly query: {
    readonly sort?: string;
    readonly locale?: string;
    readonly cursor?: string;
    readonly facets?: string;
  };
  readonly search: URLSearchParams;
  readonly filter: PageFilter;
  readonly conditions: readonly FilterCondition[];
  readonly ids: ReadonlySet<number> | undefined;
  readonly offset: number;
}

/** Undefined for a list that the store has. Throws VALIDATION. */
export function readAskedList(request: AskedListRequest, content: PublicContent): AskedList | undefined {
  const { query, search, filter, conditions, ids, offset } = request;
  const scope = { lookup: content, types: findContentTypes(filter.type, content) };
  const given = readWhere(search);
  const order = parsePageOrder(query.sort ?? DEFAULT_SORT, scope);
  if (typeof order === 'string') throw invalidAt(['sort'], order);
  const { cursor } = query;
  if (cursor !== undefined && offset > 0) throw invalidAt(['cursor'], 'cannot be given together with offset');
  const isPlain = given === undefined && order.length === 1 && order[0]!.isOwn;
  if (isPlain && cursor === undefined && query.facets === undefined) return undefined;
  const where = given === undefined ? undefined : compileWhere(given, scope);
  const facets = query.facets === undefined ? undefined : readFacets(query.facets, scope);
  if (Array.isArray(facets)) throw invalid(facets);
  const { locale, ...everywhere } = filter;
  return {
    filter: where?.namesLocale && query.locale === undefined ? everywhere : filter,
    types: filter.type === undefined ? where?.types : undefined,
    order,
    indexed: where?.indexed ?? [],
    createTest: testOf({ where, conditions, ids }, content),
    cursor,
    // `readFacets` gives a list of problems, or this.
    facets: facets as AskedFacets | undefined,
  };
}

function testOf(
  {
    where,
    conditions,
    ids,
  }: Pick<AskedListRequest, 'conditions' | 'ids'> & { readonly where: PageCondition | undefined },
  content: PublicContent,
): ListQuestion['createTest'] {
  if (!where && conditions.length === 0 && !ids) return undefined;
  return () => {
    const meets = conditions.length === 0 ? undefined : createPageTest(conditions, content);
    return (page) => (!ids || ids.has(page.id)) && (!where || where.test(page)) && (!meets || meets(page));
  };
}

/** Where the asked part of a list begins. */
export function findStart(pages: readonly PageEntry[], { cursor, order }: AskedList, { offset }: ListRange): number {
  if (cursor === undefined) return offset;
  if (cursor === '') return 0;
  const compare = createOrderCompare(order);
  const last = readPageCursor(cursor, order);
  let [low, high] = [0, pages.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(toOrdered(pages[middle]!, order), last) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What the answer says about the list beside its length. */
export async function describeAsked(
  pages: readonly PageEntry[],
  end: number,
  { cursor, order, facets }: AskedList,
): Promise<{ readonly next?: string | null; readonly facets?: object }> {
  const last = end < pages.length ? pages[end - 1] : undefined;
  return {
    ...(cursor !== undefined && {
      next: last ? writePageCursor(toOrdered(last, order as readonly OrderKey[]), order) : null,
    }),
    ...(facets && { facets: await runStepsInSlices(countFacets(pages, facets)) }),
  };
}
