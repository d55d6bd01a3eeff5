import { useQueries, useQuery } from '@tanstack/react-query';
import type { AdminTerm } from './interface.ts';
import { taxonomiesQuery, taxonomyQuery } from './queries.ts';

/** A term as a list shows it: those above it come first. */
export interface ListedTerm extends Pick<AdminTerm, 'id' | 'name' | 'slug'> {
  readonly depth: number;
}

interface Vocabulary {
  readonly slug: string;
  readonly name: string;
  readonly terms: readonly ListedTerm[];
}

const flatten = (terms: readonly AdminTerm[], depth = 0): readonly ListedTerm[] =>
  terms.flatMap(({ id, name, slug, children = [] }) => [{ id, name, slug, depth }, ...flatten(children, depth + 1)]);

/** All vocabularies with their terms, as far as they have come. */
export function useTerms(): readonly Vocabulary[] {
  const { data: taxonomies = [] } = useQuery(taxonomiesQuery);
  const known = useQueries({ queries: taxonomies.map(({ id }) => taxonomyQuery(id)) });
  return known.flatMap(({ data }) => (data ? [{ slug: data.slug, name: data.name, terms: flatten(data.terms) }] : []));
}
