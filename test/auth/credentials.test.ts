import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeApiKey } from '../../src/auth/apiKeys.ts';
import { createCredentials } from '../../src/auth/credentials.ts';
import type { AuthorEmail } from '../../src/auth/identity.ts';
import { openLastUse } from '../../src/auth/lastUse.ts';
import { createRoles } from '../../src/auth/roles.ts';
import { openPreviewSessions } from '../../src/auth/session/previewSessions.ts';
import { createSessionCookie } from '../../src/auth/session/sessionCookie.ts';
import { openSessions } from '../../src/auth/session/sessions.ts';
import { type Claims, createTokens, type Tokens } from '../../src/auth/session/tokens.ts';
import type { Permission } from '../../src/model/access.ts';
import { judgeOfRole } from '../../src/model/rights/judge.ts';
import { ADA, createClock, createRecords, makePrivateFolder, NO_FACTORS_SET, START } from './fixtures.ts';

const refusal = { code: 'UNAUTHORIZED', message: 'Invalid or expired credentials' };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function makeAuth(authorEmail: AuthorEmail = 'real') {
  const privateDir = await makePrivateFolder(onTestFinished);
  const clock = createClock();
  const records = createRecords();
  records.put('user', 1, ADA);
  const tokens = createTokens({ secret: randomBytes(32), clock });
  const verified: string[] = [];
  const countingTokens: Tokens = {
    ...tokens,
    verifySessionToken(token) {
      verified.push(token);
      return tokens.verifySessionToken(token);
    },
  };
  const sessions = await openSessions({ privateDir, clock });
  const onError = (error: unknown) => {
    throw error;
  };
  const previews = await openPreviewSessions({ privateDir, clock, onError });
  const lastUse = await openLastUse({
    privateDir,
    clock,
    onError,
  });
  onTestFinished(() => lastUse.close());
  const { lookup } = records;
  const cookie = createSessionCookie({ siteUrl: 'http://localhost:3000', tokens });
  const roles = createRoles(lookup);
  const options = {
    lookup,
    roles,
    tokens: countingTokens,
    sessions,
    previews,
    lastUse,
    cookie,
    clock,
    authorEmail,
    ...NO_FACTORS_SET,
  };
  const credentials = createCredentials(options);
  const claims = {
    subject: 'user/1',
    sessionId: 'one',
    fingerprint: tokens.fingerprint('user', ADA.passwordHash, 'admin'),
  };
  const addKey = (permissions: Permission, expiresAt?: string) => {
    const { key, prefix, hash } = makeApiKey();
    const name = 'Deploy';
    const data = { key: '3', name, keyPrefix: prefix, keyHash: hash, permissions, ...(expiresAt && { expiresAt }) };
    records.put('apiKey', 3, data);
    return key;
  };
  const makePreview = async (maker: Pick<Claims, 'subject' | 'fingerprint'> = claims) =>
    (await previews.create(maker, { ref: null, page: null, seconds: 600 })).token;
  const makeToken = () => tokens.createSessionToken(claims, 3600);
  return {
    ...credentials,
    clock,
    records,
    tokens,
    sessions,
    lastUse,
    verified,
    claims,
    addKey,
    makeToken,
    makePreview,
  };
}

describe('identifying a caller', () => {
  it('finds nobody without a credential', async () => {
    const { identify } = await makeAuth();
    expect(await identify({})).toBeNull();
    expect(await identify({ cookie: 'token=x', host: 'example.org' })).toBeNull();
  });

  it('SEC-14 finds the user of a token, with the present name and role of the store', async () => {
    const { identify, makeToken, records } = await makeAuth();
    const headers = bearer(await makeToken());
    const ada = { type: 'user', id: 1, name: 'Ada', email: 'Ada@example.org', role: 'admin' };
    const session = { isProvedLately: false, lacks: null };
    const { rights, ...found } = (await identify(headers))!;
    expect([found, rights]).toEqual([{ ...ada, session }, judgeOfRole('admin').rightsOf('user/1')]);
    expect(await identify({ authorization: headers.authorization.replace('Bearer', 'bearer') })).toMatchObject(ada);
    records.put('user', 1, { ...ADA, name: 'Ada L.', email: 'new@example.org' });
    expect(await identify(headers)).toMatchObject({ ...ada, name: 'Ada L.', email: 'new@example.org' });
  });

  it('hides the e-mail address if commits are to be private', async () => {
    const { identify, makeToken } = await makeAuth('private');
    expect(await identify(bearer(await makeToken()))).toMatchObject({ email: 'user-1@users.quire.invalid' });
  });

  it.each([
    ['content:read', 'viewer'],
    ['content:write', 'editor'],
    ['admin:*', 'admin'],
    ['*', 'admin'],
  ] as const)('finds an API key with %s as %s, in either header', async (permissions, role) => {
    const { identify, addKey } = await makeAuth();
    const key = addKey(permissions);
    const actor = { type: 'api-key', id: 3, name: 'Deploy', email: 'api-key-3@quire.invalid', role };
    const { rights, ...found } = (await identify({ 'x-api-key': key }))!;
    expect(found).toEqual(actor);
    expect(rights).toBe(judgeOfRole(role).rightsOf('api-key/3'));
    expect(await identify(bearer(key))).toMatchObject(actor);
  });

  it('SEC-16 takes the API key if both are given, even if the key is bad and the token good', async () => {
    const { identify, addKey, makeToken } = await makeAuth();
    const token = bearer(await makeToken());
    expect(await identify({ ...token, 'x-api-key': addKey('content:read') })).toMatchObject({ type: 'api-key' });
    await expect(identify({ ...token, 'x-api-key': 'sk_wrong' })).rejects.toMatchObject(refusal);
  });
});

describe('an invalid credential', () => {
  it.each([
    ['an empty key', { 'x-api-key': '' }],
    ['an unknown key', { 'x-api-key': makeApiKey().key }],
    ['an unknown key as bearer', bearer(makeApiKey().key)],
    ['a key given twice', { 'x-api-key': ['sk_a', 'sk_b'] }],
    ['an empty authorization', { authorization: '' }],
    ['a bearer without a token', { authorization: 'Bearer ' }],
    ['two tokens', { authorization: 'Bearer a b' }],
    ['another scheme', { authorization: 'Basic YWRhOnNlY3JldA==' }],
    ['nonsense', bearer('nonsense')],
  ])('is refused in the same words and never treated as anonymous: %s', async (_, headers) => {
    const { identify, findIdentity, findPreviewer } = await makeAuth();
    for (const find of [identify, findIdentity, findPreviewer])
      await expect(find(headers)).rejects.toMatchObject(refusal);
  });

  it('is a token that has expired, although it was valid a moment ago', async () => {
    const { identify, makeToken, clock } = await makeAuth();
    const headers = bearer(await makeToken());
    expect(await identify(headers)).not.toBeNull();
    clock.pass(3600);
    await expect(identify(headers)).rejects.toMatchObject(refusal);
  });

  it.each([
    ['the password changed', { ...ADA, passwordHash: `${ADA.passwordHash.slice(0, -1)}x` }],
    ['the role was taken away', { ...ADA, role: 'viewer' }],
    ['the user is gone', null],
  ] as const)('is a token at the next request after %s', async (_, data) => {
    const { identify, makeToken, records } = await makeAuth();
    const headers = bearer(await makeToken());
    expect(await identify(headers)).not.toBeNull();
    if (data) records.put('user', 1, data);
    else records.remove('user', 1);
    await expect(identify(headers)).rejects.toMatchObject(refusal);
  });

  it('is every token of an ended session, and no token of another', async () => {
    const { identify, tokens, claims, sessions } = await makeAuth();
    const [first, refreshed] = [
      await tokens.createSessionToken(claims, 60),
      await tokens.createSessionToken(claims, 90),
    ];
    const other = await tokens.createSessionToken({ ...claims, sessionId: 'two' }, 60);
    expect(await identify(bearer(first))).not.toBeNull();
    await sessions.end('one');
    await expect(identify(bearer(first))).rejects.toMatchObject(refusal);
    await expect(identify(bearer(refreshed))).rejects.toMatchObject(refusal);
    expect(await identify(bearer(other))).not.toBeNull();
  });

  it('is a key that has expired or was deleted', async () => {
    const { identify, addKey, clock, records } = await makeAuth();
    const headers = { 'x-api-key': addKey('*', '2026-01-05T09:00:10.000Z') };
    expect(await identify(headers)).not.toBeNull();
    clock.pass(10);
    await expect(identify(headers)).rejects.toMatchObject(refusal);
    const other = { 'x-api-key': addKey('*') };
    records.remove('apiKey', 3);
    await expect(identify(other)).rejects.toMatchObject(refusal);
  });

  it('is a preview token outside previews', async () => {
    const { identify, makePreview } = await makeAuth();
    const token = await makePreview();
    await expect(identify(bearer(token))).rejects.toMatchObject(refusal);
  });
});

describe('reading credentials', () => {
  it('checks the signature of a token once', async () => {
    const { identify, makeToken, verified } = await makeAuth();
    const token = await makeToken();
    for (let request = 0; request < 5; request += 1) await identify(bearer(token));
    expect(verified).toEqual([token]);
  });

  it('does not remember tokens that failed', async () => {
    const { identify, verified } = await makeAuth();
    for (let request = 0; request < 3; request += 1) await identify(bearer('a.b.c')).catch(() => {});
    expect(verified).toHaveLength(3);
  });

  it('notes the last use of valid keys only', async () => {
    const { identify, addKey, lastUse } = await makeAuth();
    const key = addKey('*');
    await identify({ 'x-api-key': `${key}x` }).catch(() => {});
    expect(lastUse.find(3)).toBeNull();
    await identify({ 'x-api-key': key });
    expect(lastUse.find(3)).toBe(START);
  });
});

describe('identifying a previewer', () => {
  it('finds nobody without a credential', async () => {
    const { findPreviewer } = await makeAuth();
    expect(await findPreviewer({})).toBeNull();
  });

  it('accepts a preview token in the URL or as bearer, a session or a key', async () => {
    const { findPreviewer, makePreview, makeToken, addKey } = await makeAuth();
    const token = await makePreview();
    expect(await findPreviewer({}, token)).toMatchObject({ actor: { type: 'user', id: 1 } });
    expect(await findPreviewer(bearer(token))).toMatchObject({ actor: { type: 'user', id: 1 } });
    expect(await findPreviewer(bearer(await makeToken()))).toMatchObject({ actor: { type: 'user', id: 1 } });
    expect(await findPreviewer({ 'x-api-key': addKey('content:read') })).toMatchObject({ actor: { type: 'api-key' } });
  });

  it('refuses a session token in the URL, where it would be logged', async () => {
    const { findPreviewer, makeToken } = await makeAuth();
    await expect(findPreviewer({}, await makeToken())).rejects.toMatchObject(refusal);
    await expect(findPreviewer(bearer(await makeToken()), 'bad')).rejects.toMatchObject(refusal);
  });

  it('ends when the key that made the token expires', async () => {
    const { findPreviewer, findIdentity, makePreview, addKey, clock } = await makeAuth();
    const identity = await findIdentity({ 'x-api-key': addKey('content:read', '2026-01-05T09:00:10.000Z') });
    const token = await makePreview(identity?.claims);
    expect(await findPreviewer({}, token)).toMatchObject({ actor: { type: 'api-key' } });
    clock.pass(10);
    await expect(findPreviewer({}, token)).rejects.toMatchObject(refusal);
  });

  it('outlives a session, and ends with the key, user or password of its maker', async () => {
    const { findPreviewer, findIdentity, makePreview, sessions, addKey, records } = await makeAuth();
    const ofUser = await makePreview();
    const keyIdentity = await findIdentity({ 'x-api-key': addKey('content:read') });
    const ofKey = await makePreview(keyIdentity?.claims);
    await sessions.end('one');
    expect(await findPreviewer({}, ofKey)).toMatchObject({ actor: { type: 'api-key', id: 3 } });
    expect(await findPreviewer({}, ofUser)).toMatchObject({ actor: { type: 'user', id: 1 } });
    records.remove('apiKey', 3);
    await expect(findPreviewer({}, ofKey)).rejects.toMatchObject(refusal);
    records.put('user', 1, { ...ADA, passwordHash: 'another' });
    await expect(findPreviewer({}, ofUser)).rejects.toMatchObject(refusal);
    records.remove('user', 1);
    await expect(findPreviewer({}, ofUser)).rejects.toMatchObject(refusal);
  });

  it('SEC-41 makes every caller a viewer at most', async () => {
    const { findPreviewer, makePreview } = await makeAuth();
    const found = await findPreviewer({}, await makePreview());
    expect(found?.actor).toMatchObject({ role: 'viewer', preview: { ref: null, page: null } });
  });
});
