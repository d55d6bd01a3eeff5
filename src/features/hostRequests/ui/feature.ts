import { lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';

export const hostRequestsUi = defineUiFeature({
  routes: [],
  changePanels: [
    {
      name: 'request',
      at: 'top',
      Section: lazyRouteComponent(() => import('./RequestPanel.tsx'), 'RequestPanel'),
      fetchAhead: async (client, name) => {
        const [{ knownRequestQuery }] = await Promise.all([import('./queries.ts'), addSection('hostRequests')]);
        await client.prefetchQuery(knownRequestQuery(name));
      },
    },
  ],
});
