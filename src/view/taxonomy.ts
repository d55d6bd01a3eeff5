import { compareNames } from '../lib/compareNames.ts';
import { flattenTerms, type Taxonomy, type Term } from '../model/entities/taxonomy.ts';
import type { Entry } from '../model/entry.ts';
import type { FoundTerm } from '../model/term.ts';

/** Nested where the vocabulary is hierarchical, else flat; by weight, then by name. */
export function showTermTree(taxonomy: Entry<Taxonomy>): readonly object[] {
  const { hierarchical, terms } = taxonomy.data;
  return hierarchical
    ? showLevel(terms, null, taxonomy)
    : inOrder(flattenTerms(terms)).map((term) => showTerm(term, null, taxonomy));
}

/** One term without those below it; undefined where the vocabulary has none with this id. */
export function showOneTerm(taxonomy: Entry<Taxonomy>, termId: number): object | undefined {
  const term = flattenTerms(taxonomy.data.terms).find(({ id }) => id === termId);
  return term && showFoundTerm({ taxonomy, term });
}

/** A term by itself, wherever it was found. */
export function showFoundTerm({ taxonomy, term }: Pick<FoundTerm, 'taxonomy' | 'term'>): object {
  const parent = flattenTerms(taxonomy.data.terms).find(({ children }) => children.some(({ id }) => id === term.id));
  return showTerm(term, parent?.id ?? null, taxonomy);
}

const showLevel = (terms: readonly Term[], parentId: number | null, taxonomy: Entry<Taxonomy>): readonly object[] =>
  inOrder(terms).map((term) => ({
    ...showTerm(term, parentId, taxonomy),
    children: showLevel(term.children, term.id, taxonomy),
  }));

const inOrder = (terms: readonly Term[]): readonly Term[] =>
  [...terms].sort((a, b) => a.weight - b.weight || compareNames(a.name, b.name));

const showTerm = (term: Term, parentId: number | null, taxonomy: Entry<Taxonomy>): object => ({
  id: term.id,
  taxonomyId: taxonomy.id,
  parentId,
  name: term.name,
  slug: term.slug,
  weight: term.weight,
  fields: term.fields ?? null,
});

/** A taxonomy in a list. */
export const showTaxonomy = ({ id, data }: Entry<Taxonomy>): object => ({
  id,
  name: data.name,
  slug: data.slug,
  description: data.description ?? null,
  hierarchical: data.hierarchical,
  settings: data.settings ?? null,
});
