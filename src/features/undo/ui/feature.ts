import { IconArrowBackUp } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { shellRoute } from '../../../ui/router/root.ts';
import type { EditSearch } from './queries.ts';

const undoRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/undo',
  // Its screen makes sense of it: what is read here comes with the first form.
  validateSearch: (search): EditSearch => search,
  loader: () => addSection('undo'),
  component: lazyRouteComponent(() => import('./UndoScreen.tsx'), 'UndoScreen'),
});

export const undoUi = defineUiFeature({
  routes: [undoRoute],
  navigation: [{ group: 'system', to: '/undo', label: 'undo.title', icon: IconArrowBackUp, role: 'editor' }],
});
