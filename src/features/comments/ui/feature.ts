import { lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { loadOnDemand } from '../../../ui/parts/onDemand/loadOnDemand.tsx';

const refreshComments = () => ['comment'];

const loadTasks = () => import('./TaskSection.tsx');

export const commentsUi = defineUiFeature({
  routes: [],
  events: {
    'comment.created': refreshComments,
    'comment.changed': refreshComments,
    'comment.resolved': refreshComments,
  },
  pageBar: {
    name: 'comments',
    Part: loadOnDemand(
      async () => (await Promise.all([import('./CommentsButton.tsx'), addSection('comments')]))[0].CommentsButton,
      { failed: null },
    ),
  },
  formExtra: async () => (await Promise.all([import('./formExtra.ts'), addSection('comments')]))[0].commentsInForm,
  changePanels: [
    {
      name: 'comments',
      at: 'bottom',
      Section: lazyRouteComponent(() => import('./ChangeComments.tsx'), 'ChangeComments'),
      fetchAhead: () => addSection('comments'),
    },
  ],
  home: [
    {
      name: 'tasks',
      at: 'asks',
      title: 'comments.tasks',
      Section: lazyRouteComponent(loadTasks, 'TaskSection'),
      fetchAhead: async (client) => {
        const { fetchTasks } = await loadTasks();
        await Promise.all([addSection('comments'), fetchTasks(client)]);
      },
    },
  ],
});
