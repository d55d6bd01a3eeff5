import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
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
