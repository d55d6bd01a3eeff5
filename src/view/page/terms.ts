import type { Page } from '../../model/entities/page.ts';
import type { Lookup } from '../../model/entry.ts';
import { type FoundTerm, findTermBySlug } from '../../model/page/term.ts';

/** The terms of a page, each once; terms that no longer exist are left out. */
const findPageTerms = ({ terms }: Page, lookup: Lookup): readonly FoundTerm[] =>
  Object.entries(terms).flatMap(([vocabulary, slugs]) =>
    [...new Set(slugs)].flatMap((slug) => findTermBySlug(lookup, vocabulary, slug) ?? []),
  );

/** The terms of a page as everybody sees them. */
export const showTerms = (page: Page, lookup: Lookup): readonly object[] =>
  findPageTerms(page, lookup).map(({ taxonomy, term }) => ({
    taxonomy: taxonomy.data.slug,
    term: term.slug,
    weight: term.weight,
  }));

/** The terms of a page as the admin interface shows them. */
export const showAdminTerms = (page: Page, lookup: Lookup): readonly object[] =>
  findPageTerms(page, lookup).map(showTermLink);

/** One term of a page; undefined if the page does not have it. */
export function showAdminTerm(page: Page, termId: number, lookup: Lookup): object | undefined {
  const found = findPageTerms(page, lookup).find(({ term }) => term.id === termId);
  return found && showTermLink(found);
}

/** `id` is that of the term, because a page has each term only once. */
const showTermLink = ({ taxonomy, term }: FoundTerm): object => ({
  id: term.id,
  termId: term.id,
  termName: term.name,
  termSlug: term.slug,
  taxonomyId: taxonomy.id,
  taxonomyName: taxonomy.data.name,
  taxonomySlug: taxonomy.data.slug,
});
