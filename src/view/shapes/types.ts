import { anything, choice, namedSchema, object, recursive, type Schema } from '../../model/schema/schema.ts';
import {
  arrayOf,
  booleanShape,
  idShape,
  integerShape,
  numberShape,
  orNull,
  problemReason,
  rawObject,
  stringShape,
  translated,
} from './values.ts';

/** As it was sent: a list of fields, an object of them by name, or a JSON Schema object. */
const fieldsSchema: Schema = { type: ['array', 'object'] };
const option: Schema = {
  anyOf: [stringShape, object({ label: stringShape, value: stringShape }, translated({ label: stringShape }))],
};
/** When a field or a rule applies. Every part that is given must hold. */
const CONDITION: Schema = namedSchema(
  'Condition',
  object(
    {},
    {
      ...{
        field: stringShape,
        equals: anything(),
        in: arrayOf(anything()),
        notEmpty: booleanShape,
        empty: booleanShape,
      },
      ...{ lt: anything(), lte: anything(), gt: anything(), gte: anything() },
      ...{
        all: arrayOf(recursive('Condition', () => CONDITION)),
        any: arrayOf(recursive('Condition', () => CONDITION)),
      },
      not: recursive('Condition', () => CONDITION),
    },
  ),
);

/** One field, in the same form whatever the form of its schema. */
export const FIELD: Schema = namedSchema(
  'Field',
  object(
    { name: stringShape, type: stringShape },
    {
      ...{ label: stringShape, required: booleanShape, default: anything(), help: stringShape, settings: rawObject },
      ...{ fields: arrayOf(recursive('Field', () => FIELD)), min: numberShape, max: numberShape, pattern: stringShape },
      patternHelp: stringShape,
      ...{ options: arrayOf(option), condition: CONDITION, body: booleanShape, shared: booleanShape },
      ...translated({ label: stringShape, help: stringShape }),
    },
  ),
);
const type = { id: idShape, name: stringShape, slug: stringShape, description: orNull(stringShape), fieldsSchema };
const contentType = {
  ...type,
  ...{ regions: arrayOf(anything()), defaultBlocks: orNull(arrayOf(rawObject)), settings: orNull(rawObject) },
};
const blockType = { ...type, icon: orNull(stringShape), category: orNull(stringShape), settings: orNull(rawObject) };
const fields = arrayOf(FIELD);
/** As they were sent, and as they are recorded; absent without any. */
const lists = {
  ...{ rules: arrayOf(anything()), migrations: arrayOf(anything()) },
  ...translated({ name: stringShape, description: stringShape }),
};

/** The types as everybody reads them. */
export const CONTENT_TYPE = namedSchema('ContentType', object(contentType));
export const BLOCK_TYPE = namedSchema('BlockType', object(blockType));
/** The same, with their fields in one form. */
export const ADMIN_CONTENT_TYPE = namedSchema('AdminContentType', object({ ...contentType, fields }, lists));
export const ADMIN_BLOCK_TYPE = namedSchema('AdminBlockType', object({ ...blockType, fields }, lists));

/** The effects that a change to a type would have on its content. */
export const TYPE_FORESEEN = namedSchema(
  'ForeseenType',
  object({
    problems: arrayOf(rawObject),
    unknownFields: arrayOf(object({ name: stringShape, records: integerShape })),
    sweptOverrides: integerShape,
    failing: object({
      records: integerShape,
      first: arrayOf(
        object(
          {
            kind: choice('page', 'block'),
            id: idShape,
            title: stringShape,
            path: arrayOf(stringShape),
            message: stringShape,
          },
          { reason: problemReason, params: rawObject },
        ),
      ),
    }),
  }),
);

/** The problems that a changed type causes in published content. */
const problems = arrayOf(rawObject);
export const TYPE_EFFECTS = object({}, { problems });
/** Also the number of pages outside a new slug prefix, which are marked with `slugOverride`. */
export const CONTENT_TYPE_EFFECTS = object({}, { problems, sweptOverrides: integerShape });
