import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';

/** All users. */
export const usersQuery = queryOptions({
  queryKey: createQueryKey('user'),
  queryFn: async () => (await ask('GET /api/admin/users')).data,
});

/** The sessions of a user. Only admins may see those of others. */
export const sessionsQuery = (userId: number, isOwn: boolean) =>
  queryOptions({
    queryKey: createQueryKey('user', userId, 'sessions'),
    staleTime: 0,
    queryFn: async ({ signal }) =>
      isOwn
        ? (await ask('GET /api/admin/auth/sessions', { signal })).data
        : (await ask('GET /api/admin/users/{id}/sessions', { path: { id: userId }, signal })).data,
  });

interface Ending {
  readonly userId: number;
  readonly isOwn: boolean;
  readonly session: string;
}

/** Ends a session: one of one's own, or, for admins, of anybody. */
export const endSession = ({ userId, isOwn, session }: Ending): Promise<unknown> =>
  isOwn
    ? ask('DELETE /api/admin/auth/sessions/{session}', { path: { session } })
    : ask('DELETE /api/admin/users/{id}/sessions/{session}', { path: { id: userId, session } });
