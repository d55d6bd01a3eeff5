import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import type { AuditEntry, ChangeItem, Interface } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';

/** The most lines of a section. */
export const SHOWN = 6;
const MOST_PROBLEMS = 100;
/** As many as anybody plans ahead, and as the server lists at once. */
const MOST_SCHEDULED = 100;

const pagesQuery = (name: string, query: Interface['GET /api/admin/pages']['query']) =>
  queryOptions({
    queryKey: createQueryKey('page', 'home', name, query),
    queryFn: ({ signal }) => ask('GET /api/admin/pages', { query: { limit: SHOWN, ...query }, signal }),
  });

interface DraftsOptions {
  /** Whether the drafts are the user's own; false for those of others. */
  readonly isMine: boolean;
}

/** Pages that nobody can read yet. Those of others that are scheduled wait for nobody. */
export const unpublishedQuery = ({ isMine }: DraftsOptions) =>
  pagesQuery('unpublished', { status: 'draft', mine: isMine, ...(!isMine && { waiting: false }) });

/** Pages that are live and have a draft. */
export const draftsQuery = ({ isMine }: DraftsOptions) => pagesQuery('drafts', { state: 'waiting', mine: isMine });

export const timedPagesQuery = pagesQuery('timed', { waiting: true, limit: MOST_SCHEDULED });

/** The changes, drafts of live records among them, with who edits them and when they go live. */
export const openChangesQuery = queryOptions({
  queryKey: createQueryKey('change', 'home'),
  queryFn: async ({ signal }) =>
    (await ask('GET /api/admin/changes', { query: { limit: MOST_SCHEDULED }, signal })).data,
});

/** The title that the record of a draft has in it. */
export const titleInDraft = ({ title, draftOf, records }: ChangeItem): string =>
  records.find(({ kind, id }) => kind === draftOf?.kind && id === draftOf.id)?.title ?? title;

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

/** The user's own unfinished work. Saving it makes pages stale, and so this. */
export const workQuery = queryOptions({
  queryKey: createQueryKey('page', 'home', 'work'),
  queryFn: async ({ signal }) => (await ask('GET /api/admin/work', { signal })).data,
  // It is typed in this browser without an event.
  staleTime: 0,
});

/** The problems of the site, no more than anybody would read. */
export const problemsQuery = queryOptions({
  queryKey: createQueryKey('problems'),
  queryFn: ({ signal }) => ask('GET /api/admin/problems', { query: { limit: MOST_PROBLEMS }, signal }),
});

/** How many pictures have no alternative text. */
export const withoutAltQuery = queryOptions({
  queryKey: createQueryKey('media', 'withoutAlt'),
  queryFn: async ({ signal }) =>
    (await ask('GET /api/admin/media', { query: { alt: 'missing', limit: 1 }, signal })).meta.total,
});

const LATELY = 8;
/** Logging in and preview links say nothing about the site. */
const isOfSite = ({ action }: AuditEntry): boolean => !/^(?:auth|preview)\./.test(action);

export const latelyQuery = queryOptions({
  queryKey: createQueryKey('audit', 'lately'),
  queryFn: async ({ signal }) => {
    const { data } = await ask('GET /api/admin/audit-logs', { query: { limit: 5 * LATELY }, signal });
    return data.filter(isOfSite).slice(0, LATELY);
  },
});
