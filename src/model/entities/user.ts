import { ROLES } from '../access.ts';
import { defineEntity } from '../entity.ts';
import type { Entry, Lookup } from '../entry.ts';
import type { Detail } from '../errors.ts';
import { choice, type Infer, object, text, withDefault } from '../schema.ts';

export const userSchema = object({
  /** The id, as the file's name gives it. */
  key: text({ pattern: '^[1-9][0-9]{0,9}$' }),
  email: text({ format: 'email', maxLength: 254 }),
  name: text({ minLength: 1, maxLength: 200 }),
  role: withDefault(choice(...ROLES), 'editor'),
  /** bcrypt. */
  passwordHash: text({ minLength: 1, maxLength: 200 }),
});
export type User = Infer<typeof userSchema>;

/** E-mails are unique without regard to case. */
export const emailKey = (email: string): string => email.toLowerCase();

const hasOtherAdmin = (lookup: Lookup, before: Entry<User>): boolean =>
  [...lookup.all('user')].some((entry) => entry.id !== before.id && entry.data.role === 'admin');

function check(data: User, lookup: Lookup, before: Entry<User> | null): readonly Detail[] {
  const isDemoted = before?.data.role === 'admin' && data.role !== 'admin';
  return isDemoted && !hasOtherAdmin(lookup, before)
    ? [{ path: ['role'], message: 'The last admin cannot be demoted' }]
    : [];
}

export const user = defineEntity({
  name: 'user',
  plural: 'users',
  file: 'users/{key}',
  home: 'private',
  schema: userSchema,
  order: ['id', 'email', 'name', 'role', 'passwordHash', 'createdAt', 'updatedAt'],
  counter: 'user',
  indexes: { byEmail: { unique: (data: User) => emailKey(data.email) } },
  access: { read: 'admin', create: 'admin', update: 'admin', remove: 'admin' },
  secret: ['passwordHash'],
  title: (data) => data.name,
  check,
});
