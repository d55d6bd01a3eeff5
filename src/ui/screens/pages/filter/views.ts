import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { notifyError } from '../../../parts/dialog/notify.tsx';
import { ask } from '../../../wire/ask.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import type { Data } from '../../../wire/sendRequest.ts';
import type { PageListSearch } from '../queries.ts';

export type PageListView = Data<'GET /api/admin/views'>[number];

const SCREEN = 'pages';

/** The state of the list that a view has saved; the screen ignores what it does not know. */
export const searchOf = ({ query }: Pick<PageListView, 'query'>): PageListSearch => defaultParseSearch(query);

export const queryOf = (search: PageListSearch): string => defaultStringifySearch(search).replace(/^\?/, '');

interface NewView {
  readonly name: string;
  readonly search: PageListSearch;
  readonly shared: boolean;
}

const create = ({ name, search, shared }: NewView) =>
  ask('POST /api/admin/views', { body: { name, shared, screen: SCREEN, query: queryOf(search) } });

/** The user's own views of the list of pages and those shared with everybody, and what can be done with them. */
export function useViews() {
  const client = useQueryClient();
  const { data: views = [] } = useQuery({
    queryKey: createQueryKey('views', SCREEN),
    queryFn: async ({ signal }) => (await ask('GET /api/admin/views', { query: { screen: SCREEN }, signal })).data,
  });
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: createQueryKey('views') });
  const options = { onSettled: refresh, onError: notifyError };
  useEffect(() => {
    void migrateLocalViews().then((isDone) => {
      if (isDone) void client.invalidateQueries({ queryKey: createQueryKey('views') });
    });
  }, [client]);
  return {
    views,
    async save(view: NewView): Promise<void> {
      await create(view);
      await refresh();
    },
    change: useMutation({
      mutationFn: ({ id, ...body }: Partial<Pick<PageListView, 'query' | 'shared'>> & Pick<PageListView, 'id'>) =>
        ask('PUT /api/admin/views/{id}', { path: { id }, body }),
      ...options,
    }).mutate,
    remove: useMutation({
      mutationFn: (id: number) => ask('DELETE /api/admin/views/{id}', { path: { id } }),
      ...options,
    }).mutate,
  };
}

/** Where browsers kept views before the server did. */
const KEPT = 'quire.views';

/** Gives the views that this browser has kept to the server, once. */
async function migrateLocalViews(): Promise<boolean> {
  const kept = localStorage.getItem(KEPT);
  if (kept === null) return false;
  localStorage.removeItem(KEPT);
  try {
    for (const { name, search } of JSON.parse(kept) as readonly NewView[])
      await create({ name, search, shared: false });
    return true;
  } catch {
    // Until next time.
    localStorage.setItem(KEPT, kept);
    return false;
  }
}
