import { queryOptions } from '@tanstack/react-query';
import { toOrder } from '../../parts/tree/moves.ts';
import { useArranging } from '../../parts/tree/useArranging.ts';
import { ask } from '../../wire/ask.ts';
import type { AdminMenu, AdminMenuItem } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';

/** All menus, without their items. */
export const menusQuery = queryOptions({
  queryKey: createQueryKey('menu', 'list'),
  queryFn: async () => (await ask('GET /api/admin/menus')).data,
});

/** One menu with its items and its version. */
export const menuQuery = (id: number) =>
  queryOptions({
    queryKey: createQueryKey('menu', id),
    queryFn: async () => {
      const { data, etag } = await ask('GET /api/admin/menus/{id}', { path: { id } });
      return { ...data, etag };
    },
  });

/** Rearranges the items of a menu. */
export const useArrange = (id: number) =>
  useArranging({
    queryKey: createQueryKey('menu', id),
    put: (menu: AdminMenu & { readonly etag: string | null }, items: readonly AdminMenuItem[]) => ({ ...menu, items }),
    send: (items, headers) =>
      ask('PUT /api/admin/menus/{id}/items-order', { path: { id }, body: { items: toOrder(items) }, headers }),
  });
