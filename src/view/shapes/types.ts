import { anything, named, object, type Schema } from '../../model/schema.ts';
import { id, integer, listOf, orNull, rawObject, string } from './values.ts';

/** As it was sent: a list of fields, an object of them by name, or a JSON Schema object. */
const fieldsSchema: Schema = { type: ['array', 'object'] };
const type = { id, name: string, slug: string, description: orNull(string), fieldsSchema };

export const CONTENT_TYPE = named(
  'ContentType',
  object({
    ...type,
    ...{ regions: listOf(anything()), defaultBlocks: orNull(listOf(rawObject)), settings: orNull(rawObject) },
  }),
);
export const BLOCK_TYPE = named(
  'BlockType',
  object({ ...type, icon: orNull(string), category: orNull(string), settings: orNull(rawObject) }),
);

/** What a changed type tells of others: what published content breaks now. */
const problems = listOf(rawObject);
export const TYPE_EFFECTS = object({}, { problems });
/** Also how many pages a new slug prefix left outside. */
export const CONTENT_TYPE_EFFECTS = object({}, { problems, sweptOverrides: integer });
