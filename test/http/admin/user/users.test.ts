import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeSite, NOW, PASSWORD, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

const NEW = { email: 'Ada@Example.org', name: 'Ada', password: 'long enough' };

const send = (site: Site, call: string, body?: unknown) =>
  site.ask(call, { as: 'admin', ...(body !== undefined && { body }) });

const login = (site: Site, email: string, password: string) =>
  site.ask('POST /admin/auth/login', { body: { email, password } });

/** The changes in the audit log, oldest first. */
const auditOf = (site: Site): readonly string[] =>
  readFileSync(join(site.privateDir, 'audit.ndjson'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ action }) => !action.startsWith('auth.'))
    .map(({ actor, action, record, ok }) => `${actor} ${action} ${record} ${ok}`);

describe('users', () => {
  it('can read themselves, with the ETag of their record', async () => {
    const site = await makeSite(SMALL_SITE);
    const [me, user] = [await send(site, 'GET /admin/auth/me'), await send(site, 'GET /admin/users/1')];
    const { rights: _, ...shown } = me.body.data;
    expect([shown, me.headers.get('etag')]).toEqual([user.body.data, user.headers.get('etag')]);
    expect(me.headers.get('etag')).toMatch(/^"[0-9a-f]{40}"$/);
  });

  it('are created, changed and deleted outside git, with a line each in the audit log', async () => {
    const site = await makeSite(SMALL_SITE);
    const created = await send(site, 'POST /admin/users', NEW);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      data: { id: 4, email: 'Ada@Example.org', name: 'Ada', role: 'editor', createdAt: NOW },
    });
    const file = join(site.privateDir, 'users', '4.yaml');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toMatch(
      /^email: Ada@Example.org\nname: Ada\npasswordHash: "?\$2[aby]\$04\$\S{53}"?\ncreatedAt: 2026-02-01T12:00:00.000Z\n$/,
    );
    expect((await send(site, 'PUT /admin/users/4', { name: 'Ada L.', role: 'viewer' })).body.data).toEqual({
      id: 4,
      email: 'Ada@Example.org',
      name: 'Ada L.',
      role: 'viewer',
      createdAt: NOW,
    });
    expect((await send(site, 'GET /admin/users')).body.data.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3, 4]);
    expect((await send(site, 'DELETE /admin/users/4')).body).toEqual({ data: { deleted: true } });
    expect(readdirSync(join(site.privateDir, 'users')).sort()).toEqual(['1.yaml', '2.yaml', '3.yaml']);
    expect(auditOf(site)).toEqual([
      'user/1 user.create user/4 true',
      'user/1 user.update user/4 true',
      'user/1 user.remove user/4 true',
    ]);
    expect(site.newCommits()).toEqual([]);
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('SEC-19 never show their hash in any answer', async () => {
    const site = await makeSite(SMALL_SITE);
    const replies = [
      await send(site, 'POST /admin/users', NEW),
      await send(site, 'GET /admin/users'),
      await send(site, 'GET /admin/users/1'),
      await send(site, 'PUT /admin/users/4', { password: 'another one' }),
      await send(site, 'GET /admin/auth/me'),
      await login(site, 'ada@example.org', 'another one'),
    ];
    for (const { status, body } of replies) {
      expect(status).toBeLessThan(300);
      expect(JSON.stringify(body)).not.toMatch(/\$2[aby]\$|passwordHash|another one/);
    }
    expect(readFileSync(join(site.privateDir, 'audit.ndjson'), 'utf8')).not.toMatch(/\$2[aby]\$|another one/);
  });

  it('refuse invalid bodies with all problems at once, and change nothing', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const [call, body, refusal] of [
      ['POST /admin/users', {}, '400 VALIDATION email VALIDATION name VALIDATION password'],
      [
        'POST /admin/users',
        { email: 'ada', name: '', password: 'short', role: 'owner' },
        '400 VALIDATION email VALIDATION name VALIDATION role VALIDATION password',
      ],
      ['POST /admin/users', { ...NEW, password: 'ä'.repeat(37) }, '400 VALIDATION password'],
      ['POST /admin/users', { ...NEW, email: 'ADMIN@example.ORG' }, '409 CONFLICT email'],
      ['PUT /admin/users/2', { email: 'Viewer@example.org' }, '409 CONFLICT email'],
      ['PUT /admin/users/2', { password: 'short' }, '400 VALIDATION password'],
      ['PUT /admin/users/2', { name: null }, '400 VALIDATION name'],
      ['PUT /admin/users/9', { name: 'X' }, '404 NOT_FOUND'],
      ['PUT /admin/users/1', { role: 'editor' }, '403 FORBIDDEN'],
      ['DELETE /admin/users/1', undefined, '403 FORBIDDEN'],
      ['DELETE /admin/users/9', undefined, '404 NOT_FOUND'],
    ] as const)
      expect([call, body, refusalOf(await send(site, call, body))]).toEqual([call, body, refusal]);
    expect((await send(site, 'GET /admin/users')).body.meta.total).toBe(3);
    expect(auditOf(site)).toEqual([]);
  });

  it('may be deleted if another admin stays, but nobody deletes themself', async () => {
    const site = await makeSite(SMALL_SITE);
    await send(site, 'PUT /admin/users/2', { role: 'admin' });
    expect(refusalOf(await send(site, 'DELETE /admin/users/1'))).toBe('403 FORBIDDEN');
    const { body } = await login(site, 'editor@example.org', PASSWORD);
    const headers = { authorization: `Bearer ${body.data.token}` };
    expect(refusalOf(await site.ask('DELETE /admin/users/1', { headers }))).toBe('200');
    expect(refusalOf(await send(site, 'GET /admin/users'))).toBe('401 UNAUTHORIZED');
    expect(refusalOf(await site.ask('PUT /admin/users/2', { headers, body: { role: 'viewer' } }))).toBe(
      '403 FORBIDDEN',
    );
    const { data } = (await site.ask('POST /admin/api-keys', { headers, body: { name: 'K', permissions: '*' } })).body;
    const withKey = { headers: { 'x-api-key': data.key } };
    expect(refusalOf(await site.ask('DELETE /admin/users/2', withKey))).toBe('403 FORBIDDEN');
  });

  it('leave one admin who may write to what is live', async () => {
    const site = await makeSite(SMALL_SITE);
    const onlyChanges = { changesOnly: true };
    expect(refusalOf(await send(site, 'PUT /admin/users/1', onlyChanges))).toBe('403 FORBIDDEN');
    await send(site, 'PUT /admin/users/2', { role: 'admin', ...onlyChanges });
    expect(refusalOf(await send(site, 'PUT /admin/users/1', { role: 'editor' }))).toBe('403 FORBIDDEN');
    await send(site, 'PUT /admin/users/2', { changesOnly: false });
    expect(refusalOf(await send(site, 'PUT /admin/users/1', onlyChanges))).toBe('200');
  });

  it('SEC-18 stay unique by e-mail and keep one admin, also with writes at the same moment', async () => {
    const site = await makeSite(SMALL_SITE);
    const replies = await Promise.all(
      ['new@example.org', 'NEW@example.org', 'New@Example.org'].map((email) =>
        send(site, 'POST /admin/users', { ...NEW, email }),
      ),
    );
    expect(replies.map(refusalOf).sort()).toEqual(['201', '409 CONFLICT email', '409 CONFLICT email']);

    await send(site, 'PUT /admin/users/2', { role: 'admin' });
    const { body } = await login(site, 'editor@example.org', PASSWORD);
    const headers = { authorization: `Bearer ${body.data.token}` };
    const removals = await Promise.all([
      send(site, 'DELETE /admin/users/2'),
      site.ask('DELETE /admin/users/1', { headers }),
    ]);
    expect(removals.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([401, 403])]);
    const admins = [...site.cms.store.all('user')].filter(({ data }) => data.role === 'admin');
    expect(admins).toHaveLength(1);
  });

  it('SEC-14 lose their sessions at the next request after a new password or role, or deletion', async () => {
    const site = await makeSite(SMALL_SITE);
    await send(site, 'POST /admin/users', NEW);
    for (const [password, change, body] of [
      [NEW.password, 'PUT /admin/users/4', { password: 'something else' }],
      ['something else', 'PUT /admin/users/4', { role: 'viewer' }],
      ['something else', 'DELETE /admin/users/4', undefined],
    ] as const) {
      const { token } = (await login(site, NEW.email, password)).body.data;
      const headers = { authorization: `Bearer ${token}` };
      expect(refusalOf(await site.ask('GET /admin/pages', { headers }))).toBe('200');
      await send(site, change, body);
      expect(refusalOf(await site.ask('GET /admin/pages', { headers }))).toBe('401 UNAUTHORIZED');
    }
    expect(refusalOf(await login(site, NEW.email, 'something else'))).toBe('401 UNAUTHORIZED');
  });

  it('SEC-14 keep no session or preview from before a role that they lost and got back, also after a restart', async () => {
    const site = await makeSite(SMALL_SITE);
    await send(site, 'POST /admin/users', { ...NEW, role: 'admin' });
    const { token } = (await login(site, NEW.email, NEW.password)).body.data;
    const headers = { authorization: `Bearer ${token}` };
    const preview = (await site.ask('POST /admin/auth/preview-session', { headers, body: {} })).body.data.token;
    const statuses = async (): Promise<readonly string[]> => [
      refusalOf(await site.ask('GET /admin/auth/me', { headers })),
      refusalOf(await site.ask(`GET /content/preview/pages/home?token=${preview}`)),
    ];
    await send(site, 'PUT /admin/users/4', { role: 'admin', name: 'Ada L.' });
    expect(await statuses()).toEqual(['200', '200']);
    for (const role of ['editor', 'admin', 'viewer', 'admin']) {
      await send(site, 'PUT /admin/users/4', { role });
      expect(await statuses()).toEqual(['401 UNAUTHORIZED', '401 UNAUTHORIZED']);
    }
    expect(await send(site, 'PUT /admin/users/4', { sessionGeneration: 1 })).toMatchObject({
      body: { meta: { ignored: [['sessionGeneration']] } },
    });
    await site.restart();
    expect(await statuses()).toEqual(['401 UNAUTHORIZED', '401 UNAUTHORIZED']);
    expect((await login(site, NEW.email, NEW.password)).status).toBe(200);
  });

  it('log in with the new password only, and with their e-mail in any case', async () => {
    const site = await makeSite(SMALL_SITE);
    await send(site, 'PUT /admin/users/2', { password: 'brand new one' });
    expect(refusalOf(await login(site, 'editor@example.org', PASSWORD))).toBe('401 UNAUTHORIZED');
    expect((await login(site, 'EDITOR@example.org', 'brand new one')).body.data.user).toEqual({
      id: 2,
      email: 'editor@example.org',
      name: 'The editor',
      role: 'editor',
    });
  });

  it('check If-Match, and write nothing if nothing changes', async () => {
    const site = await makeSite(SMALL_SITE);
    const etag = (await send(site, 'GET /admin/users/2')).headers.get('etag') ?? '';
    const put = (name: string, ifMatch: string) =>
      site.ask('PUT /admin/users/2', { as: 'admin', body: { name }, headers: { 'if-match': ifMatch } });
    expect((await put('The editor', etag)).headers.get('etag')).toBe(etag);
    expect(auditOf(site)).toEqual([]);
    expect((await put('Eve', etag)).status).toBe(200);
    expect(refusalOf(await put('Eva', etag))).toBe('412 PRECONDITION_FAILED');
    expect(auditOf(site)).toEqual(['user/1 user.update user/2 true']);
  });
});
