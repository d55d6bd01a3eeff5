import { named, object, recursive, type Schema } from '../../model/schema.ts';
import { boolean, id, integer, listOf, orNull, rawObject, string } from './values.ts';

/** A term; with the terms below it where it stands in the tree of a hierarchical vocabulary. */
export const TERM: Schema = named(
  'Term',
  object(
    {
      ...{ id, taxonomyId: id, parentId: orNull(id), name: string, slug: string },
      ...{ weight: integer, fields: orNull(rawObject) },
    },
    { children: listOf(recursive('Term', () => TERM)) },
  ),
);

const taxonomy = {
  ...{ id, name: string, slug: string, description: orNull(string) },
  ...{ hierarchical: boolean, settings: orNull(rawObject) },
};

/** A taxonomy in a list. */
export const TAXONOMY_ITEM = named('AdminTaxonomyItem', object(taxonomy));
/** A taxonomy by itself. */
export const TAXONOMY = named('AdminTaxonomy', object({ ...taxonomy, terms: listOf(TERM) }));
