import { anything, named, object, recursive, type Schema } from '../../model/schema/schema.ts';
import { boolean, id, integer, listOf, number, orNull, rawObject, string } from './values.ts';

/** As it was sent: a list of fields, an object of them by name, or a JSON Schema object. */
const fieldsSchema: Schema = { type: ['array', 'object'] };
const choice: Schema = { anyOf: [string, object({ label: string, value: string })] };
const condition = object({ field: string }, { equals: anything(), in: listOf(anything()), notEmpty: boolean });

/** One field, in the same form whatever the form of its schema. */
const FIELD: Schema = named(
  'Field',
  object(
    { name: string, type: string },
    {
      ...{ label: string, required: boolean, default: anything(), help: string, settings: rawObject },
      ...{ fields: listOf(recursive('Field', () => FIELD)), min: number, max: number, pattern: string },
      patternHelp: string,
      ...{ options: listOf(choice), condition, body: boolean },
    },
  ),
);
const type = { id, name: string, slug: string, description: orNull(string), fieldsSchema };
const contentType = {
  ...type,
  ...{ regions: listOf(anything()), defaultBlocks: orNull(listOf(rawObject)), settings: orNull(rawObject) },
};
const blockType = { ...type, icon: orNull(string), category: orNull(string), settings: orNull(rawObject) };
const fields = listOf(FIELD);

/** The types as everybody reads them. */
export const CONTENT_TYPE = named('ContentType', object(contentType));
export const BLOCK_TYPE = named('BlockType', object(blockType));
/** The same, with their fields in one form. */
export const ADMIN_CONTENT_TYPE = named('AdminContentType', object({ ...contentType, fields }));
export const ADMIN_BLOCK_TYPE = named('AdminBlockType', object({ ...blockType, fields }));

/** The effects that a change to a type would have on its content. */
export const TYPE_FORESEEN = named(
  'ForeseenType',
  object({
    problems: listOf(rawObject),
    unknownFields: listOf(object({ name: string, records: integer })),
    sweptOverrides: integer,
  }),
);

/** The problems that a changed type causes in published content. */
const problems = listOf(rawObject);
export const TYPE_EFFECTS = object({}, { problems });
/** Also the number of pages outside a new slug prefix, which are marked with `slugOverride`. */
export const CONTENT_TYPE_EFFECTS = object({}, { problems, sweptOverrides: integer });
