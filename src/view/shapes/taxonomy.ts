import { named, object, recursive, type Schema } from '../../model/schema/schema.ts';
import { boolean, id, integer, listOf, orNull, rawObject, string } from './values.ts';
import { DRAFT_FACTS } from './work.ts';

const term = { id, name: string, slug: string, weight: integer, fields: orNull(rawObject) };

/** A term; with its children if its vocabulary is hierarchical. */
export const TERM: Schema = named('Term', object(term, { children: listOf(recursive('Term', () => TERM)) }));

/** A term as the admin interface shows it; with its children when it is shown in the tree of a hierarchical vocabulary. */
export const ADMIN_TERM: Schema = named(
  'AdminTerm',
  object(
    { ...term, taxonomyId: id, parentId: orNull(id) },
    { children: listOf(recursive('AdminTerm', () => ADMIN_TERM)) },
  ),
);

const taxonomy = {
  ...{ id, name: string, slug: string, description: orNull(string) },
  ...{ hierarchical: boolean, settings: orNull(rawObject) },
};

/** A taxonomy in a list. */
export const TAXONOMY_ITEM = named('AdminTaxonomyItem', object(taxonomy));
/** A taxonomy by itself. */
export const TAXONOMY = named('AdminTaxonomy', object({ ...taxonomy, terms: listOf(ADMIN_TERM) }, DRAFT_FACTS));
