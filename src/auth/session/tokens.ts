import { createHmac, createSecretKey, randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { lazily } from '../../lib/list/lazily.ts';
import { CmsError } from '../../model/errors.ts';

const josePackage = lazily(() => import('jose'));

const ISSUER = 'quire';
const ALGORITHM = 'HS256';

/** What a token says. Whether it still holds is for the reader to check against the store and the ended sessions. */
export interface Claims {
  /** `user/1`, or `api-key/3`. */
  readonly subject: string;
  /** Random id that all tokens of one login share; an API key has none. */
  readonly sessionId?: string;
  /** `fingerprint` of what the subject was allowed when the token was made. */
  readonly fingerprint: string;
}

export interface VerifiedClaims extends Claims {
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface Tokens {
  createSessionToken(claims: Claims, seconds: number): Promise<string>;
  /** @throws CmsError UNAUTHORIZED for anything but an unexpired session token of this server */
  verifySessionToken(token: string): Promise<VerifiedClaims>;
  /** Changes with any of its parts and tells nothing about them. */
  fingerprint(...parts: readonly string[]): string;
}

/** A clock that was put back by no more than this ends nobody's session. */
const MAX_AHEAD_MS = 5 * 60 * 1000;

/**
 * Whether a token holds at this time. One of the future was made while the clock was wrong: it would live until that time
 * comes, whatever it was meant to.
 */
export const isCurrent = ({ issuedAt, expiresAt }: VerifiedClaims, now: Date): boolean =>
  now.getTime() < expiresAt && issuedAt <= now.getTime() + MAX_AHEAD_MS;

/** The one refusal for any credential that does not hold: it tells nothing about why. */
export const badCredentials = (): CmsError => new CmsError('UNAUTHORIZED', 'Invalid or expired credentials');

/** JSON Web Tokens (RFC 7519) with everything pinned that a forger could choose: algorithm, issuer, audience, expiry. */
export function createTokens({ secret, clock }: { secret: Uint8Array; clock: () => Date }): Tokens {
  const key = createSecretKey(secret);

  const create = async (audience: string, claims: Claims, seconds: number): Promise<string> => {
    const { SignJWT } = await josePackage();
    const now = Math.floor(clock().getTime() / 1000);
    return (
      new SignJWT({ fpr: claims.fingerprint, ...(claims.sessionId !== undefined && { sid: claims.sessionId }) })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setSubject(claims.subject)
        // Two tokens of one second would be the same text, and a refreshed one no new one.
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(key)
    );
  };
  const verify = async (audience: string, token: string): Promise<VerifiedClaims> => {
    const { errors, jwtVerify } = await josePackage();
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience,
      currentDate: clock(),
    }).catch((error: unknown) => {
      throw error instanceof errors.JOSEError ? badCredentials() : error;
    });
    const claims = readClaims(payload);
    if (!isCurrent(claims, clock())) throw badCredentials();
    return claims;
  };

  return {
    createSessionToken: (claims, seconds) => create('quire-admin', claims, seconds),
    verifySessionToken: (token) => verify('quire-admin', token),
    fingerprint: (...parts) =>
      createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url').slice(0, 22),
  };
}

/** Each of these must be there, the expiry before all: without one a token would never end. */
function readClaims({ sub, iat, exp, sid, fpr }: JWTPayload & { sid?: unknown; fpr?: unknown }): VerifiedClaims {
  if (typeof sub !== 'string' || typeof fpr !== 'string') throw badCredentials();
  if (typeof iat !== 'number' || typeof exp !== 'number') throw badCredentials();
  const claims = { subject: sub, fingerprint: fpr, issuedAt: iat * 1000, expiresAt: exp * 1000 };
  return typeof sid === 'string' ? { ...claims, sessionId: sid } : claims;
}
