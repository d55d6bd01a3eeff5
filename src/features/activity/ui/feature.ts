import { IconHistory } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { activityRoute } from './route.ts';

export const activityUi = defineUiFeature({
  routes: [activityRoute],
  navigation: [{ group: 'system', to: '/activity', label: 'activity.title', icon: IconHistory }],
  home: [
    {
      name: 'lately',
      at: 'site',
      Section: lazyRouteComponent(() => import('./LatelySection.tsx'), 'LatelySection'),
      fetchAhead: () => addSection('activity'),
    },
  ],
});
