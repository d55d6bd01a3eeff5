import { type Actor, PERMISSIONS } from '../model/access.ts';
import type { ApiKey } from '../model/entities/apiKey.ts';
import type { User } from '../model/entities/user.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import type { Claims, Tokens } from './session/tokens.ts';

/** Who a credential belongs to at this moment, and what a token made for them now would say. */
export interface Identity {
  readonly actor: Actor;
  readonly claims: Claims;
}

/** Whose e-mail stands in a user's commits: their own, or `user-<id>@users.quire.invalid`. */
export type AuthorEmail = 'real' | 'private';

interface UserSession {
  readonly tokens: Tokens;
  readonly authorEmail: AuthorEmail;
  readonly sessionId: string | undefined;
}

/** A person's identity. Its fingerprint changes with the password and the role, which ends every token made before. */
export function userIdentity({ id, data }: Entry<User>, { tokens, authorEmail, sessionId }: UserSession): Identity {
  const email = authorEmail === 'private' ? `user-${id}@users.quire.invalid` : data.email;
  const fingerprint = tokens.fingerprint('user', data.passwordHash, data.role);
  return {
    actor: { type: 'user', id, name: data.name, email, role: data.role, ...onlyChanges(data) },
    claims: { subject: `user/${id}`, fingerprint, ...(sessionId !== undefined && { sessionId }) },
  };
}

/** A key's identity, with the role that its permissions stand for. */
export function keyIdentity({ id, data }: Entry<ApiKey>, tokens: Tokens): Identity {
  const role = PERMISSIONS[data.permissions];
  const email = `api-key-${id}@quire.invalid`;
  return {
    actor: { type: 'api-key', id, name: data.name, email, role, ...onlyChanges(data) },
    claims: { subject: `api-key/${id}`, fingerprint: tokens.fingerprint('api-key', data.keyHash, role) },
  };
}

const onlyChanges = ({ changesOnly }: Pick<User, 'changesOnly'>): Pick<Actor, 'changesOnly'> =>
  changesOnly ? { changesOnly } : {};

/** Who somebody is by now who has asked for something before; null for who is gone. */
export function findActor<A extends Pick<Actor, 'type' | 'id' | 'name' | 'email' | 'role'>>(
  { type, id, name, email, role }: A,
  lookup: Pick<Lookup, 'get'>,
): Actor | null {
  if (type === 'user') {
    const data = lookup.get('user', id)?.data;
    return data ? { type, id, name, email, role: data.role, ...onlyChanges(data) } : null;
  }
  if (type !== 'api-key') return { type, id, name, email, role };
  const data = lookup.get('apiKey', id)?.data;
  return data ? { type, id, name, email, role: PERMISSIONS[data.permissions], ...onlyChanges(data) } : null;
}
