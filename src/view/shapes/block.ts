import { named, object } from '../../model/schema/schema.ts';
import { boolean, id, integer, listOf, orNull, rawObject, string, time } from './values.ts';
import { DRAFT_FACTS } from './work.ts';

const block = {
  ...{ id, typeId: orNull(id), typeSlug: string, typeName: orNull(string), title: orNull(string) },
  ...{ fields: rawObject, isReusable: boolean, createdAt: time, updatedAt: time, createdBy: orNull(string) },
};
const use = named(
  'BlockUse',
  object({ pageId: id, pageTitle: string, pageSlug: string, locale: string, region: string }),
);

/** A block in a list. */
export const BLOCK_ITEM = named('AdminBlockItem', object({ ...block, usageCount: integer }));
/** A block by itself. */
export const BLOCK = named('AdminBlock', object({ ...block, usage: listOf(use) }, DRAFT_FACTS));
