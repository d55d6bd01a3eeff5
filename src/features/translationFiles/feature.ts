import { defineFeature } from '../../extend/feature.ts';
import { translationFileEndpoints } from './endpoints.ts';

/** Texts that go out to translators as files, and come back. */
export const translationFiles = defineFeature({
  name: 'translationFiles',
  open: () => ({
    endpoints: translationFileEndpoints,
    close: async () => undefined,
  }),
});
