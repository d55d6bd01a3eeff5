import { lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { fetchOnce } from '../../../ui/router/root.ts';

export const lineUi = defineUiFeature({
  routes: [],
  changePanels: [
    {
      name: 'line',
      at: 'top',
      Section: lazyRouteComponent(() => import('./LinePanel.tsx'), 'LinePanel'),
      async fetchAhead(client, name) {
        const [{ linePlaceQuery }] = await Promise.all([import('./queries.ts'), addSection('line')]);
        await fetchOnce(client, linePlaceQuery(name));
      },
    },
  ],
});
