import { defineFeature } from '../../extend/feature.ts';
import { dayEndpoints } from './dayEndpoints.ts';
import { calendarEndpoints } from './endpoints.ts';
import { createPublicationLog } from './publicationLog.ts';

/** What was and what will be published, by day. */
export const calendar = defineFeature({
  name: 'calendar',
  open(parts) {
    const publications = createPublicationLog(parts);
    return {
      endpoints: (readable) => [
        ...calendarEndpoints({ ...readable, publications, clock: parts.clock }),
        ...dayEndpoints({ ...readable, clock: parts.clock, prefix: parts.repo.location.prefix }),
      ],
      close: async () => undefined,
    };
  },
});
