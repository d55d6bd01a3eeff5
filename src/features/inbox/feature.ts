import { defineFeature } from '../../extend/feature.ts';
import { inboxEndpoints } from './endpoints.ts';

/** What people are told, in the interface and by mail. */
export const inbox = defineFeature({
  name: 'inbox',
  open: ({ inbox: notices }) => ({
    endpoints: (readable) => inboxEndpoints({ ...readable, inbox: notices }),
    close: async () => undefined,
  }),
});
