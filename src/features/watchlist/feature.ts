import { defineFeature } from '../../extend/feature.ts';
import { watchlistEndpoints } from './endpoints.ts';
import { openLooks } from './looks.ts';
import { createWatcherNotices } from './tellWatchers.ts';
import { openWatchlists } from './watchlists.ts';

/** What people watch, and when they last looked at it. */
export const watchlist = defineFeature({
  name: 'watchlist',
  open(parts) {
    const { privateDir, clock, config } = parts;
    const onError = (error: unknown): void => parts.onError(error, 'People could not be told of what they watch');
    const watchlists = openWatchlists({ privateDir, onError });
    const looks = openLooks({ privateDir, onError });
    const notices = config.readOnly ? null : createWatcherNotices({ ...parts, watchlists, onError });
    return {
      endpoints: ({ live, proposals }) => watchlistEndpoints({ live, proposals, watchlists, looks, clock }),
      start: ({ changes }) => notices?.start(changes),
      close: async () => notices?.close(),
    };
  },
});
