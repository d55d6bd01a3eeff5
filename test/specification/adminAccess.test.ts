import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../http/problemsOf.ts';
import { PASSWORD } from '../makeSite.ts';
import { walkSite } from './site.ts';

const walked = walkSite();
const admin = (...call: Parameters<typeof walked.admin>) => walked.admin(...call);
const ids = (name: string): number => walked.ids[name]!;

let made = 0;
async function makeUser(body: object = {}) {
  made += 1;
  return walked.write('POST /users', {
    email: `user${made}@example.org`,
    name: `User ${made}`,
    password: PASSWORD,
    ...body,
  });
}
const logIn = (email: string, password: string) =>
  walked.site.ask('POST /admin/auth/login', { body: { email, password } });
const get = (headers: Readonly<Record<string, string>>, path = '/pages') =>
  walked.site.ask(`GET /admin${path}`, { headers });

describe('User', () => {
  it('email, name, password (required on create), role?', async () => {
    const body = { email: 'ada@example.org', name: 'Ada', password: PASSWORD, role: 'viewer' };
    const { status, body: answer } = await admin('POST /users', body);
    expect([status, answer.data]).toMatchObject([201, { email: body.email, name: body.name, role: body.role }]);
    for (const key of ['email', 'name', 'password'])
      expect(refusalOf(await admin('POST /users', { ...body, email: 'x@example.org', [key]: undefined }))).toBe(
        `400 VALIDATION ${key}`,
      );
    expect(refusalOf(await admin('POST /users', { ...body, email: 'no address' }))).toBe('400 VALIDATION email');
    expect(refusalOf(await admin('POST /users', { ...body, email: 'ADA@example.org' }))).toBe('409 CONFLICT email');
  });

  it('password: minimum 8 characters', async () => {
    const body = { email: 'short@example.org', name: 'Short' };
    expect(refusalOf(await admin('POST /users', { ...body, password: '1234567' }))).toBe('400 VALIDATION password');
    expect((await admin('POST /users', { ...body, password: '12345678' })).status).toBe(201);
  });

  it('password: optional on update', async () => {
    const { id, email } = await makeUser();
    await walked.write(`PUT /users/${id}`, { name: 'Renamed' });
    expect((await logIn(email, PASSWORD)).status).toBe(200);
    await walked.write(`PUT /users/${id}`, { password: 'another one' });
    expect([(await logIn(email, PASSWORD)).status, (await logIn(email, 'another one')).status]).toEqual([401, 200]);
    expect(refusalOf(await admin(`PUT /users/${id}`, { password: 'short' }))).toBe('400 VALIDATION password');
  });

  it('role: allowed values admin, editor, viewer', async () => {
    for (const role of ['admin', 'editor', 'viewer']) expect(await makeUser({ role })).toMatchObject({ role });
    for (const role of ['owner', '', null, 'Admin'])
      expect(
        refusalOf(await admin('POST /users', { email: 'r@example.org', name: 'R', password: PASSWORD, role })),
      ).toBe('400 VALIDATION role');
  });

  it('Password hashes are never returned', async () => {
    const { id } = await makeUser();
    for (const call of ['GET /users', `GET /users/${id}`, 'GET /auth/me', 'GET /audit-logs', 'GET /export'])
      expect(JSON.stringify((await admin(call)).body)).not.toMatch(/passwordHash|\$2[aby]\$/);
    expect(JSON.stringify(await admin(`PUT /users/${id}`, { name: 'N' }))).not.toMatch(/password/i);
  });

  it('GET /users: all users, no password hashes', async () => {
    const { id } = await makeUser();
    const { body } = await admin('GET /users');
    expect(body.data.map((user: { id: number }) => user.id)).toEqual(expect.arrayContaining([1, 2, 3, id]));
    expect(Object.keys(body.data[0]).sort()).toEqual(['createdAt', 'email', 'id', 'name', 'role']);
  });

  it("DELETE /users/:id: refused for the caller's own user and for the last admin", async () => {
    expect(refusalOf(await admin('DELETE /users/1'))).toBe('403 FORBIDDEN');
    const { id } = await makeUser();
    expect((await admin(`DELETE /users/${id}`)).body.data).toEqual({ deleted: true });
    expect(refusalOf(await admin(`GET /users/${id}`))).toBe('404 NOT_FOUND');
  });

  it('A user cannot delete the last admin', async () => {
    for (const { id, role } of (await admin('GET /users')).body.data)
      if (role === 'admin' && id !== 1) await walked.write(`DELETE /users/${id}`);
    const { body } = await admin('POST /api-keys', { name: 'All', permissions: '*' });
    const headers = { 'x-api-key': body.data.key };
    expect(refusalOf(await walked.site.ask('DELETE /admin/users/1', { headers }))).toBe('403 FORBIDDEN');
    const demoting = { headers, body: { role: 'editor' } };
    expect(refusalOf(await walked.site.ask('PUT /admin/users/1', demoting))).toBe('403 FORBIDDEN');
  });
});

describe('API key', () => {
  it('POST /api-keys: { name, permissions }; prefix sk_; the key is returned once', async () => {
    const { status, body } = await admin('POST /api-keys', { name: 'Deploy', permissions: 'content:read' });
    expect([status, body.data]).toMatchObject([201, { name: 'Deploy', permissions: 'content:read' }]);
    expect(body.data.key).toMatch(/^sk_[\w-]{43}$/);
    const list = JSON.stringify((await admin('GET /api-keys')).body);
    expect(list).toContain('Deploy');
    expect(list).not.toContain(body.data.key);
    expect(list).not.toMatch(/"key"|keyHash/);
  });

  it('permissions: one of content:read, content:write, *, admin:*', async () => {
    for (const permissions of ['content:read', 'content:write', '*', 'admin:*'])
      expect((await admin('POST /api-keys', { name: 'K', permissions })).status).toBe(201);
    for (const permissions of ['content', '', null, undefined, ['*']])
      expect(refusalOf(await admin('POST /api-keys', { name: 'K', permissions }))).toMatch(
        /^400 VALIDATION permissions/,
      );
    expect(refusalOf(await admin('POST /api-keys', { permissions: '*' }))).toBe('400 VALIDATION name');
  });
});

describe('Authentication', () => {
  it('1. public content REST and GraphQL need no credentials', async () => {
    expect((await walked.read('/pages')).status).toBe(200);
    expect(await walked.query('{ menus { id } }')).toMatchObject({ menus: expect.any(Array) });
  });

  it('2. all administrative operations except login need credentials', async () => {
    const open = ['POST /auth/login', 'POST /setup', 'GET /setup/status'];
    const endpoints = walked.site.cms.endpoints.filter(({ path }) => path.startsWith('/api/admin/'));
    expect(endpoints.length).toBeGreaterThan(60);
    for (const { method, path } of endpoints) {
      const call = `${method} ${path.replace('/api/admin', '')}`;
      if (open.includes(call)) continue;
      const { status, body } = await walked.site.ask(`${method} ${path.slice(4).replaceAll(/:\w+\*?/g, '1')}`);
      expect([call, status, body.errors[0].code]).toEqual([call, 401, 'UNAUTHORIZED']);
    }
  });

  it('session token: login takes { email, password } and returns { data: { token, user } }', async () => {
    const { status, body } = await logIn('editor@example.org', PASSWORD);
    const user = { id: 2, email: 'editor@example.org', name: 'The editor', role: 'editor' };
    expect([status, body]).toEqual([200, { data: { token: expect.any(String), user } }]);
    expect((await get({ authorization: `Bearer ${body.data.token}` })).status).toBe(200);
  });

  it('API key: as X-API-Key or as Authorization: Bearer', async () => {
    const { key } = await walked.write('POST /api-keys', { name: 'Both', permissions: 'content:read' });
    expect((await get({ 'x-api-key': key })).status).toBe(200);
    expect((await get({ authorization: `Bearer ${key}` })).status).toBe(200);
  });

  it('4. missing or invalid credentials yield UNAUTHORIZED', async () => {
    const bad = [{}, { authorization: 'Bearer x' }, { authorization: 'Basic x' }, { 'x-api-key': 'sk_x' }];
    for (const headers of bad) expect(refusalOf(await get(headers))).toBe('401 UNAUTHORIZED');
    for (const [email, password] of [
      ['editor@example.org', 'wrong password'],
      ['nobody@example.org', PASSWORD],
    ] as const)
      expect(refusalOf(await logIn(email, password))).toBe('401 UNAUTHORIZED');
  });

  it('4. insufficient role or permission yields FORBIDDEN', async () => {
    expect(refusalOf(await admin('POST /pages', { title: 'T', typeId: 1 }, 'viewer'))).toBe('403 FORBIDDEN');
    expect(refusalOf(await admin('POST /users', {}, 'editor'))).toBe('403 FORBIDDEN');
    expect(refusalOf(await admin('DELETE /pages/99999', undefined, 'viewer'))).toBe('403 FORBIDDEN');
  });
});

/** Valid bodies by kind of record; each is called once per caller. */
const CREATIONS: Readonly<Record<string, () => object>> = {
  '/pages': () => ({ title: 'R', slug: `r-${unique()}`, typeId: ids('note') }),
  '/blocks': () => ({ title: 'R', typeId: ids('hero'), fields: {} }),
  '/menus': () => ({ name: 'R', slug: `r-${unique()}` }),
  '/taxonomies': () => ({ name: 'R', slug: `r-${unique()}` }),
  '/content-types': () => ({ name: 'R', slug: `r-${unique()}`, fieldsSchema: [], regions: [] }),
  '/block-types': () => ({ name: 'R', slug: `r-${unique()}`, fieldsSchema: [] }),
  '/users': () => ({ name: 'R', email: `r-${unique()}@example.org`, password: PASSWORD }),
  '/api-keys': () => ({ name: 'R', permissions: '*' }),
};
const unique = (): number => {
  made += 1;
  return made;
};
const OF_EDITORS = ['/pages', '/blocks', '/menus', '/taxonomies'];
const OF_ADMINS = ['/content-types', '/block-types', '/users', '/api-keys'];

/** Creates, reads, updates and deletes a record of a kind; returns the statuses. */
async function useAll(
  path: string,
  send: (call: string, body?: object) => Promise<{ status: number; body: { data?: { id: number } } }>,
) {
  const created = await send(`POST ${path}`, CREATIONS[path]!());
  const id = created.body.data?.id ?? (await walked.write(`POST ${path}`, CREATIONS[path]!())).id;
  const rest = [];
  for (const [call, body] of [
    [`GET ${path}`, undefined],
    [`PUT ${path}/${id}`, { name: 'S', title: 'S' }],
    [`DELETE ${path}/${id}`, undefined],
  ] as const)
    rest.push((await send(call, body)).status);
  return [created.status, ...rest];
}
const [READS, ALL] = [
  [403, 200, 403, 403],
  [201, 200, 200, 200],
];

describe('Roles', () => {
  it.each([...OF_EDITORS, ...OF_ADMINS])('viewer: reads all administrative data: %s', async (path) => {
    expect(await useAll(path, (call, body) => admin(call, body, 'viewer'))).toEqual(READS);
  });

  it('viewer: reads all administrative data: media, config, redirects, webhooks', async () => {
    for (const path of [
      '/media',
      '/media/folders',
      `/media/${ids('picture')}`,
      '/config',
      '/redirects',
      '/tracking-scripts',
      '/webhooks',
    ])
      expect([path, (await admin(`GET ${path}`, undefined, 'viewer')).status]).toEqual([path, 200]);
  });

  it.each(OF_EDITORS)('editor: creates, reads, updates, deletes %s', async (path) => {
    expect(await useAll(path, (call, body) => admin(call, body, 'editor'))).toEqual(ALL);
  });

  it.each(OF_ADMINS)('admin alone: manages %s', async (path) => {
    expect(await useAll(path, (call, body) => admin(call, body, 'editor'))).toEqual(READS);
    expect(await useAll(path, (call, body) => admin(call, body, 'admin'))).toEqual(ALL);
  });
});

describe('Permissions', () => {
  it.each([
    ['content:read', READS, READS],
    ['content:write', ALL, READS],
    ['*', ALL, ALL],
    ['admin:*', ALL, ALL],
  ])('%s', async (permissions, content, schemas) => {
    const { key } = await walked.write('POST /api-keys', { name: 'P', permissions });
    const send = (call: string, body?: object) =>
      walked.site.ask(call.replace(' ', ' /admin'), { headers: { 'x-api-key': key }, body });
    expect([await useAll('/pages', send), await useAll('/menus', send)]).toEqual([content, content]);
    expect([await useAll('/content-types', send), await useAll('/api-keys', send)]).toEqual([schemas, schemas]);
  });
});

describe('Webhooks', () => {
  it('GET, POST /webhooks: configure webhook URLs', async () => {
    const url = 'https://example.org/hook';
    const { status, body } = await admin('POST /webhooks', { url, events: ['page.published'] });
    expect([status, body.data]).toMatchObject([201, { url, events: ['page.published'], isActive: true }]);
    expect((await admin('GET /webhooks')).body.data).toContainEqual(expect.objectContaining({ id: body.data.id, url }));
    expect(refusalOf(await admin('POST /webhooks', {}))).toBe('400 VALIDATION url');
    expect(refusalOf(await admin('POST /webhooks', { url: 'ftp://example.org' }))).toBe('400 VALIDATION url');
    expect(refusalOf(await admin('POST /webhooks', { url, events: ['page.shredded'] }))).toBe(
      '400 VALIDATION events.0',
    );
    expect(refusalOf(await admin('POST /webhooks', { url }, 'editor'))).toBe('403 FORBIDDEN');
  });
});

describe('the private folder', () => {
  it('keeps passwords and keys as hashes', async () => {
    const { key } = await walked.write('POST /api-keys', { name: 'Hashed', permissions: '*' });
    const { id } = (await admin('GET /api-keys')).body.data.at(-1);
    const file = readFileSync(`${walked.site.privateDir}/api-keys/${id}.yaml`, 'utf8');
    expect(file).toContain('Hashed');
    expect(file).not.toContain(key);
  });
});
