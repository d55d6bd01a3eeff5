import { IconClock } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { loadOnDemand } from '../../../ui/parts/onDemand/loadOnDemand.tsx';
import { shellRoute } from '../../../ui/router/root.ts';
import type { DaySearch } from './dayQueries.ts';
import type { CalendarSearch } from './queries.ts';

const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar',
  // Its screen makes sense of it: what is read here comes with the first form.
  validateSearch: (search): CalendarSearch => search,
  loader: () => addSection('calendar'),
  component: lazyRouteComponent(() => import('./CalendarScreen.tsx'), 'CalendarScreen'),
});

const dayRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar/day',
  validateSearch: (search): Partial<DaySearch> => search,
  loader: () => addSection('calendar'),
  component: lazyRouteComponent(() => import('./DayScreen.tsx'), 'DayScreen'),
});

export const calendarUi = defineUiFeature({
  routes: [calendarRoute, dayRoute],
  navigation: [{ group: 'content', to: '/calendar', label: 'calendar.title', icon: IconClock }],
  previewBar: {
    name: 'day',
    Part: loadOnDemand(async () => (await Promise.all([import('./DayLink.tsx'), addSection('calendar')]))[0].DayLink, {
      failed: null,
    }),
  },
});
