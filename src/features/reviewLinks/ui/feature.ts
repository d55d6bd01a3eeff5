import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { rootRoute } from '../../../ui/router/root.ts';

/** What a link leads to. What it holds comes after `#`, which browsers send to no server. */
const guestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review',
  loader: () => addSection('reviewLinks'),
  component: lazyRouteComponent(() => import('./GuestScreen.tsx'), 'GuestScreen'),
});

export const reviewLinksUi = defineUiFeature({
  routes: [],
  doors: [guestRoute],
  changePanels: [
    {
      name: 'reviewLinks',
      at: 'bottom',
      Section: lazyRouteComponent(() => import('./LinksPanel.tsx'), 'LinksPanel'),
      fetchAhead: () => addSection('reviewLinks'),
    },
  ],
  events: { reviewLink: () => ['link'] },
});
