import { queryOptions, useQuery } from '@tanstack/react-query';
import { ask } from './ask.ts';
import type { AdminMedia } from './interface.ts';
import { createQueryKey } from './keys.ts';
import { WireError } from './WireError.ts';

/** One file of the library; null if it no longer exists. */
export const mediaItemQuery = (id: number | undefined) =>
  queryOptions({
    queryKey: createQueryKey('media', id),
    enabled: id !== undefined,
    queryFn: async ({ signal }): Promise<AdminMedia | null> => {
      try {
        return (await ask('GET /api/admin/media/{id}', { path: { id: id ?? 0 }, signal })).data;
      } catch (error) {
        if (error instanceof WireError && error.code === 'NOT_FOUND') return null;
        throw error;
      }
    },
  });

interface MediaItem {
  readonly item: AdminMedia | undefined;
  readonly isGone: boolean;
}

export function useMediaItem(id: number | undefined): MediaItem {
  const { data } = useQuery(mediaItemQuery(id));
  return { item: data ?? undefined, isGone: data === null };
}
