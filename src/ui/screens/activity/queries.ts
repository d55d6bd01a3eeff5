import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import type { ActivityArea } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { CHUNK } from '../../wire/queries.ts';

export interface ActivityFilter {
  readonly action?: ActivityArea;
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
