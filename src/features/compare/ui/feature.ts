import { IconHistory } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { shellRoute } from '../../../ui/router/root.ts';
import type { CompareSearch } from './queries.ts';

const compareRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/compare',
  // Its screen makes sense of it: what is read here comes with the first form.
  validateSearch: (search): CompareSearch => search,
  loader: () => addSection('compare'),
  component: lazyRouteComponent(() => import('./CompareScreen.tsx'), 'CompareScreen'),
});

export const compareUi = defineUiFeature({
  routes: [compareRoute],
  navigation: [{ group: 'system', to: '/compare', label: 'compare.title', icon: IconHistory }],
});
