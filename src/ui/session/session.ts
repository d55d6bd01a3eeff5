import { queryOptions } from '@tanstack/react-query';
import { ask } from '../wire/ask.ts';
import type { Caller, CallerRights } from '../wire/interface.ts';
import { createQueryKey } from '../wire/keys.ts';
import { noteCaller } from '../wire/proposing.ts';
import type { RoleRules } from './rights.ts';

export type CallerRole = Caller['rights']['level'];

/** The rules of a role of one's own, with the code that reads them. */
async function loadRules({ rules, kinds }: CallerRights): Promise<RoleRules | null> {
  if (rules === null) return null;
  const { loadRoleRules } = await import('./loadRoleRules.ts');
  return loadRoleRules(rules, Object.keys(kinds));
}

/** Who is logged in. */
export const callerQuery = queryOptions({
  queryKey: createQueryKey('session'),
  queryFn: async () => {
    const { data } = await ask('GET /api/admin/auth/me');
    noteCaller(data);
    return { ...data, rules: await loadRules(data.rights) };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether the first administrator account has yet to be created. */
export const setupQuery = queryOptions({
  queryKey: createQueryKey('setup'),
  queryFn: async () => (await ask('GET /api/admin/setup/status')).data.needsSetup,
});

const ROLES: readonly CallerRole[] = ['viewer', 'editor', 'admin'];

/** Whether `role` includes the rights of `needed`. */
export const roleIncludes = (role: CallerRole, needed: CallerRole): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed);
