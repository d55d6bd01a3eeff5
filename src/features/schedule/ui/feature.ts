import { lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';

const loadSection = () => import('./ScheduledSection.tsx');

export const scheduleUi = defineUiFeature({
  routes: [],
  home: [
    {
      name: 'schedule',
      title: 'schedule.title',
      at: 'work',
      Section: lazyRouteComponent(loadSection, 'ScheduledSection'),
      fetchAhead: async (client) => {
        const { fetchSchedule } = await loadSection();
        await Promise.all([addSection('schedule'), fetchSchedule(client)]);
      },
    },
  ],
});
