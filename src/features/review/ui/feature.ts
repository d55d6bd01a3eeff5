import { IconCheck } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { loadOnDemand } from '../../../ui/parts/onDemand/loadOnDemand.tsx';
import { fetchOnce, shellRoute } from '../../../ui/router/root.ts';

const loadQueries = () => import('./queries.ts');

const reviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/review-rules',
  async loader({ context: { client } }) {
    const [{ reviewSettingsQuery }] = await Promise.all([loadQueries(), addSection('review')]);
    await fetchOnce(client, reviewSettingsQuery);
  },
  component: lazyRouteComponent(() => import('./RulesScreen.tsx'), 'RulesScreen'),
});

export const reviewUi = defineUiFeature({
  routes: [reviewRoute],
  navigation: [{ group: 'system', to: '/review-rules', label: 'reviewRules.title', icon: IconCheck, role: 'admin' }],
  events: Object.fromEntries(
    ['asked', 'approved', 'sentBack', 'withdrawn'].map((what) => [`review.${what}`, () => ['change']]),
  ),
  changePanels: [
    {
      name: 'review',
      at: 'top',
      Section: lazyRouteComponent(() => import('./ReviewPanel.tsx'), 'ReviewPanel'),
      async fetchAhead(client, name) {
        const [{ changeReviewQuery }] = await Promise.all([loadQueries(), addSection('review')]);
        await fetchOnce(client, changeReviewQuery(name));
      },
    },
  ],
  frame: {
    name: 'reviewFirst',
    Part: loadOnDemand(async () => (await import('./ReviewFirst.tsx')).ReviewFirst, { waiting: null, failed: null }),
  },
  findPublishStep: async (asked) => (await import('./findReviewStep.ts')).findReviewStep(asked),
});
