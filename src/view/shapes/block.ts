import { namedSchema, object } from '../../model/schema/schema.ts';
import { arrayOf, booleanShape, idShape, integerShape, orNull, rawObject, stringShape, timeShape } from './values.ts';
import { DRAFT_FACTS } from './work.ts';

const block = {
  ...{
    id: idShape,
    typeId: orNull(idShape),
    typeSlug: stringShape,
    typeName: orNull(stringShape),
    title: orNull(stringShape),
  },
  ...{
    fields: rawObject,
    isReusable: booleanShape,
    createdAt: timeShape,
    updatedAt: timeShape,
    createdBy: orNull(stringShape),
  },
};
const use = namedSchema(
  'BlockUse',
  object({ pageId: idShape, pageTitle: stringShape, pageSlug: stringShape, locale: stringShape, region: stringShape }),
);

/** A block in a list. */
export const BLOCK_ITEM = namedSchema('AdminBlockItem', object({ ...block, usageCount: integerShape }));
/** A block by itself. */
export const BLOCK = namedSchema('AdminBlock', object({ ...block, usage: arrayOf(use) }, DRAFT_FACTS));
