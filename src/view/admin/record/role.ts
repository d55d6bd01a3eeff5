import { PERMISSIONS, ROLES, type Role } from '../../../model/access.ts';
import type { RoleRecord } from '../../../model/entities/role.ts';
import type { Entry, Lookup } from '../../../model/entry.ts';
import { contentRulesOf } from '../../../model/rights/judge.ts';
import { findRoleOwners } from '../../../model/rights/siteRoles.ts';

type OwnerLookup = Pick<Lookup, 'find' | 'all'>;

/** A role that admins have made. */
export const showRole = ({ id, createdAt, data }: Entry<RoleRecord>, lookup: OwnerLookup): object => ({
  id,
  ...showRights(data),
  ...{ isBuiltIn: false, isFromConfig: false, usedBy: countOwners(data.key, lookup), createdAt },
});

/** A role that the configuration declares. */
export const showConfiguredRole = (role: RoleRecord, lookup: OwnerLookup): object => ({
  id: null,
  ...showRights(role),
  ...{ isBuiltIn: false, isFromConfig: true, usedBy: countOwners(role.key, lookup), createdAt: null },
});

/** The three roles of every site. */
export const showBuiltInRoles = (lookup: OwnerLookup): readonly object[] =>
  ROLES.map((role) => ({
    ...{ id: null, key: role, name: role, extends: null, base: contentRulesOf(role), allow: [], deny: [] },
    ...{ isBuiltIn: true, isFromConfig: false, usedBy: countBuiltIn(role, lookup), createdAt: null },
  }));

const showRights = ({ key, name, extends: base, allow, deny }: RoleRecord) => ({
  ...{ key, name, extends: base, base: contentRulesOf(base), allow, deny },
});

const countOwners = (key: string, lookup: OwnerLookup): number => findRoleOwners(key, lookup).length;

function countBuiltIn(role: Role, lookup: OwnerLookup): number {
  const users = [...lookup.all('user')].filter(({ data }) => data.role === role);
  const keys = [...lookup.all('apiKey')].filter(
    ({ data }) => data.role === role || (data.permissions !== undefined && PERMISSIONS[data.permissions] === role),
  );
  return users.length + keys.length;
}
