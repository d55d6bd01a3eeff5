import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { loadOnDemand } from '../../../ui/parts/onDemand/loadOnDemand.tsx';
import { fetchOnce, shellRoute } from '../../../ui/router/root.ts';
import { newsQuery } from './queries.ts';

const inboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inbox',
  loader: () => addSection('inbox'),
  component: lazyRouteComponent(() => import('./InboxScreen.tsx'), 'InboxScreen'),
});

const Bell = loadOnDemand(
  async () => {
    const [{ InboxBell }] = await Promise.all([import('./InboxBell.tsx'), addSection('inbox')]);
    return InboxBell;
  },
  { failed: null },
);

const Mails = loadOnDemand(
  async () => (await Promise.all([import('./MailChoice.tsx'), addSection('inbox')]))[0].MailChoice,
  { failed: null },
);

export const inboxUi = defineUiFeature({
  routes: [inboxRoute],
  events: { inbox: () => ['inbox'] },
  profile: { name: 'inbox', Section: Mails },
  home: [
    {
      name: 'asks',
      at: 'asks',
      title: 'inbox.asks',
      Section: lazyRouteComponent(() => import('./AsksSection.tsx'), 'AsksSection'),
      fetchAhead: (client) => Promise.all([addSection('inbox'), fetchOnce(client, newsQuery)]),
    },
  ],
  frame: { name: 'inbox', Part: Bell },
});
