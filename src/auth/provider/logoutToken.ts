import type { JWTPayload } from 'jose';
import type { LRUCache } from 'lru-cache';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { lazily } from '../../lib/list/lazily.ts';
import { invalidAt } from '../../model/errors.ts';

/** Whose session has ended at the provider. One of the two is there. */
export interface LogoutNotice {
  readonly subject: string | undefined;
  readonly session: string | undefined;
}

/** @throws CmsError VALIDATION for anything but a new logout token of the provider for Quire; what fetching its keys throws */
export type ReadLogoutToken = (token: string) => Promise<LogoutNotice>;

export interface LogoutTokenOptions {
  readonly server: { readonly issuer: string; readonly jwks_uri?: string };
  readonly clientId: string;
  readonly clock: () => Date;
  /** Whether keys may come over plain http. */
  readonly mayBeInsecure: boolean;
  /** The ids of tokens that were used. */
  readonly seen: LRUCache<string, true>;
}

const josePackage = lazily(() => import('jose'));

/** OpenID Connect Back-Channel Logout 1.0, 2.4. */
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** How old a token may be: providers try again, but not for longer. */
const MAX_AGE_SECONDS = 300;
const TOLERANCE_SECONDS = 60;
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Back-channel logout tokens, checked as its section 2.6 says. */
export async function readLogoutTokens(options: LogoutTokenOptions): Promise<ReadLogoutToken> {
  const { server, clientId, clock, seen } = options;
  const { createRemoteJWKSet, errors, jwtVerify } = await josePackage();
  const keys = createRemoteJWKSet(keysUrl(options), { timeoutDuration: 10_000 });

  return async (token) => {
    const { payload } = await jwtVerify(token, keys, {
      ...{ issuer: server.issuer, audience: clientId, algorithms: ALGORITHMS, currentDate: clock() },
      ...{ maxTokenAge: MAX_AGE_SECONDS, clockTolerance: TOLERANCE_SECONDS, requiredClaims: ['iat', 'jti', 'events'] },
    }).catch((error: unknown) => {
      const isAway = error instanceof errors.JWKSTimeout;
      throw error instanceof errors.JOSEError && !isAway ? notValid(error.message) : error;
    });
    const notice = readNotice(payload);
    const { jti = '' } = payload;
    if (seen.has(jti)) throw notValid('it was used before');
    seen.set(jti, true);
    return notice;
  };
}

function keysUrl({ server: { jwks_uri: uri }, mayBeInsecure }: LogoutTokenOptions): URL {
  if (uri !== undefined && (mayBeInsecure || uri.startsWith('https:'))) return new URL(uri);
  throw new Error(`The provider names no keys at an https address: ${uri}`);
}

function readNotice({
  sub,
  sid,
  nonce,
  events,
}: JWTPayload & { readonly sid?: unknown; readonly events?: unknown }): LogoutNotice {
  if (!isPlainObject(events) || !isPlainObject(events[EVENT])) throw notValid('it is about no log-out');
  // An ID token has a nonce: it must not pass for a logout token.
  if (nonce !== undefined) throw notValid('it has a nonce');
  const session = typeof sid === 'string' ? sid : undefined;
  if (sub === undefined && session === undefined) throw notValid('it names nobody');
  return { subject: sub, session };
}

const notValid = (why: string) => invalidAt(['logout_token'], `The logout token is not valid: ${why}`);
