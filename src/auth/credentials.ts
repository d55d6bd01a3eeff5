import { createHash } from 'node:crypto';
import { createLruCache } from '../lib/list/createLruCache.ts';
import type { Actor } from '../model/access.ts';
import type { Lookup } from '../model/entry.ts';
import { judgeOfRole } from '../model/rights/judge.ts';
import type { ProviderConfig } from '../model/signIn/providerConfig.ts';
import { findApiKey, hasExpired, isApiKey } from './apiKeys.ts';
import { type AuthorEmail, type Identity, keyIdentity, userIdentity } from './identity.ts';
import type { LastUse } from './lastUse.ts';
import { mayComeWithoutProvider } from './provider/account.ts';
import type { Roles } from './roles.ts';
import { isPreviewToken, type PreviewSessions } from './session/previewSessions.ts';
import { isRecent } from './session/proof.ts';
import type { RequestHeaders, SessionCookie } from './session/sessionCookie.ts';
import { isOfProvider, type Sessions } from './session/sessions.ts';
import { badCredentials, type Claims, isCurrent, type Tokens, type VerifiedClaims } from './session/tokens.ts';
import { findLack, type ProofParts } from './signIn/proofWays.ts';

/**
 * Finds out who is calling. Each function throws UNAUTHORIZED, always in the same words, for a credential that is not
 * valid.
 */
export interface Credentials {
  /** The caller; null without a credential. */
  identify(headers: RequestHeaders): Promise<Actor | null>;
  /** The caller with the claims that a new token needs. */
  findIdentity(headers: RequestHeaders): Promise<Identity | null>;
  /**
   * The caller of a preview, where a preview token is accepted too, in the URL (`token`) or as bearer: it counts as a
   * viewer.
   */
  findPreviewer(headers: RequestHeaders, token?: string): Promise<Identity | null>;
  /** The same caller as an actor, from the headers and the query of a request. */
  identifyPreviewer(headers: RequestHeaders, search: URLSearchParams): Promise<Actor | null>;
}

export interface CredentialsOptions {
  readonly lookup: Lookup;
  readonly roles: Roles;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly previews: Pick<PreviewSessions, 'find'>;
  readonly lastUse: LastUse;
  readonly cookie: Pick<SessionCookie, 'read'>;
  readonly factors: ProofParts['factors'];
  readonly requirements: ProofParts['requirements'];
  readonly clock: () => Date;
  readonly authorEmail?: AuthorEmail;
  /** The organisation's own sign-in: sessions that it has not let in are over where only it may. */
  readonly provider?: ProviderConfig | null;
  /** Called for each use of a session. */
  readonly noteSession?: (claims: VerifiedClaims) => void;
}

const MAX_REMEMBERED_TOKENS = 1000;
const BEARER = /^Bearer +(\S+)$/i;

/** A token's signature is checked once; its session, user, role and password are checked every time. */
export function createCredentials(options: CredentialsOptions): Credentials {
  const { lookup, roles, tokens, sessions, previews, lastUse, cookie, factors, requirements, clock } = options;
  const { authorEmail = 'real', provider = null, noteSession } = options;
  const verifySessionToken = rememberVerified(tokens.verifySessionToken, clock);

  function byApiKey(key: string): Identity {
    const entry = findApiKey(lookup, key, clock());
    const identity = entry && keyIdentity(entry, { tokens, roles, lookup });
    if (!identity) throw badCredentials();
    lastUse.note(entry.id);
    return identity;
  }

  function findUser(id: number, { sessionId, proof }: Claims): Identity | null {
    const entry = lookup.get('user', id);
    if (!entry) return null;
    const isOwn = sessionId !== undefined && !isOfProvider(sessionId);
    if (isOwn && !mayComeWithoutProvider(entry, provider)) throw badCredentials();
    const factorGeneration = factors.of(id).generation;
    const { actor, claims } = userIdentity(entry, { tokens, roles, authorEmail, sessionId, proof, factorGeneration });
    if (sessionId === undefined) return { actor, claims };
    const lacks = findLack(entry.data.role, proof, { requirements });
    return { actor: { ...actor, session: { isProvedLately: isRecent(proof, clock()), lacks } }, claims };
  }

  function findKey(id: number): Identity | null {
    const entry = lookup.get('apiKey', id);
    return entry && !hasExpired(entry.data, clock()) ? keyIdentity(entry, { tokens, roles, lookup }) : null;
  }

  function byClaims(named: Claims): Identity {
    const { subject, sessionId, fingerprint } = named;
    if (sessionId !== undefined && sessions.hasEnded(sessionId)) throw badCredentials();
    const [type, id] = subject.split('/');
    const identity = type === 'user' ? findUser(Number(id), named) : findKey(Number(id));
    if (identity?.claims.fingerprint !== fingerprint) throw badCredentials();
    return identity;
  }

  /** Headers first, then the cookie. */
  function readCredential(headers: RequestHeaders): Credential | null {
    const named = readHeaders(headers);
    if (named) return named;
    const token = cookie.read(headers);
    return token === undefined ? null : { type: 'token', value: token };
  }

  /**
   * A preview token has only its own rights, and is valid only while its maker's password or key and role stay the
   * same.
   */
  function byPreview(token: string): Identity {
    const session = previews.find(token);
    if (!session) throw badCredentials();
    const { subject, fingerprint, ref, page } = session;
    const { actor, claims } = byClaims({ subject, fingerprint });
    const rights = actor.rights.readsAll ? judgeOfRole('viewer').rightsOf(subject) : actor.rights;
    return { claims, actor: { ...actor, role: 'viewer', rights, preview: { ref, page } } };
  }

  async function resolve(credential: Credential | null): Promise<Identity | null> {
    if (credential === null) return null;
    if (credential.type === 'key') return byApiKey(credential.value);
    const claims = await verifySessionToken(credential.value);
    const identity = byClaims(claims);
    noteSession?.(claims);
    return identity;
  }
  const findIdentity = async (headers: RequestHeaders): Promise<Identity | null> => resolve(readCredential(headers));
  async function findPreviewer(headers: RequestHeaders, token?: string): Promise<Identity | null> {
    if (token !== undefined) return byPreview(token);
    const credential = readCredential(headers);
    return credential && isPreviewToken(credential.value) ? byPreview(credential.value) : resolve(credential);
  }

  return {
    identify: async (headers) => (await findIdentity(headers))?.actor ?? null,
    findIdentity,
    findPreviewer,
    identifyPreviewer: async (headers, search) =>
      (await findPreviewer(headers, search.get('token') ?? undefined))?.actor ?? null,
  };
}

interface Credential {
  readonly type: 'key' | 'token';
  readonly value: string;
}

/** The credential in a request's headers; X-API-Key wins. @throws CmsError UNAUTHORIZED for a malformed one */
function readHeaders(headers: RequestHeaders): Credential | null {
  const key = headers['x-api-key'];
  if (key !== undefined) return { type: 'key', value: one(key) };
  if (headers.authorization === undefined) return null;
  const value = BEARER.exec(headers.authorization.trim())?.[1];
  if (value === undefined) throw badCredentials();
  return { type: isApiKey(value) ? 'key' : 'token', value };
}

/** The preview token in a request's query or headers. */
export function previewTokenIn(headers: RequestHeaders, search: URLSearchParams): string | undefined {
  const token = search.get('token') ?? readHeaders(headers)?.value;
  return token !== undefined && isPreviewToken(token) ? token : undefined;
}

function one(header: string | readonly string[]): string {
  if (typeof header !== 'string') throw badCredentials();
  return header;
}

type Verify = (token: string) => Promise<VerifiedClaims>;

/** Makes a `verify` that does not repeat the check for a token that passed and has not expired. */
function rememberVerified(verify: Verify, clock: () => Date): Verify {
  const passed = createLruCache<VerifiedClaims>(MAX_REMEMBERED_TOKENS);
  return async (token) => {
    const hash = createHash('sha256').update(token).digest('base64');
    const known = passed.get(hash);
    if (known && isCurrent(known, clock())) return known;
    const claims = await verify(token);
    passed.set(hash, claims);
    return claims;
  };
}
