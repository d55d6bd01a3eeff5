import { namedSchema, object, recursive, type Schema } from '../../model/schema/schema.ts';
import { arrayOf, booleanShape, idShape, integerShape, orNull, rawObject, stringShape, translated } from './values.ts';
import { DRAFT_FACTS } from './work.ts';

const term = { id: idShape, name: stringShape, slug: stringShape, weight: integerShape, fields: orNull(rawObject) };

/** A term; with its children if its vocabulary is hierarchical. */
export const TERM: Schema = namedSchema('Term', object(term, { children: arrayOf(recursive('Term', () => TERM)) }));

/** A term as the admin interface shows it; with its children when it is shown in the tree of a hierarchical vocabulary. */
export const ADMIN_TERM: Schema = namedSchema(
  'AdminTerm',
  object(
    { ...term, taxonomyId: idShape, parentId: orNull(idShape) },
    {
      children: arrayOf(recursive('AdminTerm', () => ADMIN_TERM)),
      ...translated({ name: stringShape, fields: rawObject }),
    },
  ),
);

const taxonomy = {
  ...{ id: idShape, name: stringShape, slug: stringShape, description: orNull(stringShape) },
  ...{ hierarchical: booleanShape, settings: orNull(rawObject) },
};

const NAMED = translated({ name: stringShape, description: stringShape });

/** A taxonomy in a list. */
export const TAXONOMY_ITEM = namedSchema('AdminTaxonomyItem', object(taxonomy, NAMED));
/** A taxonomy by itself. */
export const TAXONOMY = namedSchema(
  'AdminTaxonomy',
  object({ ...taxonomy, terms: arrayOf(ADMIN_TERM) }, { ...NAMED, ...DRAFT_FACTS }),
);
