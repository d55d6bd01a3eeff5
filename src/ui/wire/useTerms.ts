import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import type { AdminTaxonomy, AdminTerm } from './interface.ts';
import { taxonomiesQuery, taxonomyQuery } from './queries.ts';

/** The most terms that a list of choices shows at once; others are found by typing. */
export const MOST_TERMS_SHOWN = 100;

/** A term in a flat list, in which parents come first. */
export interface ListedTerm extends Pick<AdminTerm, 'id' | 'name' | 'slug'> {
  readonly depth: number;
}

export interface ListedVocabulary {
  readonly slug: string;
  readonly name: string;
  readonly terms: readonly ListedTerm[];
}

const flatten = (terms: readonly AdminTerm[], depth = 0): readonly ListedTerm[] =>
  terms.flatMap(({ id, name, slug, children = [] }) => [{ id, name, slug, depth }, ...flatten(children, depth + 1)]);

const listTerms = ({ slug, name, terms }: AdminTaxonomy): ListedVocabulary => ({ slug, name, terms: flatten(terms) });

const known = (results: readonly UseQueryResult<ListedVocabulary>[]): readonly ListedVocabulary[] =>
  results.flatMap(({ data }) => (data ? [data] : []));

/** All vocabularies loaded so far, with their terms. The list stays the same object until one of them changes. */
export function useTerms(isWanted = true): readonly ListedVocabulary[] {
  const { data: taxonomies = [] } = useQuery(taxonomiesQuery);
  return useQueries({
    queries: taxonomies.map(({ id }) => ({ ...taxonomyQuery(id), select: listTerms, enabled: isWanted })),
    combine: known,
  });
}
