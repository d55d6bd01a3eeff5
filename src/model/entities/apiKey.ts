import { PERMISSIONS, type Permission } from '../access.ts';
import { defineEntity } from '../entity.ts';
import type { Lookup } from '../entry.ts';
import type { Detail } from '../errors.ts';
import { because } from '../reason.ts';
import { checkRoleName } from '../rights/siteRoles.ts';
import { choice, flag, type Infer, integer, label, object, text, timestamp } from '../schema/schema.ts';
import { ownRoleKeys, roleName } from './user.ts';

export const apiKeySchema = object(
  {
    key: text({ pattern: '^[1-9][0-9]{0,9}$' }),
    name: label(200),
    /** The beginning of the key, enough to recognise it by. */
    keyPrefix: text({ minLength: 1, maxLength: 20 }),
    /** SHA-256 of the whole key, hex. */
    keyHash: text({ pattern: '^[0-9a-f]{64}$' }),
  },
  {
    permissions: choice(...(Object.keys(PERMISSIONS) as Permission[])),
    /** Instead of permissions, the key of a role of one's own. */
    role: roleName(),
    /** The id of the user whose own it is: it may do no more than they may, and ends with them. */
    owner: integer({ minimum: 1 }),
    expiresAt: timestamp(),
    /** The key writes to changes only, and others publish them. */
    changesOnly: flag(),
  },
);
export type ApiKey = Infer<typeof apiKeySchema>;

declare module '../records.ts' {
  interface Records {
    apiKey: ApiKey;
  }
}

/** A key has permissions, or a role. */
function checkKeyRights({ permissions, role }: ApiKey, lookup: Lookup, had: string | undefined): readonly Detail[] {
  if (role === undefined)
    return permissions === undefined ? [{ path: ['permissions'], ...because('required', 'is required', {}) }] : [];
  if (permissions !== undefined)
    return [{ path: ['role'], ...because('notAllowed', 'must not be given beside permissions', { name: 'role' }) }];
  return role === had ? [] : checkRoleName(role, lookup);
}

export const apiKey = defineEntity({
  name: 'apiKey',
  plural: 'api-keys',
  file: 'api-keys/{key}',
  home: 'private',
  namedById: true,
  schema: apiKeySchema,
  order: [
    'id',
    'name',
    'keyPrefix',
    'keyHash',
    'permissions',
    'role',
    'owner',
    'changesOnly',
    'expiresAt',
    'createdAt',
    'updatedAt',
  ],
  counter: 'apiKey',
  indexes: {
    byHash: { field: 'keyHash', unique: (data: ApiKey) => data.keyHash },
    byOwner: { many: (data: ApiKey) => (data.owner === undefined ? [] : [String(data.owner)]) },
    byRole: { many: (data: ApiKey) => ownRoleKeys(data.role) },
  },
  access: { read: 'viewer', create: 'admin', update: 'admin', remove: 'admin' },
  secret: ['keyHash'],
  title: (data) => data.name,
  check: (data, lookup, before) => checkKeyRights(data, lookup, before?.data.role),
});
