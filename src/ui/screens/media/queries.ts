import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import type { AdminMediaItem } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { CHUNK } from '../../wire/usePagedRows.ts';
import type { MediaSearch } from './search.ts';

/** A media item in a list. */
export type MediaRow = AdminMediaItem;

/** The part of the search that decides which items are listed, and in which order. */
export type MediaItemFilter = Omit<MediaSearch, 'item' | 'view'>;

/** One chunk of the list of media. */
export const mediaChunkQuery = ({ sort: by = 'createdAt:desc', ...filter }: MediaItemFilter, chunk: number) => {
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

/** A mutation after which every query of media is stale. */
function useMediaMutation<V, A>(mutationFn: (values: V) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: createQueryKey('media') }) });
}

export const useRenameFolder = () =>
  useMediaMutation(({ from, to }: { readonly from: string; readonly to: string }) =>
    ask('PUT /api/admin/media/folders/{name}', { path: { name: from }, body: { name: to } }),
  );

export const useDissolveFolder = () =>
  useMediaMutation((name: string) => ask('DELETE /api/admin/media/folders/{name}', { path: { name } }));
