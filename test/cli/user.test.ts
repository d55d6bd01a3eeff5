import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { long } from '../long.ts';
import { makePlace, run, serve } from './quire.ts';

function makeEmptyPlace() {
  const place = makePlace({ withContent: false });
  mkdirSync(place.contentDir);
  return place;
}

const logIn = (url: string, email: string, password: string): Promise<Response> =>
  fetch(`${url}/api/admin/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });

describe('quire user', () => {
  it('adds a user, and lists it', async () => {
    const { env } = makeEmptyPlace();
    const added = await run(['user', 'add', 'ada@example.org', '--password-stdin'], env, 'correct horse\n');
    expect(added).toMatchObject({ code: 0, stdout: 'Added user 1: ada@example.org\n' });
    expect((await run(['user', 'list'], env)).stdout).toBe('   1  editor  ada@example.org  ada\n');
  });

  long.it('SEC-45 makes one emergency account, which has a password where nobody else has', async () => {
    const { env } = makeEmptyPlace();
    await run(['user', 'add', 'ada@example.org', '--password-stdin'], env, 'correct horse');
    for (const email of ['ada@example.org', 'key@example.org'])
      expect(await run(['user', 'break-glass', email, '--password-stdin'], env, 'battery staple')).toEqual({
        ...{ code: 0, stdout: `${email} is the emergency account\n`, stderr: '' },
      });
    const only = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'quire', OIDC_ONLY: 'true' };
    const { url } = await serve({ ...env, ...only });
    expect((await logIn(url, 'ada@example.org', 'battery staple')).status).toBe(403);
    const { data } = (await (await logIn(url, 'KEY@example.org', 'battery staple')).json()) as {
      data: { user: object };
    };
    expect(data.user).toMatchObject({ email: 'key@example.org', role: 'admin' });
    const { stderr } = await run(['user', 'break-glass', 'ada@example.org', '--password-stdin'], env, 'x');
    expect(stderr).toBe('A server is running on this folder: stop it first\n');
  });

  long.it('SEC-46 lets the last admin in again who has lost a factor', async () => {
    const { env, privateDir } = makeEmptyPlace();
    await run(['user', 'add', 'ada@example.org', '--role', 'admin', '--password-stdin'], env, 'correct horse');
    const state = (name: string): string => join(privateDir, 'state', name);
    const totp = { secret: 'JBSWY3DPEHPK3PXP', lastStep: 1, createdAt: '2026-01-01T00:00:00.000Z' };
    const factors = { 1: { generation: 1, totp, recoveryCodes: [], passkeys: [] } };
    writeFileSync(state('factors.json'), JSON.stringify(factors));
    writeFileSync(state('sign-in.json'), JSON.stringify({ required: { admin: 'passkey', editor: 'secondFactor' } }));
    const stdout = 'ada@example.org signs in with the password alone\n';
    expect(await run(['user', 'unlock', 'ada@example.org'], env)).toEqual({ code: 0, stdout, stderr: '' });
    const read = (name: string) => JSON.parse(readFileSync(state(name), 'utf8'));
    expect(read('factors.json')).toEqual({ 1: { generation: 2, totp: null, recoveryCodes: [], passkeys: [] } });
    expect(read('sign-in.json')).toEqual({ required: { editor: 'secondFactor' } });
    expect((await run(['user', 'unlock', 'nobody@example.org'], env)).code).toBe(1);
    writeFileSync(state('factors.json'), 'broken');
    expect((await run(['user', 'list'], env)).code).not.toBe(0);
  });

  long.it('adds users who can log in, lists them and changes their passwords', async () => {
    const { env, privateDir } = makeEmptyPlace();
    const add = ['user', 'add', 'ada@example.org', '--role', 'admin', '--name', 'Ada', '--password-stdin'];
    expect(await run(add, env, 'correct horse\n')).toEqual({
      code: 0,
      stdout: 'Added user 1: ada@example.org\n',
      stderr: '',
    });
    expect((await run(['user', 'add', 'bo@example.org', '--password-stdin'], env, 'battery staple')).code).toBe(0);
    writeFileSync(join(privateDir, 'roles/translators.yaml'), 'name: Translators\nextends: viewer\n');
    const withRole = (role: string) =>
      run(['user', 'add', 'cy@example.org', '--role', role, '--password-stdin'], env, 'battery staple');
    expect(await withRole('owner')).toMatchObject({
      code: 1,
      stderr: 'role: must be one of: viewer, editor, admin, translators\n',
    });
    expect((await withRole('translators')).code).toBe(0);
    expect((await run(['user', 'list'], env)).stdout.split('\n')).toEqual([
      '   1  admin        ada@example.org  Ada',
      '   2  editor       bo@example.org  bo',
      '   3  translators  cy@example.org  cy',
      '',
    ]);
    const change = await run(['user', 'password', 'BO@example.org', '--password-stdin'], env, 'another staple\r\n');
    expect(change).toEqual({ code: 0, stdout: 'bo@example.org has a new password\n', stderr: '' });
    expect(readFileSync(join(privateDir, 'users/2.yaml'), 'utf8')).not.toContain('staple');

    const { url } = await serve(env);
    expect((await logIn(url, 'ada@example.org', 'correct horse')).status).toBe(200);
    expect((await logIn(url, 'bo@example.org', 'battery staple')).status).toBe(401);
    expect((await logIn(url, 'bo@example.org', 'another staple')).status).toBe(200);

    const refused = await run(['user', 'list'], { ...env, PORT: '4321' });
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('A server is running on this folder');
    expect(refused.stderr).toContain('GET http://127.0.0.1:4321/api/admin/users');
  });

  long.it('refuses what the interface refuses, in words', async () => {
    const { env } = makeEmptyPlace();
    const add = (email: string, password: string) => run(['user', 'add', email, '--password-stdin'], env, password);
    expect((await add('ada@example.org', 'correct horse')).code).toBe(0);
    for (const [email, password, wanted] of [
      ['ADA@example.org', 'correct horse', /There is already a user with the e-mail/],
      ['bo@example.org', 'short', /password: must have at least 8 characters/],
      ['bo@example.org', 'x'.repeat(73), /password: must have at most 72 bytes/],
      ['nobody', 'correct horse', /email: must be an e-mail address/],
    ] as const) {
      const { code, stdout, stderr } = await add(email, password);
      expect([email, code, stdout]).toEqual([email, 1, '']);
      expect(stderr).toMatch(wanted);
    }
    expect(await run(['user', 'password', 'no@example.org', '--password-stdin'], env, 'correct horse')).toMatchObject({
      code: 1,
      stderr: 'There is no user with the e-mail no@example.org\n',
    });
    const { code, stderr } = await run(['user', 'add', 'bo@example.org'], env);
    expect([code, stderr]).toEqual([
      1,
      'There is no terminal to ask for the password: pipe it in with --password-stdin\n',
    ]);
    expect((await run(['user', 'list'], env)).stdout.split('\n')).toHaveLength(2);
  });

  it.each([
    [[], 'quire user needs one of: list, add, password, break-glass, unlock'],
    [['toString'], 'quire user needs one of: list, add, password, break-glass, unlock'],
    [['add'], 'quire user add takes one e-mail address'],
    [['add', 'a@b.org', 'c@d.org'], 'quire user add takes one e-mail address'],
    [['list', 'a@b.org'], 'quire user list takes no arguments'],
    [['add', 'a@b.org', '--password', 'x'], "Unknown option '--password'"],
  ])('explains itself for %j', async (args, message) => {
    const { code, stdout, stderr } = await run(['user', ...args], { PORT: 'not even looked at' });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).toContain('--password-stdin');
  });
});
