import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';

/** The most lines of a section. */
export const SHOWN = 6;
const MOST_PROBLEMS = 100;

/** What went live last. It is read from what is live, whatever change somebody works on. */
export const publishedQuery = queryOptions({
  queryKey: createQueryKey('page', 'home', 'published'),
  queryFn: ({ signal }) =>
    ask('GET /api/admin/pages', {
      query: { state: 'live', sort: 'published_at:desc', limit: SHOWN },
      change: null,
      signal,
    }),
});

/** The problems of the site, no more than anybody would read. */
export const problemsQuery = queryOptions({
  queryKey: createQueryKey('problems'),
  queryFn: ({ signal }) => ask('GET /api/admin/problems', { query: { limit: MOST_PROBLEMS }, signal }),
});
