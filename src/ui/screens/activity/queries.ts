import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { CHUNK } from '../../wire/queries.ts';

/** The subjects of actions, as the server names them. */
export const AREAS = [
  ...(['page', 'block', 'media', 'menu', 'taxonomy', 'redirect', 'settings', 'contentType'] as const),
  ...(['blockType', 'trackingScript', 'user', 'apiKey', 'webhook', 'auth', 'preview', 'import', 'git'] as const),
];

export interface ActivityFilter {
  readonly action?: (typeof AREAS)[number];
  /** `user/1` */
  readonly actor?: string;
}

/** One chunk of the activity log. */
export const activityChunkQuery = (filter: ActivityFilter, chunk: number) =>
  queryOptions({
    queryKey: createQueryKey('audit', filter, chunk),
    queryFn: ({ signal }) =>
      ask('GET /api/admin/audit-logs', {
        // Everybody who writes opens previews all the time: they are listed only when they are asked for.
        query: { ...filter, ...(!filter.action && { without: 'preview' }), limit: CHUNK, offset: chunk * CHUNK },
        signal,
      }),
  });
