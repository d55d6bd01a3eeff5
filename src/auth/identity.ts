import { type Actor, PERMISSIONS } from '../model/access.ts';
import type { ApiKey } from '../model/entities/apiKey.ts';
import type { User } from '../model/entities/user.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import type { Proof } from './session/proof.ts';
import type { Claims, Tokens } from './session/tokens.ts';

/** The present owner of a credential, and the claims of a token made for them now. */
export interface Identity {
  readonly actor: Actor;
  readonly claims: Claims;
}

/** The e-mail address in a user's commits: their own, or `user-<id>@users.quire.invalid`. */
export type AuthorEmail = 'real' | 'private';

interface UserSession {
  readonly tokens: Tokens;
  readonly authorEmail: AuthorEmail;
  readonly sessionId: string | undefined;
  readonly proof: Proof | undefined;
}

/**
 * A user's identity. Its fingerprint changes with the password and the role, which ends all earlier tokens; by the
 * generation they stay ended when a role comes back.
 */
export function userIdentity({ id, data }: Entry<User>, session: UserSession): Identity {
  const { tokens, authorEmail, sessionId, proof } = session;
  const email = authorEmail === 'private' ? `user-${id}@users.quire.invalid` : data.email;
  const { passwordHash, role, sessionGeneration } = data;
  // Users whose file has no generation yet keep the sessions that they have.
  const generation = sessionGeneration === undefined ? [] : [String(sessionGeneration)];
  const fingerprint = tokens.fingerprint('user', passwordHash, role, ...generation);
  return {
    actor: { type: 'user', id, name: data.name, email, role, ...onlyChanges(data) },
    claims: {
      subject: `user/${id}`,
      fingerprint,
      ...(sessionId !== undefined && { sessionId }),
      ...(proof && { proof }),
    },
  };
}

/** An API key's identity, with the role that its permissions mean. */
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

/** An earlier actor as they are now; null if they no longer exist. */
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
