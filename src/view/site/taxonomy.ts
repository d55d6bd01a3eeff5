import { compareNames } from '../../lib/text/compareText.ts';
import { flattenTerms, type Taxonomy, type Term } from '../../model/entities/taxonomy.ts';
import type { Entry } from '../../model/entry.ts';

/** A term as everybody sees it, without its children. */
export const showTerm = ({ id, name, slug, weight, fields }: Term): object => ({
  id,
  name,
  slug,
  weight,
  fields: fields ?? null,
});

const shown = new WeakMap<Entry<Taxonomy>, readonly object[]>();

/** The terms of a vocabulary as everybody sees them; sorted once for each version of the vocabulary. */
export function showTermTree(taxonomy: Entry<Taxonomy>): readonly object[] {
  const terms = shown.get(taxonomy) ?? arrangeTerms(taxonomy.data, showTerm);
  shown.set(taxonomy, terms);
  return terms;
}

/** Everything public about a vocabulary. Its terms are a function, called only if they are asked for. */
export const showTaxonomyParts = (taxonomy: Entry<Taxonomy>): object => ({
  id: taxonomy.id,
  name: taxonomy.data.name,
  slug: taxonomy.data.slug,
  description: taxonomy.data.description ?? null,
  hierarchical: taxonomy.data.hierarchical,
  terms: () => showTermTree(taxonomy),
});

type ShowTerm = (term: Term, parent: Term | null) => object;

/** All terms as `show` shows them, by weight, then by name: nested in a hierarchical vocabulary, otherwise flat. */
export function arrangeTerms({ hierarchical, terms }: Taxonomy, show: ShowTerm): readonly object[] {
  if (!hierarchical) return sortTerms(flattenTerms(terms)).map((term) => show(term, null));
  const showLevel = (level: readonly Term[], parent: Term | null): readonly object[] =>
    sortTerms(level).map((term) => Object.assign(show(term, parent), { children: showLevel(term.children, term) }));
  return showLevel(terms, null);
}

const sortTerms = (terms: readonly Term[]): readonly Term[] =>
  [...terms].sort((a, b) => a.weight - b.weight || compareNames(a.name, b.name));
