import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../model/access.ts';
import type { Lookup } from '../model/entry.ts';
import { findApiKey, hasExpired, isApiKey } from './apiKeys.ts';
import { type AuthorEmail, type Identity, keyIdentity, userIdentity } from './identity.ts';
import type { LastUse } from './lastUse.ts';
import type { RequestHeaders, SessionCookie } from './sessionCookie.ts';
import type { Sessions } from './sessions.ts';
import { badCredentials, isCurrent, type Tokens, type VerifiedClaims } from './tokens.ts';

/** Finds out who asks. Each function throws UNAUTHORIZED, always in the same words, when a credential is given and does not hold. */
export interface Credentials {
  /** Null when no credential is given. */
  identify(headers: RequestHeaders): Promise<Actor | null>;
  /** The same with the session and all that a new token needs. */
  findIdentity(headers: RequestHeaders): Promise<Identity | null>;
  /** The same for previews, which a preview token opens too: in the URL (`token`) or as bearer. */
  findPreviewer(headers: RequestHeaders, token?: string): Promise<Identity | null>;
  /** Who that is, of a request and the query of its address. */
  identifyPreviewer(headers: RequestHeaders, search: URLSearchParams): Promise<Actor | null>;
}

export interface CredentialsOptions {
  readonly lookup: Lookup;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly lastUse: LastUse;
  readonly cookie: Pick<SessionCookie, 'read'>;
  readonly clock: () => Date;
  readonly authorEmail?: AuthorEmail;
  /** Told of each use of a session. */
  readonly noteSession?: (claims: VerifiedClaims) => void;
}

const MAX_REMEMBERED_TOKENS = 1000;
const BEARER = /^Bearer +(\S+)$/i;

/** A token's signature is checked once; that its session, user, role and password still stand is checked every time. */
export function createCredentials(options: CredentialsOptions): Credentials {
  const { lookup, tokens, sessions, lastUse, cookie, clock, authorEmail = 'real', noteSession } = options;
  const verifySessionToken = rememberVerified(tokens.verifySessionToken, clock);
  const verifyPreviewToken = rememberVerified(tokens.verifyPreviewToken, clock);

  function byApiKey(key: string): Identity {
    const entry = findApiKey(lookup, key, clock());
    if (!entry) throw badCredentials();
    lastUse.note(entry.id);
    return keyIdentity(entry, tokens);
  }

  function findUser(id: number, sessionId: string | undefined): Identity | null {
    const entry = lookup.get('user', id);
    return entry ? userIdentity(entry, { tokens, authorEmail, sessionId }) : null;
  }

  function findKey(id: number): Identity | null {
    const entry = lookup.get('apiKey', id);
    return entry && !hasExpired(entry.data, clock()) ? keyIdentity(entry, tokens) : null;
  }

  function byClaims(claims: VerifiedClaims): Identity {
    const { subject, sessionId, fingerprint } = claims;
    if (sessionId !== undefined && sessions.hasEnded(sessionId)) throw badCredentials();
    const [type, id] = subject.split('/');
    const identity = type === 'user' ? findUser(Number(id), sessionId) : findKey(Number(id));
    if (identity?.claims.fingerprint !== fingerprint) throw badCredentials();
    noteSession?.(claims);
    return identity;
  }

  /** Where no header says who asks, the cookie does. */
  function readCredential(headers: RequestHeaders): Credential | null {
    const named = readHeaders(headers);
    if (named) return named;
    const token = cookie.read(headers);
    return token === undefined ? null : { type: 'token', value: token };
  }

  const verifyAnyToken = (token: string): Promise<VerifiedClaims> =>
    // A refused preview token may be a session token; the refusal of that one is told.
    verifyPreviewToken(token).catch(() => verifySessionToken(token));

  async function resolve(
    credential: Credential | null,
    verify: (token: string) => Promise<VerifiedClaims>,
  ): Promise<Identity | null> {
    if (credential === null) return null;
    return credential.type === 'key' ? byApiKey(credential.value) : byClaims(await verify(credential.value));
  }
  const findIdentity = async (headers: RequestHeaders): Promise<Identity | null> =>
    resolve(readCredential(headers), verifySessionToken);

  const findPreviewer = async (headers: RequestHeaders, token?: string): Promise<Identity | null> =>
    token === undefined ? resolve(readCredential(headers), verifyAnyToken) : byClaims(await verifyPreviewToken(token));

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

/** What a request's headers give as credential; X-API-Key wins. @throws CmsError UNAUTHORIZED for what can be none */
function readHeaders(headers: RequestHeaders): Credential | null {
  const key = headers['x-api-key'];
  if (key !== undefined) return { type: 'key', value: one(key) };
  if (headers.authorization === undefined) return null;
  const value = BEARER.exec(headers.authorization.trim())?.[1];
  if (value === undefined) throw badCredentials();
  return { type: isApiKey(value) ? 'key' : 'token', value };
}

function one(header: string | readonly string[]): string {
  if (typeof header !== 'string') throw badCredentials();
  return header;
}

type Verify = (token: string) => Promise<VerifiedClaims>;

/** `verify`, without doing it again for a token that passed and has not expired since. */
function rememberVerified(verify: Verify, clock: () => Date): Verify {
  const passed = new LRUCache<string, VerifiedClaims>({ max: MAX_REMEMBERED_TOKENS });
  return async (token) => {
    const hash = createHash('sha256').update(token).digest('base64');
    const known = passed.get(hash);
    if (known && isCurrent(known, clock())) return known;
    const claims = await verify(token);
    passed.set(hash, claims);
    return claims;
  };
}
