import { nextGeneration, roleName, THEMES, type User, user } from '../../model/entities/user.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { forbidden } from '../../model/errors.ts';
import { PERSON_LANGUAGES } from '../../model/personLanguage.ts';
import { because } from '../../model/reason.ts';
import { choice, flag, type Infer, label, nullable, object, text } from '../../model/schema/schema.ts';
import type { Action } from '../action.ts';
import { createRecord, type RecordTarget, removeDraft, removeRecord, updateRecord } from '../records.ts';
import { mergeInput } from './input.ts';
import { linkSpent } from './invitation.ts';

const properties = {
  email: text({ format: 'email', maxLength: 254 }),
  name: label(200),
  password: text({ maxLength: 1000 }),
};
const { email, name, password } = properties;
const more = { role: roleName(), changesOnly: flag() };
export const userCreateInput = object({ email, name, password }, more);
export const userUpdateInput = object({}, { ...properties, ...more });
export type UserUpdate = Infer<typeof userUpdateInput>;

export interface NewUser {
  readonly name: string;
  readonly email: string;
  /** A built-in one, or the key of a role of one's own. */
  readonly role?: string;
  readonly changesOnly?: boolean;
  readonly passwordHash: string;
  readonly provider?: User['provider'];
  readonly breakGlass?: true;
}

export const createUser = (input: NewUser): Action =>
  createRecord('user', (_, id) => mergeInput<User>(user, null, { ...input, key: String(id) }));

/** @param passwordHash of the new password, if the body gives one */
export const updateUser = (
  target: RecordTarget,
  { password: _, ...input }: UserUpdate,
  passwordHash: string | undefined,
): Action =>
  updateRecord('user', target, (before, { lookup }) => {
    const isDemoted = input.role !== undefined && input.role !== 'admin';
    const isLimited = input.changesOnly === true && before.data.changesOnly !== true;
    if ((isDemoted || isLimited) && isLastAdmin(before, lookup))
      throw forbidden(because('lastAdmin', 'The last admin cannot be demoted', {}));
    const endsSessions = passwordHash !== undefined || (input.role ?? before.data.role) !== before.data.role;
    return mergeInput<User>(user, before.data, {
      ...input,
      ...(passwordHash && { passwordHash }),
      ...(endsSessions && { sessionGeneration: nextGeneration(before.data) }),
    });
  });

/**
 * Sets a password without the one before, and ends all sessions.
 *
 * @param mayReset whether the user, as they are when it is written, is still whom the permission is for
 */
export const resetPassword = (id: number, passwordHash: string, mayReset: (user: Entry<User>) => boolean): Action =>
  updateRecord('user', { id }, (before) => {
    if (!mayReset(before)) throw linkSpent();
    return { ...before.data, passwordHash, sessionGeneration: nextGeneration(before.data) };
  });

/** What people choose for themselves. */
export const profileInput = object(
  {},
  { name, language: nullable(choice(...PERSON_LANGUAGES)), theme: nullable(choice(...THEMES)) },
);

/** Changes what somebody has chosen for themselves; `picture` is the hash of their picture, null for none. */
export const updateProfile = (
  id: number,
  input: Infer<typeof profileInput> & { readonly picture?: string | null },
): Action => updateRecord('user', { id }, ({ data }) => mergeInput<User>(user, data, input));

/** Users cannot remove themselves, nor the last admin. The keys of their own go with them. */
export function removeUser(target: RecordTarget): Action {
  const { name: actionName, plan } = removeRecord('user', target, (before, { lookup, actor }) => {
    if (actor.type === 'user' && actor.id === before.id)
      throw forbidden(because('themself', 'You cannot delete your own account', {}));
    if (isLastAdmin(before, lookup)) throw forbidden(because('lastAdmin', 'The last admin cannot be deleted', {}));
  });
  return {
    name: actionName,
    async plan(context) {
      const keys = context.lookup.find('apiKey', 'byOwner', String(target.id));
      return [...(await plan(context)), ...keys.map((key) => removeDraft('apiKey', key))];
    },
  };
}

/** Whether no other admin may do what this one may: one who writes to changes only cannot undo that. */
function isLastAdmin({ id, data }: Entry<User>, lookup: Lookup): boolean {
  const isReplaced = [...lookup.all('user')].some(
    (other) => other.id !== id && other.data.role === 'admin' && (data.changesOnly || !other.data.changesOnly),
  );
  return data.role === 'admin' && !isReplaced;
}
