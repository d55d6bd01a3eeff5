import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import { keyOf } from '../../wire/keys.ts';
import { CHUNK } from '../../wire/usePagedRows.ts';

/** What actions are about, as the server names it. */
export const AREAS = [
  ...(['page', 'block', 'media', 'menu', 'taxonomy', 'redirect', 'settings', 'contentType'] as const),
  ...(['blockType', 'trackingScript', 'user', 'apiKey', 'webhook', 'auth', 'import', 'git'] as const),
];

export interface ActivityFilter {
  readonly action?: (typeof AREAS)[number];
  /** As `user/1`. */
  readonly actor?: string;
}

export const activityChunkQuery = (filter: ActivityFilter, chunk: number) =>
  queryOptions({
    queryKey: keyOf('audit', filter, chunk),
    queryFn: ({ signal }) =>
      ask('GET /api/admin/audit-logs', { query: { ...filter, limit: CHUNK, offset: chunk * CHUNK }, signal }),
  });
