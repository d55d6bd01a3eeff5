import { IconGitMerge } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { shellRoute } from '../../../ui/router/root.ts';
import { syncQuery } from './queries.ts';

const syncRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sync',
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(syncQuery);
    return addSection('host');
  },
  component: lazyRouteComponent(() => import('./SyncScreen.tsx'), 'SyncScreen'),
});

export const hostUi = defineUiFeature({
  routes: [syncRoute],
  navigation: [{ group: 'system', to: '/sync', label: 'sync.title', icon: IconGitMerge, role: 'editor' }],
  problems: { CLASH: '/sync', GIT_HOST: '/sync' },
  home: [
    {
      name: 'host',
      at: 'health',
      Section: lazyRouteComponent(() => import('./HostLine.tsx'), 'HostLine'),
      fetchAhead: () => addSection('host'),
    },
  ],
});
