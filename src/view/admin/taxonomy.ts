import type { Taxonomy } from '../../model/entities/taxonomy.ts';
import type { Entry } from '../../model/entry.ts';
import { showTaxonomy, showTermTree } from '../taxonomy.ts';

/** A taxonomy by itself, with its terms. */
export const showTaxonomyWhole = (taxonomy: Entry<Taxonomy>): object => ({
  ...showTaxonomy(taxonomy),
  terms: showTermTree(taxonomy),
});
