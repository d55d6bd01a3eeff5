import { defineFeature } from '../../extend/feature.ts';
import { calendarEndpoints } from './endpoints.ts';
import { createPublicationLog } from './publicationLog.ts';

/** What was and what will be published, by day. */
export const calendar = defineFeature({
  name: 'calendar',
  open(parts) {
    const publications = createPublicationLog(parts);
    return {
      endpoints: (readable) => calendarEndpoints({ ...readable, publications, clock: parts.clock }),
      close: async () => undefined,
    };
  },
});
