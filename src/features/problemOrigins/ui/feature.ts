import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { loadOnDemand } from '../../../ui/parts/onDemand/loadOnDemand.tsx';

export const problemOriginsUi = defineUiFeature({
  routes: [],
  problemNote: {
    name: 'problemOrigins',
    Part: loadOnDemand(
      async () => (await Promise.all([import('./OriginNote.tsx'), addSection('problemOrigins')]))[0].OriginNote,
      { failed: null },
    ),
  },
});
