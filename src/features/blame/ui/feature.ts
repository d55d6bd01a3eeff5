import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { loadOnDemand } from '../../../ui/parts/onDemand/loadOnDemand.tsx';

export const blameUi = defineUiFeature({
  routes: [],
  pageBar: {
    name: 'blame',
    Part: loadOnDemand(
      async () => (await Promise.all([import('./BlameButton.tsx'), addSection('blame')]))[0].BlameButton,
      { failed: null },
    ),
  },
  formExtra: async () => (await Promise.all([import('./formExtra.ts'), addSection('blame')]))[0].blameInForm,
});
