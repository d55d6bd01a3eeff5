import { flattenTerms, type Taxonomy, type Term } from '../../model/entities/taxonomy.ts';
import type { Entry } from '../../model/entry.ts';

/** A taxonomy in a list. */
export const showTaxonomy = ({ id, data }: Entry<Taxonomy>): object => ({
  id,
  name: data.name,
  slug: data.slug,
  description: data.description ?? null,
  hierarchical: data.hierarchical,
  settings: data.settings ?? null,
});

/** A taxonomy by itself, with its terms. */
export const showTaxonomyWhole = (taxonomy: Entry<Taxonomy>): object => ({
  ...showTaxonomy(taxonomy),
  terms: showTermTree(taxonomy),
});

/** Nested where the vocabulary is hierarchical, else flat; by weight, then by name. */
export function showTermTree(taxonomy: Entry<Taxonomy>): readonly object[] {
  const { hierarchical, terms } = taxonomy.data;
  return hierarchical
    ? showLevel(terms, null, taxonomy)
    : inOrder(flattenTerms(terms)).map((term) => showTerm(term, null, taxonomy));
}

/** One term without those below it; undefined where the vocabulary has none with this id. */
export function showOneTerm(taxonomy: Entry<Taxonomy>, termId: number): object | undefined {
  const all = flattenTerms(taxonomy.data.terms);
  const term = all.find(({ id }) => id === termId);
  const parent = all.find(({ children }) => children.some(({ id }) => id === termId));
  return term && showTerm(term, parent?.id ?? null, taxonomy);
}

const showLevel = (terms: readonly Term[], parentId: number | null, taxonomy: Entry<Taxonomy>): readonly object[] =>
  inOrder(terms).map((term) => ({
    ...showTerm(term, parentId, taxonomy),
    children: showLevel(term.children, term.id, taxonomy),
  }));

const byName = new Intl.Collator('en', { numeric: true });

const inOrder = (terms: readonly Term[]): readonly Term[] =>
  [...terms].sort((a, b) => a.weight - b.weight || byName.compare(a.name, b.name));

const showTerm = (term: Term, parentId: number | null, taxonomy: Entry<Taxonomy>): object => ({
  id: term.id,
  taxonomyId: taxonomy.id,
  parentId,
  name: term.name,
  slug: term.slug,
  weight: term.weight,
  fields: term.fields ?? null,
});
