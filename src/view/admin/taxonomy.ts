import type { Taxonomy } from '../../model/entities/taxonomy.ts';
import type { Entry } from '../../model/entry.ts';
import { showTermTree } from '../taxonomy.ts';

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
