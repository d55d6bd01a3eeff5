import { nextGeneration, providerKey, type User, user } from '../../model/entities/user.ts';
import type { Entry } from '../../model/entry.ts';
import { conflict } from '../../model/errors.ts';
import type { Action } from '../action.ts';
import { type RecordTarget, updateRecord } from '../records.ts';
import { mergeInput } from './input.ts';

/** Ends all sessions and previews of a user. */
export const endUserSessions = (target: RecordTarget): Action =>
  updateRecord('user', target, (before) => mergeInput<User>(user, before.data, endSessions(before)));

interface ProviderWord {
  readonly provider: NonNullable<User['provider']>;
  /** If undefined, the user keeps the role that an admin gave. */
  readonly role: string | undefined;
}

/**
 * Writes down what the provider says of a user who signs in. It may also demote the last admin: the command line makes
 * another.
 */
export const followProvider = (target: RecordTarget, { provider, role }: ProviderWord): Action =>
  updateRecord('user', target, (before) => {
    const known = before.data.provider;
    if (known && providerKey(known) !== providerKey(provider))
      throw conflict({ message: 'The user belongs to another person at the provider' });
    const isOther = role !== undefined && role !== before.data.role;
    return mergeInput<User>(user, before.data, { provider, ...(isOther && { role, ...endSessions(before) }) });
  });

/** Forgets who a user is at the provider; whoever next signs in there with the user's verified address takes the place. */
export const leaveProvider = (target: RecordTarget): Action =>
  updateRecord('user', target, (before) =>
    mergeInput<User>(user, before.data, { provider: null, ...endSessions(before) }),
  );

/** Makes a user the emergency account, or takes that away. */
export const setBreakGlass = ({ id }: RecordTarget, isBreakGlass: boolean, passwordHash?: string): Action =>
  updateRecord('user', { id }, (before) =>
    mergeInput<User>(user, before.data, {
      breakGlass: isBreakGlass || null,
      ...(isBreakGlass && { role: 'admin', provider: null, changesOnly: null }),
      ...(passwordHash && { passwordHash }),
      ...endSessions(before),
    }),
  );

const endSessions = ({ data }: Entry<User>): Pick<User, 'sessionGeneration'> => ({
  sessionGeneration: nextGeneration(data),
});
