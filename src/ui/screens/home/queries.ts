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

/** Those of what the user has made. */
export const ownProblemsQuery = queryOptions({
  queryKey: createQueryKey('problems', 'mine'),
  queryFn: ({ signal }) => ask('GET /api/admin/problems', { query: { limit: MOST_PROBLEMS, mine: true }, signal }),
});

/** How somebody has arranged their home screen. */
export interface Arrangement {
  /** The id of the saved view that keeps it; null until there is one. */
  readonly id: number | null;
  /** The names of panels. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

export const NOT_ARRANGED: Arrangement = { id: null, order: [], hidden: [] };

/** The saved view that keeps an arrangement: each person's own. */
export const HOME_VIEW = { screen: 'home', name: 'home' };

export const arrangementQuery = queryOptions({
  queryKey: createQueryKey('views', 'home'),
  async queryFn({ signal }): Promise<Arrangement> {
    const { data } = await ask('GET /api/admin/views', { query: { screen: HOME_VIEW.screen }, signal });
    const view = data.find(({ isOwn }) => isOwn);
    if (!view) return NOT_ARRANGED;
    const search = new URLSearchParams(view.query);
    return { id: view.id, order: search.getAll('panel'), hidden: search.getAll('without') };
  },
});

export const writeArrangement = ({ order, hidden }: Pick<Arrangement, 'order' | 'hidden'>): string =>
  new URLSearchParams([...order.map((name) => ['panel', name]), ...hidden.map((name) => ['without', name])]).toString();
