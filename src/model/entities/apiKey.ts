import { PERMISSIONS, type Permission } from '../access.ts';
import { defineEntity } from '../entity.ts';
import { choice, flag, type Infer, label, object, text, timestamp } from '../schema/schema.ts';

export const apiKeySchema = object(
  {
    key: text({ pattern: '^[1-9][0-9]{0,9}$' }),
    name: label(200),
    /** The beginning of the key, enough to recognise it by. */
    keyPrefix: text({ minLength: 1, maxLength: 20 }),
    /** SHA-256 of the whole key, hex. */
    keyHash: text({ pattern: '^[0-9a-f]{64}$' }),
    permissions: choice(...(Object.keys(PERMISSIONS) as Permission[])),
  },
  /** `changesOnly`: the key writes to changes only, and others publish them. */
  { expiresAt: timestamp(), changesOnly: flag() },
);
export type ApiKey = Infer<typeof apiKeySchema>;

declare module '../records.ts' {
  interface Records {
    apiKey: ApiKey;
  }
}

export const apiKey = defineEntity({
  name: 'apiKey',
  plural: 'api-keys',
  file: 'api-keys/{key}',
  home: 'private',
  schema: apiKeySchema,
  order: ['id', 'name', 'keyPrefix', 'keyHash', 'permissions', 'changesOnly', 'expiresAt', 'createdAt', 'updatedAt'],
  counter: 'apiKey',
  indexes: { byHash: { field: 'keyHash', unique: (data: ApiKey) => data.keyHash } },
  access: { read: 'viewer', create: 'admin', update: 'admin', remove: 'admin' },
  secret: ['keyHash'],
  title: (data) => data.name,
});
