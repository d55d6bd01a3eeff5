import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { addSection } from '../../i18n/i18n.ts';
import { readOpen } from '../../parts/readOpen.ts';
import { shellRoute } from '../../router/root.ts';
import { menusQuery } from './queries.ts';

export interface MenusSearch {
  /** The id of the menu that is shown; the first unless given. */
  readonly menu?: number;
  /** The id of the open item, or `new`. */
  readonly open?: number | 'new';
}

export const menusRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/menus',
  validateSearch: ({ menu, open }: Record<string, unknown>): MenusSearch => ({
    menu: Number.isInteger(menu) ? Number(menu) : undefined,
    open: readOpen(open),
  }),
  loader: ({ context: { client } }) =>
    Promise.all([client.ensureQueryData(menusQuery), addSection('menus'), addSection('tree')]),
  component: lazyRouteComponent(() => import('./MenusScreen.tsx'), 'MenusScreen'),
});
