import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../../ui/wire/ask.ts';
import type { ActivityArea } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';
import { CHUNK } from '../../../ui/wire/queries.ts';

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
