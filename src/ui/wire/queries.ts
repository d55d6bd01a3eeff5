import { queryOptions } from '@tanstack/react-query';
import { ask } from './ask.ts';
import { createQueryKey } from './keys.ts';

/** Everybody who has an account. */
export const usersQuery = {
  queryKey: createQueryKey('user', 'list'),
  queryFn: async () => (await ask('GET /api/admin/users')).data,
};

/** The content types, with their fields. */
export const contentTypesQuery = queryOptions({
  queryKey: createQueryKey('contentType', 'list'),
  queryFn: async () => (await ask('GET /api/admin/content-types')).data,
});

export const blockTypesQuery = queryOptions({
  queryKey: createQueryKey('blockType', 'list'),
  queryFn: async () => (await ask('GET /api/admin/block-types')).data,
});

export const taxonomiesQuery = queryOptions({
  queryKey: createQueryKey('taxonomy', 'list'),
  queryFn: async () => (await ask('GET /api/admin/taxonomies')).data,
});

/** One vocabulary with its terms and its version. */
export const taxonomyQuery = (id: number) =>
  queryOptions({
    queryKey: createQueryKey('taxonomy', id),
    queryFn: async () => {
      const { data, etag } = await ask('GET /api/admin/taxonomies/{id}', { path: { id } });
      return { ...data, etag };
    },
  });

/** The settings of the whole site: its name, its languages. */
export const settingsQuery = queryOptions({
  queryKey: createQueryKey('settings'),
  queryFn: async () => (await ask('GET /api/admin/config')).data,
});

/** The names of all folders of media. */
export const foldersQuery = queryOptions({
  queryKey: createQueryKey('media', 'folders'),
  queryFn: async () => (await ask('GET /api/admin/media/folders')).data,
});

/** What media can be narrowed to. */
export const MEDIA_TYPES = ['image', 'video', 'audio', 'document'] as const;
export type MediaFileType = (typeof MEDIA_TYPES)[number];

/** How many rows of a list are fetched at once: the most that the server allows. */
export const CHUNK = 100;
