import type { Page } from '../model/entities/page.ts';
import type { Lookup } from '../model/entry.ts';
import { type FoundTerm, findTermByKey } from '../model/term.ts';

/** The terms a page carries; those that are gone are left out. */
const termsOf = ({ terms }: Page, lookup: Lookup): readonly FoundTerm[] =>
  Object.entries(terms).flatMap(([vocabulary, slugs]) =>
    slugs.flatMap((slug) => findTermByKey(lookup, `${vocabulary}/${slug}`) ?? []),
  );

/** The terms of a page as everybody sees them. */
export const showTerms = (page: Page, lookup: Lookup): readonly object[] =>
  termsOf(page, lookup).map(({ taxonomy, term }) => ({
    taxonomy: taxonomy.data.slug,
    term: term.slug,
    weight: term.weight,
  }));

/** The terms of a page as the admin interface shows them; `id` is the term's, for a page carries a term once. */
export const showAdminTerms = (page: Page, lookup: Lookup): readonly object[] =>
  termsOf(page, lookup).map(({ taxonomy, term }) => ({
    id: term.id,
    termId: term.id,
    termName: term.name,
    termSlug: term.slug,
    taxonomyId: taxonomy.id,
    taxonomyName: taxonomy.data.name,
    taxonomySlug: taxonomy.data.slug,
  }));
