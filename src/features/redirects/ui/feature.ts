import { IconRoute } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { createRecordRoute } from '../../../ui/screens/record/routes.ts';
import { redirectList } from './list.ts';

const route = createRecordRoute(
  '/redirects',
  redirectList,
  lazyRouteComponent(() => import('./RedirectsScreen.tsx'), 'RedirectsScreen'),
  'redirects',
);

export const redirectsUi = defineUiFeature({
  routes: [route],
  navigation: [
    { group: 'site', to: '/redirects', label: 'redirects.title', icon: IconRoute, role: 'admin', kind: 'redirect' },
  ],
  places: { redirect: (open) => ({ to: '/redirects', search: { open } }) },
});
