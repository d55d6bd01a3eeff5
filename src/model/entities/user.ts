import { defineEntity } from '../entity.ts';
import { PERSON_LANGUAGES } from '../personLanguage.ts';
import { checkRoleName, isBuiltInRole } from '../rights/siteRoles.ts';
import { choice, flag, type Infer, integer, label, object, text, withDefault } from '../schema/schema.ts';

/** The name of a role where somebody is given one. */
export const roleName = () => text({ minLength: 1, maxLength: 50 });

/** Index keys of those who have a role of one's own. */
export const ownRoleKeys = (role: string | undefined): readonly string[] =>
  role === undefined || isBuiltInRole(role) ? [] : [role];

/** How the interface looks; `auto` as the person's device does. */
export const THEMES = ['light', 'dark', 'auto'] as const;

export const userSchema = object(
  {
    /** The id, which is the name of the file. */
    key: text({ pattern: '^[1-9][0-9]{0,9}$' }),
    email: text({ format: 'email', maxLength: 254 }),
    name: label(200),
    /** One of the three of every site, or the key of a role of one's own. */
    role: withDefault(roleName(), 'editor'),
    /** bcrypt. */
    passwordHash: text({ minLength: 1, maxLength: 200 }),
  },
  {
    /** The user writes to changes only, and others publish them. */
    changesOnly: flag(),
    /** Grows with every new password or role: sessions and previews from before have ended, and stay ended. */
    sessionGeneration: integer({ minimum: 1 }),
    /** What Quire speaks to them, in the interface and in mails. */
    language: choice(...PERSON_LANGUAGES),
    theme: choice(...THEMES),
    /** The hash of their picture, which names its file. */
    picture: text({ pattern: '^[0-9a-f]{16}$' }),
    /** Who the user is at the organisation's provider: what it calls itself, and what it calls the person. */
    provider: object({ issuer: text({ maxLength: 2000 }), subject: text({ minLength: 1, maxLength: 255 }) }),
    /** The emergency account: it has a password even where only the provider lets people in. */
    breakGlass: flag(),
  },
);
export type User = Infer<typeof userSchema>;

declare module '../records.ts' {
  interface Records {
    user: User;
  }
}

/** The generation that ends all sessions of before. */
export const nextGeneration = ({ sessionGeneration = 0 }: Pick<User, 'sessionGeneration'>): number =>
  sessionGeneration + 1;

/** In place of a hash: no password is right. */
export const NO_PASSWORD = '!';

/** Who somebody is at a provider, as one text. A subject alone may be anybody's at another provider. */
export const providerKey = ({ issuer, subject }: NonNullable<User['provider']>): string => `${issuer} ${subject}`;

/** E-mails are unique without regard to case. */
export const emailKey = (email: string): string => email.toLowerCase();

export const user = defineEntity({
  name: 'user',
  plural: 'users',
  file: 'users/{key}',
  home: 'private',
  namedById: true,
  schema: userSchema,
  order: [
    'id',
    'email',
    'name',
    'role',
    'changesOnly',
    'language',
    'theme',
    'picture',
    'breakGlass',
    'passwordHash',
    'sessionGeneration',
    'provider',
    'createdAt',
    'updatedAt',
  ],
  counter: 'user',
  indexes: {
    byEmail: { field: 'email', unique: (data: User) => emailKey(data.email) },
    byRole: { many: (data: User) => ownRoleKeys(data.role) },
    byProvider: { many: ({ provider }: User) => (provider ? [providerKey(provider)] : []) },
  },
  access: { read: 'viewer', create: 'admin', update: 'admin', remove: 'admin' },
  secret: ['passwordHash', 'provider'],
  title: (data) => data.name,
  check: ({ role }, lookup, before) => (role === before?.data.role ? [] : checkRoleName(role, lookup)),
});
