import { defineEntity } from '../entity.ts';
import { PERSON_LANGUAGES } from '../personLanguage.ts';
import { checkRoleName } from '../rights/siteRoles.ts';
import { choice, flag, type Infer, integer, object, text, timestamp, withDefault } from '../schema/schema.ts';
import { emailKey, ownRoleKeys, roleName } from './user.ts';

export const invitationSchema = object(
  {
    key: text({ pattern: '^[1-9][0-9]{0,9}$' }),
    email: text({ format: 'email', maxLength: 254 }),
    /** One of the three of every site, or the key of a role of one's own. */
    role: withDefault(roleName(), 'editor'),
    /** SHA-256 of what the link holds, hex. */
    tokenHash: text({ pattern: '^[0-9a-f]{64}$' }),
    expiresAt: timestamp(),
  },
  {
    /** The language of the mail, and the person's at first. */
    language: choice(...PERSON_LANGUAGES),
    changesOnly: flag(),
    /** The id of the user who invites. */
    invitedBy: integer({ minimum: 1 }),
  },
);
export type Invitation = Infer<typeof invitationSchema>;

declare module '../records.ts' {
  interface Records {
    invitation: Invitation;
  }
}

/** Somebody who may become a user by a link that works once. */
export const invitation = defineEntity({
  name: 'invitation',
  plural: 'invitations',
  file: 'invitations/{key}',
  home: 'private',
  namedById: true,
  schema: invitationSchema,
  order: [
    ...['id', 'email', 'role', 'changesOnly', 'language', 'invitedBy'],
    ...['tokenHash', 'expiresAt', 'createdAt', 'updatedAt'],
  ],
  counter: 'invitation',
  indexes: {
    byEmail: { field: 'email', unique: (data: Invitation) => emailKey(data.email) },
    byRole: { many: (data: Invitation) => ownRoleKeys(data.role) },
    byToken: { field: 'tokenHash', unique: (data: Invitation) => data.tokenHash },
  },
  access: { read: 'admin', create: 'admin', update: 'admin', remove: 'admin' },
  secret: ['tokenHash'],
  title: (data) => data.email,
  check: ({ role }, lookup, before) => (role === before?.data.role ? [] : checkRoleName(role, lookup)),
});
