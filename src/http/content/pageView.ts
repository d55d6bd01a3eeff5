import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { invalidAt, notFound } from '../../model/errors.ts';
import { type DocumentFormat, EXPANSIONS } from '../../model/page/pageShape.ts';
import { trimSlug } from '../../model/text/slug.ts';
import { createExpandValues, type ExpandTree, readExpandPaths } from '../../view/ask/expandPaths.ts';
import type { AskScope } from '../../view/ask/valuePlaces.ts';
import { findLinked } from '../../view/inLanguages.ts';
import { shapedView } from '../../view/page/expand.ts';
import type { WritingTime } from '../../view/page/richText.ts';
import { type PageView, showPage } from '../../view/page/showPage.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import type { Call } from '../endpoint.ts';
import { checkedFields, findContentTypes } from '../request/conditions.ts';
import { type AskedContent, readExpand } from './query.ts';

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

/** A page; with the language that was asked for, if another may stand in. */
export function showAskedPage(
  page: Entry<Page>,
  view: PageView,
  content: PublicContent,
  { requested }: Pick<AskedContent, 'requested'>,
): object {
  const shown = showPage(page, content.translationsOf(page), view);
  return requested === undefined ? shown : Object.assign(shown, { requestedLocale: requested });
}

/** A page in the first of the languages that has it. A slug of another language leads to the page that is asked for. */
export function findAskedPage({ content, locales, requested }: AskedContent, slug: string): Entry<Page> | undefined {
  if (requested === undefined) return content.page(locales[0] ?? content.settings().defaultLocale, slug);
  for (const locale of locales) {
    const page = content.page(locale, slug);
    if (page) return findLinked(page, locales, content);
  }
  return undefined;
}

/** Throws the same NOT_FOUND for a hidden page and for a missing one. */
export function getAskedPage(asked: AskedContent, slug: string): Entry<Page> {
  const page = findAskedPage(asked, trimSlug(slug));
  if (!page) throw notFound('Page');
  return page;
}

/** Throws the same NOT_FOUND for a hidden page and for a missing one. */
export function getPage(content: PublicContent, inLocale: string, slug: string): Entry<Page> {
  const page = content.page(inLocale, trimSlug(slug));
  if (!page) throw notFound('Page');
  return page;
}
