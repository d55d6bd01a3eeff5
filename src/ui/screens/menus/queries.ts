import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { tellProblem } from '../../parts/dialog/tell.tsx';
import { toOrder } from '../../parts/tree/moves.ts';
import { ask } from '../../wire/ask.ts';
import type { AdminMenu, AdminMenuItem } from '../../wire/interface.ts';
import { keyOf } from '../../wire/keys.ts';

export const menusQuery = queryOptions({
  queryKey: keyOf('menu', 'list'),
  queryFn: async () => (await ask('GET /api/admin/menus')).data,
});

/** One menu with its items. */
export const menuQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf('menu', id),
    queryFn: async () => (await ask('GET /api/admin/menus/{id}', { path: { id } })).data,
  });

/** Arranges a menu's items: shown at once, taken back where the server refuses. */
export function useArrange(id: number) {
  const client = useQueryClient();
  const { queryKey } = menuQuery(id);
  return useMutation({
    mutationFn: (items: readonly AdminMenuItem[]) =>
      ask('PUT /api/admin/menus/{id}/items-order', { path: { id }, body: { items: toOrder(items) } }),
    async onMutate(items) {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (menu: AdminMenu | undefined) => menu && { ...menu, items });
      return before;
    },
    onError(error, _items, before) {
      client.setQueryData(queryKey, before);
      tellProblem(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('menu') }),
  });
}
