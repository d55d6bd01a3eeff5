import { IconWebhook } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { createRecordRoute } from '../../../ui/screens/record/routes.ts';
import { webhookList } from './list.ts';

const route = createRecordRoute(
  '/webhooks',
  webhookList,
  lazyRouteComponent(() => import('./WebhooksScreen.tsx'), 'WebhooksScreen'),
  'webhooks',
);

export const webhooksUi = defineUiFeature({
  routes: [route],
  navigation: [{ group: 'system', to: '/webhooks', label: 'webhooks.title', icon: IconWebhook, role: 'admin' }],
  problems: { WEBHOOK: '/webhooks' },
});
