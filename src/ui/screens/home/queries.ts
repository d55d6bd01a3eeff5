import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import type { AuditEntry, Interface } from '../../wire/interface.ts';
import { keyOf } from '../../wire/keys.ts';

const SHOWN = 6;
const MOST_PROBLEMS = 100;

const pagesQuery = (name: string, query: Interface['GET /api/admin/pages']['query']) =>
  queryOptions({
    queryKey: keyOf('page', 'home', name, query),
    queryFn: ({ signal }) => ask('GET /api/admin/pages', { query: { limit: SHOWN, ...query }, signal }),
  });

/** The drafts that an author has created. */
export const draftsQuery = (author: string) => pagesQuery('mine', { status: 'draft', author });

/** More drafts than are shown, because the user's own are left out. */
export const allDraftsQuery = pagesQuery('drafts', { status: 'draft', waiting: false, limit: 30 });
export const waitingQuery = pagesQuery('waiting', { waiting: true });
export const publishedQuery = pagesQuery('published', { status: 'published', sort: 'published_at:desc' });

/** The problems of the site, no more than anybody would read. */
export const problemsQuery = queryOptions({
  queryKey: keyOf('problems'),
  queryFn: ({ signal }) => ask('GET /api/admin/problems', { query: { limit: MOST_PROBLEMS }, signal }),
});

/** How many pictures have no alternative text. */
export const withoutAltQuery = queryOptions({
  queryKey: keyOf('media', 'withoutAlt'),
  queryFn: async ({ signal }) =>
    (await ask('GET /api/admin/media', { query: { alt: 'missing', limit: 1 }, signal })).meta.total,
});

const LATELY = 8;
/** Logging in and preview links say nothing about the site. */
const isOfSite = ({ action }: AuditEntry): boolean => !/^(?:auth|preview)\./.test(action);

export const latelyQuery = queryOptions({
  queryKey: keyOf('audit', 'lately'),
  queryFn: async ({ signal }) => {
    const { data } = await ask('GET /api/admin/audit-logs', { query: { limit: 5 * LATELY }, signal });
    return data.filter(isOfSite).slice(0, LATELY);
  },
});
