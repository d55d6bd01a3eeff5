import { IconHistory } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { shellRoute } from '../../../ui/router/root.ts';
import { ACTIVITY_AREAS } from '../../../ui/wire/interface.ts';
import { type ActivityFilter, activityChunkQuery } from './queries.ts';

const readActivitySearch = ({ action, actor }: Record<string, unknown>): ActivityFilter => ({
  action: ACTIVITY_AREAS.find((area) => area === action),
  actor: typeof actor === 'string' && actor !== '' ? actor : undefined,
});

const activityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/activity',
  validateSearch: readActivitySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client }, deps }) => {
    void client.prefetchQuery(activityChunkQuery(deps, 0));
    return addSection('activity');
  },
  component: lazyRouteComponent(() => import('./ActivityScreen.tsx'), 'ActivityScreen'),
});

export const activityUi = defineUiFeature({
  routes: [activityRoute],
  navigation: [{ group: 'system', to: '/activity', label: 'activity.title', icon: IconHistory }],
  home: [
    {
      name: 'lately',
      title: 'activity.title',
      at: 'site',
      Section: lazyRouteComponent(() => import('./LatelySection.tsx'), 'LatelySection'),
      fetchAhead: () => addSection('activity'),
    },
  ],
});
