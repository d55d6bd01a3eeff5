import type { Lookup } from '../../model/entry.ts';
import { invalidAt } from '../../model/errors.ts';
import { type DocumentFormat, EXPANSIONS } from '../../model/page/pageShape.ts';
import { createExpandValues, type ExpandTree, readExpandPaths } from '../../view/ask/expandPaths.ts';
import type { AskScope } from '../../view/ask/valuePlaces.ts';
import { shapedView } from '../../view/page/expand.ts';
import type { WritingTime } from '../../view/page/richText.ts';
import type { PageView } from '../../view/page/showPage.ts';
import type { Call } from '../endpoint.ts';
import { checkedFields, findContentTypes } from '../request/conditions.ts';
import { readExpand } from './query.ts';

/** The names in `expand` that are paths of fields. */
const expandPathsIn = (given: string): readonly string[] =>
  given.split(',').filter((one) => !(EXPANSIONS as readonly string[]).includes(one));

/** What is wrong with a value of `expand`; undefined if nothing is. */
export function findWrongExpand(given: string | null | undefined, scope: AskScope): string | undefined {
  const paths = expandPathsIn(given ?? 'media');
  const read = paths.length > 0 ? readExpandPaths(paths, scope) : undefined;
  if (typeof read !== 'string') return undefined;
  const isPath =
    paths.some((one) => one.includes('.')) || read.includes('did you mean') || !read.includes('not a field');
  return isPath ? read : `must be one or more of ${EXPANSIONS.join(', ')}, separated by commas`;
}

interface PageViewCall extends Pick<Call, 'opening'> {
  readonly query: {
    readonly fields?: string;
    readonly expand?: string;
    readonly richtext?: DocumentFormat;
    readonly type?: string;
  };
}

/** The view of pages that a call asks for. Throws VALIDATION for fields that none of these pages has. */
export function viewOf({ query, opening }: PageViewCall, lookup: Lookup, time: WritingTime): PageView {
  const { fields, expand, richtext = 'json', type } = query;
  const view = shapedView(
    { expand: readExpand(expand), richText: richtext, time, opening },
    { lookup, ...(fields !== undefined && { only: checkedFields(fields, type || undefined, lookup) }) },
  );
  const scope = { lookup, types: findContentTypes(type || undefined, lookup) };
  const paths = expand === undefined ? [] : expandPathsIn(expand);
  if (paths.length === 0) return view;
  const wrong = findWrongExpand(expand, scope);
  if (wrong !== undefined) throw invalidAt(['expand'], wrong);
  return { ...view, expandValues: createExpandValues(readExpandPaths(paths, scope) as ExpandTree, view) };
}
