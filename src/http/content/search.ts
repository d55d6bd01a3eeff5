import { choice, object, text, withDefault } from '../../model/schema/schema.ts';
import type { PageSearchIndexes } from '../../store/search/search.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { showSearch } from '../../view/search.ts';
import { FOUND, FOUND_META } from '../../view/shapes/search.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { searchText } from '../request/pageQuery.ts';
import { paging } from '../request/query.ts';
import { listResult } from '../result.ts';
import { localeParameter, readContentLocale, untilNextChange } from './query.ts';

const { schema, read } = paging({ defaultLimit: 20, maxLimit: 50 });
const searched = withDefault(choice('names', 'all'), 'names');

/** Full-text search over public pages, in all locales by default. */
export const searchEndpoints = (content: PublicContent, findSearch: () => PageSearchIndexes): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/content/search',
    summary: 'Search public pages by title and slug, or by all their text',
    access: 'public',
    query: object(
      { q: searchText },
      { type: text({ maxLength: 200 }), limit: schema.limit, locale: localeParameter, in: searched },
    ),
    result: listResult(FOUND, { meta: FOUND_META }),
    async handle({ query }) {
      const request = {
        query: query.q,
        type: query.type || undefined,
        locale: query.locale === undefined ? undefined : readContentLocale(query.locale, content),
        limit: read(query).limit,
      };
      const index = findSearch()[query.in ?? 'names'];
      await index.ready();
      return { ...showSearch(request, index, content), ...untilNextChange(content) };
    },
  }),
];
