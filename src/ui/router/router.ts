import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter } from '@tanstack/react-router';
import { FEATURE_ROUTES, UI_FEATURES } from '../../features/lists/ui/browser.ts';
import { NotFound } from '../parts/screen/NotFound.tsx';
import { ScreenProblem } from '../parts/screen/ScreenProblem.tsx';
import { blocksRoute } from '../screens/blocks/route.ts';
import { changeRoute, changesRoute } from '../screens/changes/route.ts';
import { accountRoute, lacksRoute, logInRoute, setupRoute, signedInRoute } from '../screens/door/routes.ts';
import { extensionRoute } from '../screens/extension/route.ts';
import { extensionsRoute } from '../screens/extensions/route.ts';
import { historyRoute } from '../screens/history/route.ts';
import { homeRoute } from '../screens/home/route.ts';
import { mediaRoute } from '../screens/media/route.ts';
import { menusRoute } from '../screens/menus/route.ts';
import { newPageRoute, pageRoute, singleRoute } from '../screens/page/route.ts';
import { pagesRoute } from '../screens/pages/route.ts';
import { profileRoute } from '../screens/profile/route.ts';
import { keysRoute, peopleRoute, rolesRoute } from '../screens/record/routes.ts';
import { settingsRoute } from '../screens/settings/route.ts';
import { taxonomiesRoute } from '../screens/taxonomies/route.ts';
import { typesRoute } from '../screens/types/route.ts';
import { Shell } from '../shell/Shell.tsx';
import { rootRoute, shellRoute } from './root.ts';

/** Unknown addresses: shown inside the shell, so that the navigation stays at hand. */
const nowhereRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFound });

/** The doors of features. Nothing leads to them, so for the types of links there are none. */
const DOORS = UI_FEATURES.flatMap(({ doors = [] }) => doors) as unknown as readonly [];

/** Every screen; each has its own folder. */
const routeTree = rootRoute.addChildren([
  logInRoute,
  setupRoute,
  lacksRoute,
  signedInRoute,
  accountRoute,
  ...DOORS,
  shellRoute
    .update({ component: Shell })
    .addChildren([
      homeRoute,
      pagesRoute,
      newPageRoute,
      pageRoute,
      singleRoute,
      historyRoute,
      changesRoute,
      changeRoute,
      blocksRoute,
      mediaRoute,
      keysRoute,
      menusRoute,
      peopleRoute,
      profileRoute,
      rolesRoute,
      settingsRoute,
      taxonomiesRoute,
      typesRoute,
      ...FEATURE_ROUTES,
      extensionRoute,
      extensionsRoute,
      nowhereRoute,
    ]),
]);

export const createUiRouter = (client: QueryClient) =>
  createRouter({
    routeTree,
    basepath: '/admin',
    context: { client },
    // A screen that fails inside the shell is reported inside the shell.
    defaultErrorComponent: ScreenProblem,
    defaultPreload: 'intent',
    // Freshness is up to the query cache.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createUiRouter>;
  }
}
