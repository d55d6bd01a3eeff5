import { namedSchema, object } from '../../model/schema/schema.ts';
import { PAGE_TIMES } from './page.ts';
import { idShape, integerShape, orNull, stringShape } from './values.ts';

/** A public page among the results of a search. */
export const FOUND = namedSchema(
  'FoundPage',
  object({
    ...{ id: idShape, type: stringShape, title: stringShape, slug: stringShape, locale: stringShape },
    ...{ description: orNull(stringShape), meta: PAGE_TIMES },
  }),
);
export const FOUND_META = namedSchema('SearchMeta', object({ total: integerShape, query: stringShape }));
