import { defineUiFeature } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { loadOnDemand } from '../../../ui/parts/onDemand/loadOnDemand.tsx';
import type { OpenRecord } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';

/** It is only a hint: where it cannot be loaded, nothing is missing. */
const WhoElse = loadOnDemand(
  async () => {
    const [part] = await Promise.all([import('./WhoElse.tsx'), addSection('presence')]);
    return part.WhoElse;
  },
  { failed: null },
);

export const presenceUi = defineUiFeature({
  routes: [],
  pageBar: { name: 'presence', Part: WhoElse },
  events: {
    presence({ data }, client) {
      const { id, change, people } = data as OpenRecord;
      client.setQueryData(createQueryKey('presence', id, change), (known) => known && people);
      return [];
    },
  },
});
