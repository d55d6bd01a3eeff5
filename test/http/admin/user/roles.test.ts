import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RoleRecord } from '../../../../src/model/entities/role.ts';
import { makeSite, PASSWORD, type Reply, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { until } from '../../makeServer.ts';
import { refusalOf } from '../../problemsOf.ts';

const ENDS: (() => Promise<void>)[] = [];
let site: Site;
beforeAll(async () => {
  site = await makeSite(SMALL_SITE, { whenDone: (end) => void ENDS.push(end), configuredRoles: [PROOFREADERS] });
});
afterAll(async () => {
  for (const end of ENDS) await end();
});

const send = (call: string, body?: unknown): Promise<Reply> =>
  site.ask(call, { as: 'admin', ...(body !== undefined && { body }) });

const PROOFREADERS: RoleRecord = {
  ...{ key: 'proofreaders', name: 'Proofreaders', extends: 'viewer', deny: [] },
  allow: [{ do: ['update'], fields: ['summary'] }],
};

const TRANSLATORS = {
  key: 'translators',
  name: 'Translators',
  extends: 'viewer',
  allow: [
    { do: ['create', 'update', 'publish'], on: ['page'], locales: ['es'], types: ['article'], paths: ['blog/**'] },
  ],
  deny: [{ do: ['read'], on: ['menu'] }],
};

const lastAudited = (): object =>
  JSON.parse(readFileSync(join(site.privateDir, 'audit.ndjson'), 'utf8').trimEnd().split('\n').at(-1)!);

/** Logs in somebody with this role. */
async function addUser(role: string, name: string) {
  const email = `${name}@example.org`;
  const made = await send('POST /admin/users', { email, name, password: PASSWORD, role });
  const { body } = await site.ask('POST /admin/auth/login', { body: { email, password: PASSWORD } });
  return { id: made.body.data.id as number, headers: { authorization: `Bearer ${body.data.token}` } };
}

describe('roles of one’s own', () => {
  it('are made, listed after the three of every site, changed and audited', async () => {
    const made = await send('POST /admin/roles', TRANSLATORS);
    expect([made.status, made.body.data]).toMatchObject([201, { ...TRANSLATORS, isBuiltIn: false, usedBy: 0 }]);
    const { id } = made.body.data;
    expect(lastAudited()).toMatchObject({ actor: 'user/1', action: 'role.create', record: `role/${id}`, ok: true });
    const { data } = (await send('GET /admin/roles')).body;
    expect(data.map(({ key, isBuiltIn, usedBy }: Record<string, unknown>) => [key, isBuiltIn, usedBy])).toEqual([
      ['viewer', true, 1],
      ['editor', true, 1],
      ['admin', true, 1],
      ['proofreaders', false, 0],
      ['translators', false, 0],
    ]);
    const changed = await send(`PUT /admin/roles/${id}`, { name: 'Translators ES', key: 'other' });
    expect(changed.body.data).toMatchObject({ key: 'translators', name: 'Translators ES' });
    await site.restart();
    expect((await send(`GET /admin/roles/${id}`)).body.data).toEqual(changed.body.data);
  });

  it.each([
    ['a built-in name', { ...TRANSLATORS, key: 'admin' }, '400 VALIDATION key'],
    ['a name that there is', TRANSLATORS, '409 CONFLICT key'],
    ['an unknown right', { key: 'a', name: 'A', allow: [{ do: ['fly'] }] }, '400 VALIDATION allow.0.do.0'],
    ['no right', { key: 'a', name: 'A', allow: [{ do: [] }] }, '400 VALIDATION allow.0.do'],
    ['people', { key: 'a', name: 'A', allow: [{ do: ['read'], on: ['user'] }] }, '400 VALIDATION allow.0.on.0'],
    [
      'an unknown type',
      { key: 'a', name: 'A', deny: [{ do: ['read'], types: ['x'] }] },
      '400 VALIDATION deny.0.types.0',
    ],
    [
      'languages of files',
      { key: 'a', name: 'A', deny: [{ do: ['read'], on: ['media'], locales: ['en'] }] },
      '400 VALIDATION deny.0.locales',
    ],
    [
      'reading some fields',
      { key: 'a', name: 'A', allow: [{ do: ['read'], fields: ['title'] }] },
      '400 VALIDATION allow.0.fields',
    ],
    [
      'an unknown field',
      { key: 'a', name: 'A', allow: [{ do: ['update'], fields: ['sumary'] }] },
      '400 VALIDATION allow.0.fields.0',
    ],
    [
      'a path with a slash in front',
      { key: 'a', name: 'A', allow: [{ do: ['read'], paths: ['/x'] }] },
      '400 VALIDATION allow.0.paths.0',
    ],
  ])('are refused for %s', async (_, body, refusal) => {
    expect(refusalOf(await send('POST /admin/roles', body))).toBe(refusal);
  });

  it.each([
    ['allow.0', { key: 'a', name: 'A', allow: [{ do: ['read'], local: ['en'] }] }],
    ['denny', { key: 'a', name: 'A', denny: [{ do: ['read'] }] }],
  ])('leave out nothing that they do not understand: %s', async (path, body) => {
    expect(refusalOf(await send('POST /admin/roles', body))).toBe(`400 VALIDATION ${path}`);
  });

  it('may stand in the configuration, where nobody changes them', async () => {
    const { data } = (await send('GET /admin/roles')).body;
    expect(data.find(({ key }: RoleRecord) => key === 'proofreaders')).toMatchObject({
      ...PROOFREADERS,
      ...{ id: null, isBuiltIn: false, isFromConfig: true, usedBy: 0, createdAt: null },
    });
    const { headers } = await addUser('proofreaders', 'Pia');
    expect((await site.ask('GET /admin/auth/me', { headers })).body.data.rights).toMatchObject({
      level: 'editor',
      kinds: { page: { update: 'sometimes', publish: 'never' } },
    });
    expect(refusalOf(await send('POST /admin/roles', { ...TRANSLATORS, key: 'proofreaders' }))).toBe(
      '409 CONFLICT key',
    );
  });

  it('are made by admins alone', async () => {
    for (const as of ['editor', 'viewer'] as const)
      expect(refusalOf(await site.ask('POST /admin/roles', { as, body: TRANSLATORS }))).toBe('403 FORBIDDEN');
  });

  it('are given to users and keys by their names, and not deleted while somebody has them', async () => {
    expect(refusalOf(await send('PUT /admin/users/3', { role: 'nobody' }))).toBe('400 VALIDATION role');
    const key = await send('POST /admin/api-keys', { name: 'Feed', role: 'translators' });
    expect(key.body.data).toMatchObject({ permissions: null, role: 'translators' });
    expect(refusalOf(await send('POST /admin/api-keys', { name: 'F', role: 'viewer', permissions: '*' }))).toBe(
      '400 VALIDATION role',
    );
    const { id, headers } = await addUser('translators', 'Theo');
    expect((await site.ask(`GET /admin/users/${id}`, { headers })).body.data.role).toBe('translators');
    const role = (await send('GET /admin/roles')).body.data.at(-1);
    expect(role.usedBy).toBe(2);
    const refused = await send(`DELETE /admin/roles/${role.id}`);
    expect(refusalOf(refused)).toBe('409 CONFLICT');
    expect(refused.body.errors[0].message).toBe('The role is used by Theo, Feed');
  });

  it('tell what they allow, and act at the next request after a change', async () => {
    const { headers } = await addUser('translators', 'Tess');
    const me = async () => (await site.ask('GET /admin/auth/me', { headers })).body.data;
    const { rights } = await me();
    expect(rights).toMatchObject({
      level: 'editor',
      kinds: { page: { read: 'always', update: 'sometimes', delete: 'never' }, menu: { read: 'never' } },
      rules: {
        ...{ extends: 'viewer', allow: TRANSLATORS.allow, deny: TRANSLATORS.deny },
        base: [{ do: ['read'], on: expect.arrayContaining(['page', 'media', 'settings']) }],
      },
    });
    const { id } = (await send('GET /admin/roles')).body.data.at(-1);
    await send(`PUT /admin/roles/${id}`, { allow: [], deny: [] });
    expect((await me()).rights).toMatchObject({
      level: 'viewer',
      kinds: { page: { update: 'never' }, menu: { read: 'always' } },
    });
  });

  it('SEC-48 give no rights once their file is broken', async () => {
    const made = await send('POST /admin/roles', { key: 'writers', name: 'Writers', extends: 'editor' });
    const { headers } = await addUser('writers', 'Wes');
    const read = async () => (await site.ask('GET /admin/auth/me', { headers })).body.data.rights;
    expect(await read()).toMatchObject({ level: 'editor', kinds: { page: { update: 'always' } } });
    writeFileSync(join(site.privateDir, 'roles/writers.yaml'), 'name: [\n');
    const rights = await until(async () => {
      const found = await read();
      return found.level === 'viewer' ? found : undefined;
    });
    expect(rights.kinds.page).toMatchObject({ read: 'never', update: 'never' });
    expect(made.status).toBe(201);
  });

  it('SEC-48 give no rights if a word in their file is misspelt', async () => {
    writeFileSync(
      join(site.privateDir, 'roles/odd.yaml'),
      'name: Odd\nextends: editor\ndenny:\n  - { do: [delete] }\n',
    );
    writeFileSync(join(site.privateDir, 'roles/folders.yaml'), 'name: F\nallow:\n  - { do: [update], on: [pages] }\n');
    await site.restart();
    expect((await send('GET /admin/roles')).body.data.map(({ key }: RoleRecord) => key)).not.toContain('odd');
    const { data } = (await send('GET /admin/problems')).body;
    const told = data.filter(({ path }: { path: string }) => /^(?:roles|users)\//.test(path));
    expect(told.map(({ path, message }: { path: string; message: string }) => `${path} ${message}`)).toEqual([
      expect.stringContaining('roles/odd.yaml has no value "denny"'),
      expect.stringContaining('roles/writers.yaml'),
      expect.stringContaining('roles/folders.yaml the role gives no rights: allow.0.on.0 must be one of: settings'),
      'users/7.yaml has the role "writers", which does not exist, and so no rights',
    ]);
    expect(refusalOf(await send('PUT /admin/users/3', { role: 'odd' }))).toBe('400 VALIDATION role');
  });

  it('keep a server from starting if they have the name of one in the configuration', async () => {
    writeFileSync(join(site.privateDir, 'roles/proofreaders.yaml'), 'name: Others\n');
    await expect(site.restart()).rejects.toThrow(
      'QUIRE_CONFIG declares roles that exist already in PRIVATE_DIR: "proofreaders"',
    );
  });
});
