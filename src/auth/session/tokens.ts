import { createHmac, createSecretKey, randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { lazily } from '../../lib/list/lazily.ts';
import { CmsError } from '../../model/errors.ts';
import { isProofMethod, type Proof } from './proof.ts';

const josePackage = lazily(() => import('jose'));

const ISSUER = 'quire';
const ALGORITHM = 'HS256';

/** What a token says. The reader must check it against the store and the ended sessions. */
export interface Claims {
  /** `user/1`, or `api-key/3`. */
  readonly subject: string;
  /** The random id that all tokens of one log-in share; an API key has none. */
  readonly sessionId?: string;
  /** The fingerprint of the subject's password or key and role when the token was made. */
  readonly fingerprint: string;
  /** Of a log-in: how and when its owner last proved who they are. Tokens of earlier versions of Quire have none. */
  readonly proof?: Proof;
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
  /** A token that is good for nothing but the second step of a log-in. */
  createTicket(claims: Claims, seconds: number): Promise<string>;
  /** @throws CmsError UNAUTHORIZED for anything but an unexpired ticket of this server */
  verifyTicket(ticket: string): Promise<VerifiedClaims>;
  /** Changes with any of its parts and reveals nothing about them. */
  fingerprint(...parts: readonly string[]): string;
}

/** Setting the clock back by up to this much ends no session. */
const MAX_AHEAD_MS = 5 * 60 * 1000;

/**
 * Whether a token is valid at this time. A token from the future was made while the clock was wrong; accepting it would
 * make it valid for longer than intended.
 */
export const isCurrent = ({ issuedAt, expiresAt }: VerifiedClaims, now: Date): boolean =>
  now.getTime() < expiresAt && issuedAt <= now.getTime() + MAX_AHEAD_MS;

/** The refusal of every credential that is not valid; it does not say why. */
export const badCredentials = (): CmsError => new CmsError('UNAUTHORIZED', 'Invalid or expired credentials');

/** JSON Web Tokens (RFC 7519). Everything that a forger could choose is pinned: algorithm, issuer, audience, expiry. */
export function createTokens({ secret, clock }: { secret: Uint8Array; clock: () => Date }): Tokens {
  const key = createSecretKey(secret);

  const create = async (audience: string, claims: Claims, seconds: number): Promise<string> => {
    const { SignJWT } = await josePackage();
    const now = Math.floor(clock().getTime() / 1000);
    return (
      new SignJWT({ fpr: claims.fingerprint, ...showSessionClaims(claims) })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setSubject(claims.subject)
        // Without an id, two tokens made in the same second would be equal, and a refresh would not give a new one.
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
    createTicket: (claims, seconds) => create('quire-second-step', claims, seconds),
    verifyTicket: (ticket) => verify('quire-second-step', ticket),
    fingerprint: (...parts) =>
      createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url').slice(0, 22),
  };
}

/** Requires all claims, above all the expiry: without it a token would never end. */
function readClaims(payload: JWTPayload & { sid?: unknown; fpr?: unknown }): VerifiedClaims {
  const { sub, iat, exp, sid, fpr } = payload;
  if (typeof sub !== 'string' || typeof fpr !== 'string') throw badCredentials();
  if (typeof iat !== 'number' || typeof exp !== 'number') throw badCredentials();
  return {
    ...{ subject: sub, fingerprint: fpr, issuedAt: iat * 1000, expiresAt: exp * 1000 },
    ...(typeof sid === 'string' && { sessionId: sid }),
    ...readProof(payload),
  };
}

/** `auth_time` and `amr` are those of OpenID Connect Core, section 2. */
const showSessionClaims = ({ sessionId, proof }: Claims): JWTPayload => ({
  ...(sessionId !== undefined && { sid: sessionId }),
  ...(proof && { auth_time: Math.floor(proof.at / 1000), amr: [proof.method] }),
});

function readProof({ auth_time: seconds, amr }: JWTPayload): { readonly proof?: Proof } {
  const method: unknown = Array.isArray(amr) ? amr[0] : undefined;
  return typeof seconds === 'number' && isProofMethod(method) ? { proof: { method, at: seconds * 1000 } } : {};
}
