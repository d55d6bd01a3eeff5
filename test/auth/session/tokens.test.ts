import { randomBytes } from 'node:crypto';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createTokens } from '../../../src/auth/session/tokens.ts';
import { createClock } from '../fixtures.ts';

/** As long as the longest algorithm needs, so that only the pinned algorithm refuses the others. */
const secret = randomBytes(64);
const claims = { subject: 'user/1', sessionId: 'session', fingerprint: 'print' };
const refusal = { code: 'UNAUTHORIZED', message: 'Invalid or expired credentials' };

function makeTokens() {
  const clock = createClock();
  return { clock, tokens: createTokens({ secret, clock }) };
}

/** A token signed with the server's own secret, valid except for what `change` does. */
const forge = (change: (token: SignJWT) => SignJWT, alg = 'HS256', key: Uint8Array = secret): Promise<string> => {
  const now = Math.floor(createClock()().getTime() / 1000);
  const token = new SignJWT({ sid: 'session', fpr: 'print' })
    .setProtectedHeader({ alg, typ: 'JWT' })
    .setIssuer('quire')
    .setAudience('quire-admin')
    .setSubject('user/1')
    .setIssuedAt(now)
    .setExpirationTime(now + 60);
  return change(token).sign(key);
};

describe('a session token', () => {
  it('names its user, session and expiry', async () => {
    const { tokens, clock } = makeTokens();
    const token = await tokens.createSessionToken(claims, 60);
    expect(await tokens.verifySessionToken(token)).toEqual({
      ...claims,
      issuedAt: clock().getTime(),
      expiresAt: clock().getTime() + 60_000,
    });
  });

  it('is different each time, also within one second', async () => {
    const { tokens } = makeTokens();
    const made = await Promise.all([1, 2, 3].map(() => tokens.createSessionToken(claims, 60)));
    expect(new Set(made).size).toBe(3);
  });

  it('SEC-14 is valid to its last second and not after', async () => {
    const { tokens, clock } = makeTokens();
    const token = await tokens.createSessionToken(claims, 60);
    clock.pass(59);
    await expect(tokens.verifySessionToken(token)).resolves.toMatchObject(claims);
    clock.pass(1);
    await expect(tokens.verifySessionToken(token)).rejects.toMatchObject(refusal);
  });

  it('SEC-14 is refused if it was made in the future, when the clock was ahead', async () => {
    const { tokens, clock } = makeTokens();
    clock.pass(365 * 24 * 60 * 60);
    const token = await tokens.createSessionToken(claims, 60);
    clock.pass(-365 * 24 * 60 * 60);
    await expect(tokens.verifySessionToken(token)).rejects.toMatchObject(refusal);
    const early = await tokens.createSessionToken(claims, 600);
    clock.pass(-300);
    await expect(tokens.verifySessionToken(early)).resolves.toMatchObject(claims);
    clock.pass(-1);
    await expect(tokens.verifySessionToken(early)).rejects.toMatchObject(refusal);
  });

  it('contains nothing of the password hash', async () => {
    const { tokens } = makeTokens();
    const fingerprint = tokens.fingerprint('user', '$2b$12$hash', 'admin');
    const token = await tokens.createSessionToken({ ...claims, fingerprint }, 60);
    expect(Object.keys(decodeJwt(token)).sort()).toEqual(['aud', 'exp', 'fpr', 'iat', 'iss', 'jti', 'sid', 'sub']);
    expect(JSON.stringify(decodeJwt(token))).not.toContain('$2b$');
  });

  it('is accepted when made like the forgeries below, but correctly', async () => {
    await expect(makeTokens().tokens.verifySessionToken(await forge((token) => token))).resolves.toMatchObject(claims);
  });

  const forgeries: Record<string, () => Promise<string> | string> = {
    'is not signed': () =>
      new UnsecuredJWT({ fpr: 'print', sid: 'session' })
        .setIssuer('quire')
        .setAudience('quire-admin')
        .setSubject('user/1')
        .setIssuedAt(0)
        .setExpirationTime(4e9)
        .encode(),
    'is signed with another algorithm': () => forge((token) => token, 'HS512'),
    'is signed with another secret': () => forge((token) => token, 'HS256', randomBytes(32)),
    'is from another issuer': () => forge((token) => token.setIssuer('other')),
    'is for another audience': () => forge((token) => token.setAudience('other')),
    'has no subject': () =>
      new SignJWT({ fpr: 'print' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('quire')
        .setAudience('quire-admin')
        .setIssuedAt(0)
        .setExpirationTime(4e9)
        .sign(secret),
    'has no fingerprint': () =>
      new SignJWT({ sid: 'session' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('quire')
        .setAudience('quire-admin')
        .setSubject('user/1')
        .setIssuedAt(0)
        .setExpirationTime(4e9)
        .sign(secret),
    'never expires': () =>
      new SignJWT({ fpr: 'print' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('quire')
        .setAudience('quire-admin')
        .setIssuedAt(0)
        .setSubject('user/1')
        .sign(secret),
    'is no token': () => 'a.b.c',
    'is empty': () => '',
  };
  it.each(Object.keys(forgeries))('SEC-14 is refused in the same words when it %s', async (name) => {
    const token = await forgeries[name]?.();
    await expect(makeTokens().tokens.verifySessionToken(token ?? 'missing')).rejects.toMatchObject(refusal);
  });

  it('is refused if one character is changed', async () => {
    const { tokens } = makeTokens();
    const token = await tokens.createSessionToken(claims, 60);
    for (const position of [3, token.indexOf('.') + 3, token.lastIndexOf('.') + 3]) {
      const changed = token.slice(0, position) + (token[position] === 'A' ? 'B' : 'A') + token.slice(position + 1);
      await expect(tokens.verifySessionToken(changed)).rejects.toMatchObject(refusal);
    }
  });
});

describe('a fingerprint', () => {
  it('changes with each part and with the secret', () => {
    const { tokens, clock } = makeTokens();
    const others = [
      tokens.fingerprint('user', 'hash', 'editor'),
      tokens.fingerprint('user', 'other', 'admin'),
      tokens.fingerprint('userhash', '', 'admin'),
      createTokens({ secret: randomBytes(32), clock }).fingerprint('user', 'hash', 'admin'),
    ];
    expect(tokens.fingerprint('user', 'hash', 'admin')).toBe(tokens.fingerprint('user', 'hash', 'admin'));
    expect(new Set([tokens.fingerprint('user', 'hash', 'admin'), ...others]).size).toBe(5);
  });
});
