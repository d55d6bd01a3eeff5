import { type Actor, PERMISSIONS } from '../model/access.ts';
import type { ApiKey } from '../model/entities/apiKey.ts';
import type { User } from '../model/entities/user.ts';
import type { Entry } from '../model/entry.ts';
import type { Claims, Tokens } from './tokens.ts';

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
    actor: { type: 'user', id, name: data.name, email, role: data.role },
    claims: { subject: `user/${id}`, fingerprint, ...(sessionId !== undefined && { sessionId }) },
  };
}

/** A key's identity, with the role that its permissions stand for. */
export function keyIdentity({ id, data }: Entry<ApiKey>, tokens: Tokens): Identity {
  const role = PERMISSIONS[data.permissions];
  const email = `api-key-${id}@quire.invalid`;
  return {
    actor: { type: 'api-key', id, name: data.name, email, role },
    claims: { subject: `api-key/${id}`, fingerprint: tokens.fingerprint('api-key', data.keyHash, role) },
  };
}
