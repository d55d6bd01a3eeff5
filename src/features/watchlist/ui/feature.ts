import { lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { loadOnDemand } from '../../../ui/parts/onDemand/loadOnDemand.tsx';

const loadWatchSection = () => import('./WatchSection.tsx');

export const watchlistUi = defineUiFeature({
  routes: [],
  pageBar: {
    name: 'watchlist',
    Part: loadOnDemand(
      async () => (await Promise.all([import('./PageWatch.tsx'), addSection('watchlist')]))[0].PageWatch,
      { failed: null },
    ),
  },
  changePanels: [
    {
      name: 'watchlist',
      at: 'top',
      Section: lazyRouteComponent(() => import('./ChangeWatch.tsx'), 'ChangeWatch'),
      fetchAhead: async (client, name) => {
        const [{ fetchLook }] = await Promise.all([import('./useLook.ts'), addSection('watchlist')]);
        await fetchLook(client, { change: name });
      },
    },
  ],
  home: [
    {
      name: 'watchlist',
      at: 'work',
      title: 'watchlist.title',
      Section: lazyRouteComponent(loadWatchSection, 'WatchSection'),
      fetchAhead: async (client) => {
        const { fetchWatched } = await loadWatchSection();
        await Promise.all([addSection('watchlist'), fetchWatched(client)]);
      },
    },
  ],
});
