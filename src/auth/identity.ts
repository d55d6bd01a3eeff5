import { type Actor, PERMISSIONS } from '../model/access.ts';
import type { ApiKey } from '../model/entities/apiKey.ts';
import type { User } from '../model/entities/user.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { createActor } from '../model/rights/createActor.ts';
import { isBuiltInRole } from '../model/rights/siteRoles.ts';
import type { FoundRole, Roles } from './roles.ts';
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
  readonly roles: Roles;
  readonly authorEmail: AuthorEmail;
  readonly sessionId: string | undefined;
  readonly proof: Proof | undefined;
  /** As in `UserFactors`. */
  readonly factorGeneration: number;
}

/**
 * The claims of a user's tokens. The fingerprint changes with the password, the role and the second factors, which ends
 * all earlier tokens; by the generation they stay ended when a role comes back.
 */
export function userClaims(
  { id, data }: Entry<User>,
  { tokens, sessionId, proof, factorGeneration }: Omit<UserSession, 'roles' | 'authorEmail'>,
): Claims {
  const { passwordHash, role, sessionGeneration } = data;
  // Users whose file has no generation yet keep the sessions that they have.
  const generation = sessionGeneration === undefined ? [] : [String(sessionGeneration)];
  const factors = factorGeneration === 0 ? [] : [`factors ${factorGeneration}`];
  const fingerprint = tokens.fingerprint('user', passwordHash, role, ...generation, ...factors);
  return {
    subject: `user/${id}`,
    fingerprint,
    ...(sessionId !== undefined && { sessionId }),
    ...(proof && { proof }),
  };
}

export function userIdentity(entry: Entry<User>, { roles, authorEmail, ...session }: UserSession): Identity {
  const { id, data } = entry;
  const email = authorEmail === 'private' ? `user-${id}@users.quire.invalid` : data.email;
  const who = { type: 'user', id, name: data.name, email, ...onlyChanges(data) } as const;
  return { actor: createRoleActor(who, roles.find(data.role)), claims: userClaims(entry, session) };
}

/** An API key's identity; null if it is somebody's own and they are gone. */
export function keyIdentity(
  { id, data }: Entry<ApiKey>,
  { tokens, ...site }: Pick<UserSession, 'tokens' | 'roles'> & OwnerLookup,
): Identity | null {
  const rights = findKeyRights(data, site);
  if (!rights) return null;
  const email = `api-key-${id}@quire.invalid`;
  const who = { type: 'api-key', id, name: data.name, email, ...onlyChanges(rights) } as const;
  return {
    actor: createRoleActor(who, rights.role),
    claims: { subject: `api-key/${id}`, fingerprint: tokens.fingerprint('api-key', data.keyHash, ...rights.names) },
  };
}

interface OwnerLookup {
  readonly lookup: Pick<Lookup, 'get'>;
}

interface KeyRights extends Pick<User, 'changesOnly'> {
  readonly role: FoundRole;
  /** The names of the roles that it comes from. */
  readonly names: readonly string[];
}

/** What a key may do at present: as its role or permissions say and, if it is somebody's own, no more than they may. */
function findKeyRights(data: ApiKey, { lookup, roles }: { readonly roles: Roles } & OwnerLookup): KeyRights | null {
  const own = roleOfKey(data);
  if (data.owner === undefined) return { role: roles.find(own), names: [own], ...onlyChanges(data) };
  const owner = lookup.get('user', data.owner)?.data;
  if (!owner || !isBuiltInRole(own)) return null;
  const changesOnly = data.changesOnly === true || owner.changesOnly === true;
  return { role: roles.findWithin(own, owner.role), names: [own, owner.role], changesOnly };
}

const onlyChanges = ({ changesOnly }: Pick<User, 'changesOnly'>): Pick<Actor, 'changesOnly'> =>
  changesOnly ? { changesOnly } : {};

const createRoleActor = (who: Omit<Actor, 'role' | 'rights'>, { level, judge }: FoundRole): Actor =>
  createActor({ ...who, role: level }, judge);

/** The name of a key's role. A key with neither role nor permissions has none, which gives no rights. */
export const roleOfKey = ({ role, permissions }: Pick<ApiKey, 'role' | 'permissions'>): string =>
  role ?? (permissions === undefined ? '' : PERMISSIONS[permissions]);

/** An earlier actor as they are now, with the rights that they have now; null if they no longer exist. */
export function findActor<A extends Pick<Actor, 'type' | 'id' | 'name' | 'email' | 'role'>>(
  { type, id, name, email, role }: A,
  { lookup, roles }: { readonly lookup: Pick<Lookup, 'get'>; readonly roles: Roles },
): Actor | null {
  const who = { type, id, name, email };
  if (type === 'user') {
    const data = lookup.get('user', id)?.data;
    return data ? createRoleActor({ ...who, ...onlyChanges(data) }, roles.find(data.role)) : null;
  }
  if (type !== 'api-key') return createActor({ ...who, role });
  const data = lookup.get('apiKey', id)?.data;
  const rights = data && findKeyRights(data, { lookup, roles });
  return rights ? createRoleActor({ ...who, ...onlyChanges(rights) }, rights.role) : null;
}
