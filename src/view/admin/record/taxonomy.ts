import { flattenTerms, type Taxonomy, type Term } from '../../../model/entities/taxonomy.ts';
import type { Entry } from '../../../model/entry.ts';
import { showTranslatedWords } from '../../../model/record/words.ts';
import { arrangeTerms } from '../../site/taxonomy.ts';

/** A taxonomy in a list. */
export const showTaxonomy = ({ id, data }: Entry<Taxonomy>): object => ({
  id,
  name: data.name,
  ...showTranslatedWords(data),
  slug: data.slug,
  description: data.description ?? null,
  hierarchical: data.hierarchical,
  settings: data.settings ?? null,
});

/** A taxonomy by itself, with its terms. */
export const showTaxonomyWhole = (taxonomy: Entry<Taxonomy>): object => ({
  ...showTaxonomy(taxonomy),
  terms: showAdminTermTree(taxonomy),
});

/** The terms of a vocabulary as the admin interface shows them. */
export const showAdminTermTree = (taxonomy: Entry<Taxonomy>): readonly object[] =>
  arrangeTerms(taxonomy.data, (term, parent) => showTermOf(taxonomy, term, parent));

/** One term without its children; undefined if the vocabulary has no term with this id. */
export function showOneTerm(taxonomy: Entry<Taxonomy>, termId: number): object | undefined {
  const terms = flattenTerms(taxonomy.data.terms);
  const term = terms.find(({ id }) => id === termId);
  const parent = terms.find(({ children }) => children.some(({ id }) => id === termId));
  return term && showTermOf(taxonomy, term, parent ?? null);
}

const showTermOf = (taxonomy: Entry<Taxonomy>, term: Term, parent: Term | null): object => ({
  id: term.id,
  taxonomyId: taxonomy.id,
  parentId: parent?.id ?? null,
  name: term.name,
  ...showTranslatedWords(term),
  slug: term.slug,
  weight: term.weight,
  fields: term.fields ?? null,
});
