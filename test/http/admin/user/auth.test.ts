import { describe, expect, it, onTestFinished } from 'vitest';
import { makeApiKey } from '../../../../src/auth/apiKeys.ts';
import { type AuditLog, createAuditLog } from '../../../../src/auth/audit/auditLog.ts';
import { createCredentials } from '../../../../src/auth/credentials.ts';
import { openKnownAddresses } from '../../../../src/auth/knownAddresses.ts';
import { openLastUse } from '../../../../src/auth/lastUse.ts';
import { createPasswords } from '../../../../src/auth/password/passwords.ts';
import { createRoles } from '../../../../src/auth/roles.ts';
import { loadSecret } from '../../../../src/auth/secret.ts';
import { openPreviewSessions } from '../../../../src/auth/session/previewSessions.ts';
import { createSessionCookie } from '../../../../src/auth/session/sessionCookie.ts';
import { openSessionNotes } from '../../../../src/auth/session/sessionNotes.ts';
import { openSessions } from '../../../../src/auth/session/sessions.ts';
import { createTokens } from '../../../../src/auth/session/tokens.ts';
import { createSetup, type FirstAdmin } from '../../../../src/auth/setup.ts';
import { createLogin } from '../../../../src/auth/signIn/login.ts';
import { createSignIn } from '../../../../src/auth/signIn/signIn.ts';
import { createFindWays } from '../../../../src/auth/signIn/ways.ts';
import { authEndpoints } from '../../../../src/http/admin/user/auth.ts';
import type { Settings } from '../../../../src/model/entities/settings.ts';
import {
  ADA,
  createClock,
  createCountingPool,
  createRecords,
  listAudit,
  makePrivateFolder,
  NO_FACTORS_SET,
  PASSWORD,
  START,
} from '../../../auth/fixtures.ts';
import { errorOf, makeServer } from '../../makeServer.ts';

async function makeAuthServer({ users = true, env = {} }: { users?: boolean; env?: Record<string, string> } = {}) {
  const privateDir = await makePrivateFolder(onTestFinished);
  const clock = createClock();
  const records = createRecords();
  if (users) records.put('user', 1, ADA);
  const { lookup } = records;
  const onError = (error: unknown) => {
    throw error;
  };
  const pool = createCountingPool();
  const passwords = createPasswords({ cost: 4, pool });
  const tokens = createTokens({ secret: await loadSecret(privateDir), clock });
  const sessions = await openSessions({ privateDir, clock });
  const notes = await openSessionNotes({ privateDir, clock, onError });
  onTestFinished(() => notes.close());
  const lastUse = await openLastUse({ privateDir, clock, onError });
  onTestFinished(() => lastUse.close());
  const previews = await openPreviewSessions({ privateDir, clock, onError });
  const audit = createAuditLog({ privateDir, clock, onError });
  const siteUrl = 'http://localhost:3000';
  const cookie = createSessionCookie({ siteUrl, tokens });
  const roles = createRoles(lookup);
  const credentials = createCredentials({
    ...{ lookup, roles, tokens, sessions, previews, lastUse, cookie, clock, ...NO_FACTORS_SET },
  });
  const addresses = await openKnownAddresses({ lookup, privateDir, onError });
  onTestFinished(() => addresses.close());
  const signIn = createSignIn({ lookup, tokens, addresses, notes, clock, audit, ...NO_FACTORS_SET });
  const login = createLogin({ lookup, passwords, signIn, audit, addresses });
  const createUser = async (user: FirstAdmin) => records.put('user', 1, { key: '1', ...user });
  const setup = createSetup({ lookup, passwords, createUser });
  const endpoints = authEndpoints({
    ...{
      lookup,
      roles,
      login,
      findWays: createFindWays([]),
      providerSignIn: null,
      credentials,
      sessions,
      notes,
      tokens,
      cookie,
      siteUrl,
      setup,
      audit,
    },
  });
  const server = await makeServer(endpoints, { identify: credentials.identify, knowsAddress: addresses.has, env });

  const call = (
    method: string,
    path: string,
    { token, key, body }: { token?: string; key?: string; body?: unknown } = {},
  ) =>
    server.request(`/api/admin${path}`, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'X-API-Key': key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const tryLogin = (email: string, password: string) => call('POST', '/auth/login', { body: { email, password } });
  const from = (address: string, password: string) =>
    server.request('/api/admin/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify({ email: 'ada@example.org', password }),
    });
  const logIn = async () => (await dataOf<{ token: string }>(await tryLogin('ada@example.org', PASSWORD))).token;
  const addKey = () => {
    const { key, prefix, hash } = makeApiKey();
    records.put('apiKey', 3, {
      key: '3',
      name: 'Deploy',
      keyPrefix: prefix,
      keyHash: hash,
      permissions: 'content:read',
    });
    return key;
  };
  return {
    call,
    tryLogin,
    from,
    logIn,
    addKey,
    previews,
    records,
    clock,
    pool,
    audit,
    setup,
    credentials,
    tokens,
    lines: server.lines,
  };
}

async function dataOf<T = Record<string, unknown>>(response: Response): Promise<T> {
  const answer = (await response.json()) as { data: T };
  expect(Object.keys(answer)).toEqual(['data']);
  return answer.data;
}

const statusesOf = (responses: readonly Response[]) => responses.map(({ status }) => status);
const actionsOf = async (audit: AuditLog) => (await listAudit(audit)).entries;

describe('POST /auth/login', () => {
  it('answers a working token and the user, and nothing secret', async () => {
    const { tryLogin, call } = await makeAuthServer();
    const response = await tryLogin('ada@example.org', PASSWORD);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const data = await dataOf<{ token: string; user: object }>(response);
    expect(data).toEqual({
      token: expect.any(String),
      user: { id: 1, email: 'Ada@example.org', name: 'Ada', role: 'admin' },
    });
    expect((await call('GET', '/auth/me', { token: data.token })).status).toBe(200);
  });

  it('SEC-12 answers one uniform 401 for a wrong password and an unknown user', async () => {
    const { tryLogin, pool } = await makeAuthServer();
    const answers = [
      await tryLogin('ada@example.org', 'wrong password'),
      await tryLogin('nobody@example.org', PASSWORD),
    ];
    const [one, other] = await Promise.all(answers.map((answer) => answer.text()));
    expect(statusesOf(answers)).toEqual([401, 401]);
    expect(one).toBe(other);
    expect(JSON.parse(one ?? '')).toEqual({ errors: [{ code: 'UNAUTHORIZED', message: 'Wrong e-mail or password' }] });
    expect(pool.jobs).toHaveLength(2);
  });

  it.each([
    ['{}', [['email'], ['password']]],
    ['{"email":7,"password":["x"]}', [['email'], ['password']]],
    [`{"email":"a","password":"${'x'.repeat(1001)}"}`, [['password']]],
    ['[]', [[]]],
    ['{', [[]]],
  ])('answers 400 to %.30s without a comparison', async (body, paths) => {
    const { call, pool } = await makeAuthServer();
    const response = await call('POST', '/auth/login', { body });
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: { path: string[] }[] };
    expect(errors.map(({ path }) => path)).toEqual(paths);
    expect(pool.jobs).toEqual([]);
  });

  it('works on a read-only server', async () => {
    const { tryLogin } = await makeAuthServer({ env: { READ_ONLY: 'true' } });
    expect((await tryLogin('ada@example.org', PASSWORD)).status).toBe(200);
  });

  it('leaves no password and no token in the server log', async () => {
    const { logIn, tryLogin, lines } = await makeAuthServer();
    const token = await logIn();
    await tryLogin('ada@example.org', 'not my secret');
    const log = JSON.stringify(lines);
    for (const secret of [PASSWORD, 'not my secret', token]) expect(log).not.toContain(secret);
  });
});

describe('failed logins', () => {
  it('SEC-13 are limited per account, known or not, even for the right password', async () => {
    const { tryLogin, pool } = await makeAuthServer();
    for (const email of ['ada@example.org', 'nobody@example.org']) {
      const failures = await Promise.all(Array.from({ length: 10 }, () => tryLogin(email, 'wrong password')));
      expect(new Set(statusesOf(failures))).toEqual(new Set([401]));
      const compared = pool.jobs.length;
      const refused = await tryLogin(email, PASSWORD);
      expect(refused.status).toBe(429);
      expect((await errorOf(refused)).code).toBe('RATE_LIMITED');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(pool.jobs).toHaveLength(compared);
    }
  });

  it('SEC-13 elsewhere do not lock out a user who has logged in from here before', async () => {
    const { tryLogin, from } = await makeAuthServer({ env: { TRUST_PROXY: 'true' } });
    const [home, away] = ['198.51.100.1', '203.0.113.9'];
    expect((await from(home, PASSWORD)).status).toBe(200);
    for (let attempt = 0; attempt < 10; attempt += 1) await from(away, 'wrong password');
    expect((await from(away, PASSWORD)).status).toBe(429);
    expect((await from(home, PASSWORD)).status).toBe(200);
    // Nor does the owner's log-in give others more attempts.
    expect((await from(away, PASSWORD)).status).toBe(429);

    for (let attempt = 0; attempt < 10; attempt += 1) expect((await from(home, 'wrong password')).status).toBe(401);
    expect((await from(home, PASSWORD)).status).toBe(429);
    expect((await tryLogin(`${home}|ada@example.org`, PASSWORD)).status).toBe(401);
  });

  it('SEC-13 count for one account in any case of its e-mail address', async () => {
    const { tryLogin } = await makeAuthServer();
    const cases = ['ada@example.org', 'ADA@EXAMPLE.ORG', 'Ada@Example.org'];
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      statuses.push((await tryLogin(cases[attempt % 3] ?? '', 'wrong password')).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('SEC-13 are limited also if they come all at once', async () => {
    const { tryLogin, pool } = await makeAuthServer();
    const answers = await Promise.all(Array.from({ length: 30 }, () => tryLogin('ada@example.org', 'wrong password')));
    expect(statusesOf(answers).filter((status) => status === 401)).toHaveLength(10);
    expect(pool.jobs).toHaveLength(10);
  });

  it('SEC-13 are limited per address, whatever the account', async () => {
    const { tryLogin } = await makeAuthServer();
    const answers: Response[] = [];
    for (let attempt = 0; attempt < 51; attempt += 1)
      answers.push(await tryLogin(`user${attempt}@example.org`, 'wrong'));
    expect(statusesOf(answers)).toEqual([...Array(50).fill(401), 429]);
    expect((await tryLogin('ada@example.org', PASSWORD)).status).toBe(429);
  });

  it('are cleared for the account when its owner logs in', async () => {
    const { tryLogin } = await makeAuthServer();
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 0; attempt < 9; attempt += 1) await tryLogin('ada@example.org', 'wrong password');
      expect((await tryLogin('ada@example.org', PASSWORD)).status).toBe(200);
    }
  });

  it('are not limited if limits are switched off', async () => {
    const { tryLogin } = await makeAuthServer({ env: { RATE_LIMIT_ENABLED: 'false' } });
    const answers = await Promise.all(Array.from({ length: 60 }, () => tryLogin('ada@example.org', 'wrong password')));
    expect(new Set(statusesOf(answers))).toEqual(new Set([401]));
  });
});

describe('POST /auth/refresh', () => {
  it('answers a new token of the same session', async () => {
    const { call, logIn, clock, tokens } = await makeAuthServer();
    const token = await logIn();
    clock.pass(3600);
    const { token: fresh } = await dataOf<{ token: string }>(await call('POST', '/auth/refresh', { token }));
    const [old, renewed] = [await tokens.verifySessionToken(token), await tokens.verifySessionToken(fresh)];
    const later = { issuedAt: old.issuedAt + 3_600_000, expiresAt: old.expiresAt + 3_600_000 };
    expect(renewed).toEqual({ ...old, ...later });
  });

  it('uses the present duration of the settings', async () => {
    const { call, logIn, clock, tokens, records } = await makeAuthServer();
    const token = await logIn();
    records.put('settings', 1, { session: { duration: '30d' } } as Settings);
    const { token: fresh } = await dataOf<{ token: string }>(await call('POST', '/auth/refresh', { token }));
    const { expiresAt } = await tokens.verifySessionToken(fresh);
    expect(expiresAt - clock().getTime()).toBe(30 * 24 * 60 * 60 * 1000);
  });

  it('needs a valid token: none, an expired one and a preview token are 401', async () => {
    const { call, logIn, clock, previews } = await makeAuthServer();
    const token = await logIn();
    const { token: preview } = await previews.create(
      { subject: 'user/1', fingerprint: '' },
      { ref: null, page: null, seconds: 600 },
    );
    const answers = [await call('POST', '/auth/refresh'), await call('POST', '/auth/refresh', { token: preview })];
    clock.pass(24 * 60 * 60);
    answers.push(await call('POST', '/auth/refresh', { token }));
    expect(statusesOf(answers)).toEqual([401, 401, 401]);
  });
});

describe('POST /auth/logout', () => {
  it('SEC-14 ends the session with all its tokens, and no other session', async () => {
    const { call, logIn, audit } = await makeAuthServer();
    const [token, other] = [await logIn(), await logIn()];
    const { token: fresh } = await dataOf<{ token: string }>(await call('POST', '/auth/refresh', { token }));
    expect(await dataOf(await call('POST', '/auth/logout', { token }))).toEqual({ loggedOut: true });
    const answers = await Promise.all([token, fresh, other].map((each) => call('GET', '/auth/me', { token: each })));
    expect(statusesOf(answers)).toEqual([401, 401, 200]);
    expect((await call('POST', '/auth/logout', { token })).status).toBe(401);
    const [logout, ...logins] = await actionsOf(audit);
    expect(logout).toMatchObject({ actor: 'user/1', action: 'auth.logout', ok: true });
    expect(logins).toHaveLength(2);
  });

  it('has nothing to end for an API key', async () => {
    const { call, addKey } = await makeAuthServer();
    const key = addKey();
    for (const path of ['/auth/logout', '/auth/refresh']) {
      expect((await call('POST', path, { key })).status).toBe(400);
    }
    expect((await call('GET', '/auth/me', { key })).status).toBe(200);
  });
});

interface Me {
  readonly rights: object;
}

describe('GET /auth/me', () => {
  it('answers the user as it is now', async () => {
    const { call, logIn, records } = await makeAuthServer();
    const token = await logIn();
    records.put('user', 1, { ...ADA, name: 'Ada L.' });
    const me = { id: 1, email: 'Ada@example.org', name: 'Ada L.', role: 'admin', createdAt: START };
    const { rights, ...shown } = await dataOf<Me>(await call('GET', '/auth/me', { token }));
    expect(shown).toEqual(me);
    expect(rights).toMatchObject({ level: 'admin', rules: null, kinds: { settings: { update: 'always' } } });
  });

  it('answers an API key with what it is', async () => {
    const { call, addKey, records } = await makeAuthServer();
    const answer = await call('GET', '/auth/me', { key: addKey() });
    expect(answer.headers.get('etag')).toBe(`"${records.lookup.get('apiKey', 3)?.rev}"`);
    const { rights, ...shown } = await dataOf<Me>(answer);
    expect(rights).toMatchObject({ level: 'viewer', kinds: { page: { read: 'always', update: 'never' } } });
    expect(shown).toEqual({
      id: 3,
      email: 'api-key-3@quire.invalid',
      name: 'Deploy',
      role: 'viewer',
      type: 'api-key',
    });
  });

  it('is 401 without a credential and with a bad one', async () => {
    const { call } = await makeAuthServer();
    const answers = [
      await call('GET', '/auth/me'),
      await call('GET', '/auth/me', { token: 'x' }),
      await call('GET', '/auth/me', { key: 'sk_x' }),
    ];
    expect(statusesOf(answers)).toEqual([401, 401, 401]);
  });
});

describe('the set-up', () => {
  const grace = { name: 'Grace', email: 'grace@example.org', password: PASSWORD };

  it('creates the first admin, who can log in, and is closed then', async () => {
    const { call, setup, tryLogin, audit } = await makeAuthServer({ users: false });
    const setupToken = setup.setupToken();
    expect(await dataOf(await call('GET', '/setup/status'))).toEqual({ needsSetup: true });
    const response = await call('POST', '/setup', { body: { ...grace, setupToken } });
    expect(response.status).toBe(201);
    expect(await dataOf(response)).toEqual({
      id: 1,
      email: grace.email,
      name: 'Grace',
      role: 'admin',
      createdAt: START,
    });
    expect(await dataOf(await call('GET', '/setup/status'))).toEqual({ needsSetup: false });
    expect((await tryLogin(grace.email, PASSWORD)).status).toBe(200);
    expect((await call('POST', '/setup', { body: { ...grace, setupToken } })).status).toBe(403);
    expect(await actionsOf(audit)).toMatchObject([
      { actor: 'anonymous', action: 'auth.setup', ok: false },
      { action: 'auth.login' },
      { actor: 'user/1', action: 'auth.setup', record: 'user/1', ok: true },
    ]);
  });

  it('is forbidden once there is a user and with a wrong token, before anything else', async () => {
    const closed = await makeAuthServer();
    const open = await makeAuthServer({ users: false });
    for (const { call, records } of [closed, open]) {
      const bodies = [{}, { ...grace, setupToken: 'wrong' }, { setupToken: 'wrong', password: 'x' }];
      const answers = await Promise.all(bodies.map((body) => call('POST', '/setup', { body })));
      expect(statusesOf(answers)).toEqual([403, 403, 403]);
      expect([...records.lookup.all('user')]).toHaveLength(call === closed.call ? 1 : 0);
    }
  });

  it('reports all problems of the first admin', async () => {
    const { call, setup } = await makeAuthServer({ users: false });
    const body = { setupToken: setup.setupToken(), email: 'grace', password: 'short' };
    const response = await call('POST', '/setup', { body });
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: { path: string[] }[] };
    expect(errors.map(({ path }) => path[0]).sort()).toEqual(['email', 'name', 'password']);
  });

  it('SEC-32 limits guesses of the token per address', async () => {
    const { call } = await makeAuthServer({ users: false });
    const answers: Response[] = [];
    for (let guess = 0; guess < 21; guess += 1) {
      answers.push(await call('POST', '/setup', { body: { setupToken: `guess${guess}` } }));
    }
    expect(statusesOf(answers)).toEqual([...Array(20).fill(403), 429]);
  });
});
