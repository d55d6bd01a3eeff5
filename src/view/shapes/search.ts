import { named, object } from '../../model/schema/schema.ts';
import { PAGE_TIMES } from './page.ts';
import { id, integer, orNull, string } from './values.ts';

/** A public page among the results of a search. */
export const FOUND = named(
  'FoundPage',
  object({
    ...{ id, type: string, title: string, slug: string, locale: string },
    ...{ description: orNull(string), meta: PAGE_TIMES },
  }),
);
export const FOUND_META = named('SearchMeta', object({ total: integer, query: string }));
