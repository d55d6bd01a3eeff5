import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { base64url, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../http/problemsOf.ts';
import { makeSite, PASSWORD, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const send = (site: Site, call: string, body?: unknown) =>
  site.ask(call, { as: 'admin', ...(body !== undefined && { body }) });

async function tokenOf(site: Site): Promise<string> {
  const { body } = await site.ask('POST /admin/auth/login', {
    body: { email: 'admin@example.org', password: PASSWORD },
  });
  return body.data.token;
}

/** The same claims, unsigned or signed by somebody else. */
async function forgeriesOf(token: string): Promise<readonly string[]> {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const payload = JSON.parse(Buffer.from(base64url.decode(claims)).toString());
  return [
    new UnsecuredJWT(payload).encode(),
    await new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32)),
    `${head}.${claims}.`,
    `${head}.${base64url.encode(JSON.stringify({ ...payload, sub: 'user/2' }))}.${signature}`,
  ];
}

describe('credentials', () => {
  it('SEC-16 that are not valid are refused wherever they are read; the public interface does not read them', async () => {
    const site = await makeSite(SMALL_SITE);
    const token = await tokenOf(site);
    const bad: readonly Record<string, string>[] = [
      ...(await forgeriesOf(token)).map((forged) => ({ authorization: `Bearer ${forged}` })),
      { authorization: 'Bearer' },
      { authorization: `Basic ${btoa(`admin@example.org:${PASSWORD}`)}` },
      { authorization: token },
      { authorization: 'Bearer sk_unknown' },
      { 'x-api-key': '' },
      { 'x-api-key': token },
    ];
    for (const headers of bad) {
      for (const path of ['/admin/pages', '/admin/pages/1', '/admin/config', '/admin/auth/me', '/health'])
        expect([headers, path, refusalOf(await site.ask(`GET ${path}`, { headers }))]).toEqual([
          headers,
          path,
          '401 UNAUTHORIZED',
        ]);
      expect((await site.ask('GET /content/pages/home', { headers })).status).toBe(200);
      expect((await site.ask('GET /content/pages/secret', { headers })).status).toBe(404);
    }
    site.setTime('2026-02-02T12:00:01.000Z');
    expect(refusalOf(await site.ask('GET /admin/pages', { headers: { authorization: `Bearer ${token}` } }))).toBe(
      '401 UNAUTHORIZED',
    );
  });

  it('SEC-18 cannot be gained by writing read-only properties', async () => {
    const site = await makeSite(SMALL_SITE);
    const readOnly = {
      id: 77,
      key: '77',
      createdAt: '2000-01-01T00:00:00.000Z',
      updatedAt: '2000-01-01T00:00:00.000Z',
      createdBy: 'Nobody',
      passwordHash: 'x',
      keyHash: 'a'.repeat(64),
      keyPrefix: 'sk_x',
      path: '../x',
      kind: 'user',
      rev: 'x',
    };
    const page = await send(site, 'PUT /admin/pages/3', {
      ...readOnly,
      title: 'T',
      meta: { created_at: '2000' },
      type: 'plain',
    });
    expect(page.body.data).toMatchObject({ id: 3, createdAt: '2026-01-06T00:00:00.000Z', createdBy: 'A Developer' });
    expect(site.read('pages/en/about.yaml')).toBe(SMALL_SITE['pages/en/about.yaml']?.replace('About us', 'T'));

    const hash = () => /passwordHash: (.*)/.exec(readFileSync(join(site.privateDir, 'users/2.yaml'), 'utf8'))?.[1];
    const before = hash();
    const user = await send(site, 'PUT /admin/users/2', { ...readOnly, name: 'Eve' });
    expect(user.body.data).toEqual({
      id: 2,
      email: 'editor@example.org',
      name: 'Eve',
      role: 'editor',
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    expect(hash()).toBe(before);
    const made = await send(site, 'POST /admin/users', {
      ...readOnly,
      name: 'New',
      email: 'n@example.org',
      password: PASSWORD,
    });
    expect(made.body.data).toMatchObject({ id: 4, role: 'editor' });
    expect(existsSync(join(site.privateDir, 'users/77.yaml'))).toBe(false);
    const type = await send(site, 'POST /admin/content-types', { ...readOnly, name: 'New' });
    expect(type.body.data.id).toBe(3);
    expect(site.read('content-types/new.yaml')).toBe('id: 3\nname: New\ncreatedAt: 2026-02-01T12:00:00.000Z\n');
  });

  it('SEC-18 give nobody a higher role, and the last admin stays', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const login of ['viewer', 'editor'] as const)
      for (const call of ['PUT /admin/users/2', 'PUT /admin/users/3', 'POST /admin/users', 'POST /admin/api-keys'])
        expect(
          refusalOf(await site.ask(call, { as: login, body: { role: 'admin', permissions: '*', name: 'x' } })),
        ).toBe('403 FORBIDDEN');
    expect(refusalOf(await send(site, 'DELETE /admin/users/1'))).toBe('403 FORBIDDEN');
    expect(refusalOf(await send(site, 'PUT /admin/users/1', { role: 'viewer' }))).toBe('403 FORBIDDEN');
    expect((await send(site, 'GET /admin/users')).body.data.map(({ role }: { role: string }) => role)).toEqual([
      'admin',
      'editor',
      'viewer',
    ]);
  });
});

describe('the first admin', () => {
  it('SEC-18 can be created only once, however many ask at the same time with the right token', async () => {
    const site = await makeSite(SMALL_SITE, { env: { PRIVATE_DIR: 'content/.quire' } });
    const setupToken = site.cms.setup.setupToken();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        site.ask('POST /admin/setup', {
          body: { setupToken, name: `Admin ${n}`, email: `admin${n}@example.org`, password: PASSWORD },
        }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(403)]);
    expect(readdirSync(join(site.contentDir, '.quire/users'))).toEqual(['1.yaml']);
    expect(site.cms.setup.setupToken()).toBeNull();
    await site.restart();
    expect(site.cms.setup.setupToken()).toBeNull();
  });
});

describe('two admins', () => {
  it.each(['DELETE', 'PUT'])('SEC-18 who demote each other at the same time leave one admin: %s', async (method) => {
    const site = await makeSite(SMALL_SITE);
    await send(site, 'PUT /admin/users/2', { role: 'admin' });
    for (let round = 0; round < 3; round += 1) {
      const calls = [
        ['admin', 2],
        ['editor', 1],
      ] as const;
      await Promise.all(
        calls.map(([as, id]) =>
          site.ask(`${method} /admin/users/${id}`, { as, ...(method === 'PUT' && { body: { role: 'viewer' } }) }),
        ),
      );
      const admins = [...site.cms.store.all('user')].filter(({ data }) => data.role === 'admin');
      expect(admins).toHaveLength(1);
    }
  });
});

describe('a clock that jumps', () => {
  it('SEC-14 neither revives a token nor lets one live longer', async () => {
    const site = await makeSite(SMALL_SITE);
    const by = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    const statusOf = async (token: string) => (await site.ask('GET /admin/auth/me', by(token))).status;
    const [ended, kept] = [await tokenOf(site), await tokenOf(site)];
    await site.ask('POST /admin/auth/logout', by(ended));
    site.setTime('2027-06-01T12:00:00.000Z');
    expect([await statusOf(ended), await statusOf(kept)]).toEqual([401, 401]);
    const ofTheFuture = await tokenOf(site);
    const preview = await site.ask('POST /admin/auth/preview-session', by(ofTheFuture));
    await site.ask('POST /admin/auth/logout', by(await tokenOf(site)));
    const previewStatus = async () =>
      (await site.ask(`GET /content/preview/pages/secret?token=${preview.body.data.token}`)).status;
    expect([await statusOf(ofTheFuture), await previewStatus()]).toEqual([200, 200]);

    site.setTime('2026-02-01T12:00:01.000Z');
    for (const _ of ['before', 'after a restart']) {
      expect([await statusOf(ended), await statusOf(ofTheFuture), await previewStatus()]).toEqual([401, 401, 401]);
      await site.restart();
    }
    expect(await statusOf(await tokenOf(site))).toBe(200);
  });

  it('SEC-21 shows a scheduled page according to the clock', async () => {
    const scheduledAt = '2026-03-01T00:00:00.000Z';
    const site = await makeSite(SMALL_SITE);
    await send(site, 'PUT /admin/pages/3', { scheduledAt });
    const statusOf = async () => (await site.ask('GET /content/pages/about')).status;
    for (const [time, status] of [
      ['2026-02-01T12:00:00.000Z', 404],
      ['2026-03-01T00:00:00.000Z', 200],
      ['2026-02-01T12:00:00.000Z', 404],
      ['1999-01-01T00:00:00.000Z', 404],
      ['2027-01-01T00:00:00.000Z', 200],
    ] as const) {
      site.setTime(time);
      // More than once: answers are cached from the second time on.
      for (const _ of [1, 2, 3]) expect([time, await statusOf()]).toEqual([time, status]);
    }
  });
});

describe('the private folder', () => {
  it('SEC-19 stays out of git even inside of the repository', async () => {
    const site = await makeSite(SMALL_SITE, {
      env: {
        PRIVATE_DIR: 'content/.quire',
        QUIRE_ADMIN_EMAIL: 'admin@example.org',
        QUIRE_ADMIN_PASSWORD: PASSWORD,
      },
    });
    const { body } = await send(site, 'POST /admin/api-keys', { name: 'K', permissions: '*' });
    await send(site, 'POST /admin/users', { name: 'New', email: 'n@example.org', password: 'long enough' });
    await send(site, 'PUT /admin/pages/3', { title: 'T' });
    const folder = join(site.contentDir, '.quire');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true });
    for (const file of files.filter((one) => one.isFile() && one.name !== '.gitignore'))
      expect([file.name, statSync(join(file.parentPath, file.name)).mode & 0o077]).toEqual([file.name, 0]);

    expect(site.git('status', '--porcelain')).toBe('');
    site.git('add', '--all');
    expect(site.git('status', '--porcelain')).toBe('');
    expect(site.git('log', '--all', '--name-only', '--format=')).not.toContain('.quire');
    const hash = /passwordHash: "?([^"\n]+)/.exec(readFileSync(join(folder, 'users/1.yaml'), 'utf8'))?.[1] ?? 'none';
    const history = site.git('log', '--all', '--patch');
    for (const secret of [
      hash,
      body.data.key,
      'long enough',
      readFileSync(join(folder, 'api-keys/1.yaml'), 'utf8').split('keyHash: ')[1]!.slice(0, 64),
    ])
      expect(history).not.toContain(secret);
  });

  it('SEC-19 stops the start if the content repository tracks it', async () => {
    const env = { PRIVATE_DIR: 'content/.quire' };
    await expect(makeSite({ ...SMALL_SITE, '.quire/users/1.yaml': 'name: x\n' }, { env })).rejects.toThrow(
      /tracks.*PRIVATE_DIR/,
    );
  });
});

describe('answers to those who are known', () => {
  it('SEC-23 are never cached and never 304, errors included', async () => {
    const site = await makeSite(SMALL_SITE);
    const { headers } = await site.ask('GET /admin/pages/3', { as: 'viewer' });
    const ifNoneMatch = { 'if-none-match': headers.get('etag') ?? '' };
    for (const call of ['/admin/pages', '/admin/pages/3', '/admin/config', '/admin/content-types', '/admin/auth/me']) {
      const reply = await site.ask(`GET ${call}`, { as: 'viewer', headers: ifNoneMatch });
      expect([call, reply.status, reply.headers.get('cache-control')]).toEqual([call, 200, 'private, no-store']);
      expect(reply.headers.get('vary')).toMatch(/Authorization/);
      const anonymous = await site.ask(`GET ${call}`, { headers: { 'if-none-match': '*' } });
      expect([call, anonymous.status]).toEqual([call, 401]);
    }
    for (const call of [
      'GET /admin/pages',
      'GET /admin/nothing',
      'GET /content/pages/secret',
      'GET /content/pages?limit=x',
    ])
      expect([call, (await site.ask(call)).headers.get('cache-control')]).toEqual([call, 'no-store']);
    const written = await site.ask('PUT /admin/pages/3', { as: 'editor', body: { title: 'T' } });
    expect(written.headers.get('cache-control')).toBe('private, no-store');
  });

  it('SEC-23 to a write against an old revision are 412, and nothing is written', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const call of [
      'PUT /admin/pages/3',
      'DELETE /admin/pages/3',
      'PUT /admin/content-types/2',
      'PUT /admin/config',
      'PUT /admin/users/2',
    ]) {
      const body = call.startsWith('PUT') ? { name: 'N', title: 'T', tagline: 'T' } : undefined;
      const reply = await site.ask(call, { as: 'admin', headers: { 'if-match': '"stale"' }, ...(body && { body }) });
      expect([call, refusalOf(reply)]).toEqual([call, '412 PRECONDITION_FAILED']);
    }
    expect(site.newCommits()).toEqual([]);
    const two = await site.ask('PUT /admin/pages/3', {
      as: 'admin',
      headers: { 'if-match': '"a", "b"' },
      body: { title: 'T' },
    });
    expect(two.status).toBe(400);
  });
});
