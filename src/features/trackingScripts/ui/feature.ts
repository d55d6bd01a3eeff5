import { IconCode } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { createRecordRoute } from '../../../ui/screens/record/routes.ts';
import { scriptList } from './list.ts';

const route = createRecordRoute(
  '/tracking-scripts',
  scriptList,
  lazyRouteComponent(() => import('./ScriptsScreen.tsx'), 'ScriptsScreen'),
  'trackingScripts',
);

export const trackingScriptsUi = defineUiFeature({
  routes: [route],
  navigation: [
    {
      group: 'site',
      to: '/tracking-scripts',
      label: 'trackingScripts.title',
      icon: IconCode,
      role: 'admin',
      kind: 'trackingScript',
    },
  ],
  places: { trackingScript: (open) => ({ to: '/tracking-scripts', search: { open } }) },
});
