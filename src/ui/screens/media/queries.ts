import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import type { AdminMediaItem } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { CHUNK } from '../../wire/queries.ts';
import { MEDIA_ORDERS, type MediaSearch } from './search.ts';

/** A media item in a list. */
export type MediaRow = AdminMediaItem;

/** The part of the search that decides which items are listed, and in which order. */
export type MediaItemFilter = Omit<MediaSearch, 'item' | 'view'>;

/** One chunk of the list of media. */
export const mediaChunkQuery = ({ sort: by = MEDIA_ORDERS[0], ...filter }: MediaItemFilter, chunk: number) => {
  const [sort, order] = by.split(':') as ['createdAt', 'desc'];
  return queryOptions({
    queryKey: createQueryKey('media', 'list', filter, by, chunk),
    queryFn: ({ signal }) =>
      ask('GET /api/admin/media', {
        query: { ...filter, sort, order, limit: CHUNK, offset: chunk * CHUNK },
        signal,
      }),
  });
};
