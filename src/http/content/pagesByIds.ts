import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { invalidAt } from '../../model/errors.ts';
import type { Direction } from '../../model/page/keyOrder.ts';
import { type Schema, text } from '../../model/schema/schema.ts';
import { createPageOrder, type PageSort } from '../../store/page/pageOrder.ts';
import { isInList, type PageFilter } from '../../store/page/sortedPages.ts';
import type { FilterCondition } from '../../view/filter.ts';
import type { PublicContent } from '../../view/publicContent.ts';

/** At most a hundred ids, because each is looked up by itself. */
const IDS = /^[1-9][0-9]{0,9}(,[1-9][0-9]{0,9}){0,99}$/;
const EXPECTED = 'must be 1 to 100 ids separated by commas';

/** The parameter `ids=1,2,3`, which means the same as `filter[id][in]=1,2,3`. */
export const ids: Schema<string> = text({
  pattern: IDS.source,
  errorMessage: EXPECTED,
  description: 'The pages with these ids, at most 100, in the order of `sort`; the same as `filter[id][in]=1,2,3`',
});

/**
 * The conditions on content fields, and the ids that the parameter and conditions on `id` name; undefined without any.
 */
export interface AskedIds {
  readonly ids: ReadonlySet<number> | undefined;
  readonly conditions: readonly FilterCondition[];
}

/** @throws CmsError VALIDATION for a condition on `id` with another operator or without ids */
export function readIds(given: string | undefined, conditions: readonly FilterCondition[]): AskedIds {
  const ofIds = conditions.filter(({ field }) => field === 'id');
  const lists = [...(given === undefined ? [] : [given]), ...ofIds.map(readIdCondition)].map(
    (text) => new Set(text.split(',').map(Number)),
  );
  const [first, ...others] = lists;
  const found = first && new Set([...first].filter((id) => others.every((other) => other.has(id))));
  return { ids: found, conditions: conditions.filter(({ field }) => field !== 'id') };
}

function readIdCondition({ operator, text: given }: FilterCondition): string {
  if (operator !== 'in' && operator !== 'eq') throw invalidAt(['filter', 'id'], 'must use one of the operators in, eq');
  if (!IDS.test(given)) throw invalidAt(['filter', 'id', operator], EXPECTED);
  return given;
}

/** The public pages of a list that have one of the ids, in the list's order, found without going through the others. */
export function pagesByIds(
  wanted: ReadonlySet<number>,
  [filter, sort, direction]: readonly [PageFilter, PageSort, Direction],
  content: PublicContent,
): readonly Entry<Page>[] {
  const found = [...wanted].flatMap((id) => content.get('page', id) ?? []);
  return createPageOrder(sort, direction).sort(found.filter((page) => isInList(page, filter)));
}
