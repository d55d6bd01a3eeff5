import { defineFeature } from '../../extend/feature.ts';
import { presenceEndpoints, showViewer } from './endpoints.ts';
import { createPresence } from './presence.ts';

/** Who has which record open, and in which field they are. */
export const presence = defineFeature({
  name: 'presence',
  open({ announce, clock, live: { store: users } }) {
    const present = createPresence({
      clock,
      announce: (record, people) =>
        announce('presence', {
          type: 'presence',
          timestamp: clock().toISOString(),
          data: { ...record, people: people.map((one) => showViewer(one, users)) },
        }),
    });
    return {
      endpoints: ({ mayTell }) => presenceEndpoints({ presence: present, mayTell, users }),
      close: async () => present.close(),
    };
  },
});
