import { ROLES, type Role } from '../access.ts';
import type { RoleRecord } from '../entities/role.ts';
import type { Entry, Lookup } from '../entry.ts';
import type { Detail } from '../errors.ts';
import { because } from '../reason.ts';

declare module '../entry.ts' {
  interface SiteCode {
    /** The roles that the site's configuration declares. */
    readonly roles?: readonly RoleRecord[];
  }
}

type RoleLookup = Pick<Lookup, 'code' | 'byKey'>;

export const isBuiltInRole = (name: string): name is Role => (ROLES as readonly string[]).includes(name);

/** A role of one's own that the configuration declares. */
export const findConfiguredRole = ({ code }: Pick<Lookup, 'code'>, key: string): RoleRecord | undefined =>
  code.roles?.find((role) => role.key === key);

/** What is wrong with the role of a user or key that is to have it. */
export function checkRoleName(name: string, lookup: RoleLookup & Pick<Lookup, 'all'>): readonly Detail[] {
  if (isBuiltInRole(name) || findConfiguredRole(lookup, name) || lookup.byKey('role', name)) return [];
  const own = [...(lookup.code.roles ?? []), ...[...lookup.all('role')].map(({ data }) => data)];
  const choices = [...ROLES, ...own.map(({ key }) => key)].join(', ');
  return [{ path: ['role'], ...because('oneOf', `must be one of: ${choices}`, { choices }) }];
}

/** Those who have a role of one's own: users, keys, and who is invited. */
export const findRoleOwners = (key: string, lookup: Pick<Lookup, 'find'>): readonly Entry[] =>
  (['user', 'apiKey', 'invitation'] as const).flatMap((kind): readonly Entry[] => lookup.find(kind, 'byRole', key));
