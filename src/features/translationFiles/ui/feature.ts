import { IconLanguage } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { shellRoute } from '../../../ui/router/root.ts';

const route = createRoute({
  getParentRoute: () => shellRoute,
  path: '/translation-files',
  loader: () => addSection('translationFiles'),
  component: lazyRouteComponent(() => import('./TranslationFilesScreen.tsx'), 'TranslationFilesScreen'),
});

export const translationFilesUi = defineUiFeature({
  routes: [route],
  navigation: [
    {
      ...{ group: 'site', to: '/translation-files', label: 'translationFiles.title', icon: IconLanguage },
      ...{ role: 'editor', kind: 'page' },
    },
  ],
});
