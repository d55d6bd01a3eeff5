import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSite, type Site } from '../../../makeSite.ts';
import { until } from '../../makeServer.ts';

const ends: (() => Promise<void>)[] = [];
let site: Site;
beforeAll(async () => {
  site = await makeSite(
    { 'content-types/note.yaml': 'id: 1\nname: Note\nfieldsSchema: []\n' },
    { whenDone: (end) => void ends.push(end) },
  );
});
afterAll(async () => {
  for (const end of ends) await end();
});

const tokenOf = async (login: string): Promise<string> =>
  (await site.ask('POST /admin/auth/login', { body: { email: `${login}@example.org`, password: 'correct horse' } }))
    .body.data.token;

describe('a profile', () => {
  it('is what everybody changes for themselves, and nothing more', async () => {
    const body = { name: 'Vi', language: 'de', theme: 'dark', role: 'admin', email: 'other@example.org' };
    const { data } = (await site.ask('PUT /admin/auth/me', { as: 'viewer', body })).body;
    expect(data).toMatchObject({ id: 3, name: 'Vi', email: 'viewer@example.org', role: 'viewer', language: 'de' });
    const me = async () => (await site.ask('GET /admin/auth/me', { as: 'viewer' })).body.data;
    expect(await me()).toMatchObject({ name: 'Vi', language: 'de', theme: 'dark', role: 'viewer' });
    await site.ask('PUT /admin/auth/me', { as: 'viewer', body: { theme: null } });
    expect(await me()).not.toHaveProperty('theme');
    expect((await site.ask('PUT /admin/auth/me', { as: 'viewer', body: { name: '' } })).status).toBe(400);
    const others = (await site.ask('GET /admin/users/3', { as: 'editor' })).body.data;
    expect(others).toEqual({
      ...{ id: 3, name: 'Vi', email: 'viewer@example.org', role: 'viewer', createdAt: '2026-01-01T00:00:00.000Z' },
    });
    expect(site.newCommits()).toEqual([]);
  });

  it('has a picture, drawn anew without metadata', async () => {
    const large = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#1d7382' } })
      .withExif({ IFD0: { Copyright: 'a secret' } })
      .jpeg()
      .toBuffer();
    const authorization = `Bearer ${await tokenOf('editor')}`;
    const send = (bytes: Uint8Array<ArrayBuffer>) =>
      fetch(`${site.url}/api/admin/auth/me/picture`, { method: 'PUT', headers: { authorization }, body: bytes });
    const { data } = (await (await send(new Uint8Array(large))).json()) as { data: { picture: string } };
    expect(data.picture).toMatch(/^\/api\/admin\/users\/2\/picture\?v=[0-9a-f]{16}$/);
    const shown = await fetch(site.url + data.picture, { headers: { authorization } });
    expect([shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
      'image/webp',
      'private, no-store',
    ]);
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect(bytes.includes('a secret')).toBe(false);
    expect((await fetch(site.url + data.picture)).status).toBe(401);
    expect((await send(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(400);
    const file = join(site.privateDir, 'portraits/2.webp');
    expect(readFileSync(file)).toEqual(bytes);
    await site.ask('DELETE /admin/auth/me/picture', { as: 'editor' });
    expect(existsSync(file)).toBe(false);
    expect((await fetch(site.url + data.picture, { headers: { authorization } })).status).toBe(404);
  });
});

describe('a key of one’s own', () => {
  const makeKey = (as: 'viewer' | 'editor' | 'admin', permissions: string) =>
    site.ask('POST /admin/auth/keys', { as, body: { name: 'Mine', permissions } });
  const withKey = (key: string, call: string, body?: object) =>
    site.ask(call, { headers: { 'x-api-key': key }, ...(body && { body }) });
  const page = (slug: string) => ({ type: 'note', title: slug, slug });

  it('SEC-48 may do no more than its owner may at any time, and ends with them', async () => {
    expect((await makeKey('viewer', 'content:write')).status).toBe(403);
    const user = { name: 'Mo', email: 'mo@example.org', password: 'correct horse', role: 'editor' };
    const { id } = (await site.ask('POST /admin/users', { as: 'admin', body: user })).body.data;
    const headers = { authorization: `Bearer ${await tokenOf('mo')}` };
    const made = await site.ask('POST /admin/auth/keys', {
      headers,
      body: { name: 'Mine', permissions: 'content:write' },
    });
    expect(made.body.data).toMatchObject({ name: 'Mine', owner: 'Mo', permissions: 'content:write' });
    const { key } = made.body.data;
    expect((await withKey(key, 'POST /admin/pages', page('a'))).status).toBe(201);
    expect((await withKey(key, 'GET /admin/roles')).status).toBe(
      (await site.ask('GET /admin/roles', { headers })).status,
    );
    expect((await withKey(key, 'POST /admin/auth/keys', { name: 'More', permissions: 'content:read' })).status).toBe(
      400,
    );
    expect((await withKey(key, 'GET /admin/auth/keys')).status).toBe(400);

    await site.ask(`PUT /admin/users/${id}`, { as: 'admin', body: { role: 'viewer' } });
    expect((await withKey(key, 'POST /admin/pages', page('b'))).status).toBe(403);
    expect((await withKey(key, 'GET /admin/pages')).status).toBe(200);
    await site.ask(`PUT /admin/users/${id}`, { as: 'admin', body: { role: 'editor', changesOnly: true } });
    expect((await withKey(key, 'POST /admin/pages', page('c'))).status).toBe(403);

    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const sent = { method: 'PUT', headers, body: new Uint8Array(picture) };
    // Their session has ended with the role: the picture is set by a new one.
    sent.headers.authorization = `Bearer ${await tokenOf('mo')}`;
    expect((await fetch(`${site.url}/api/admin/auth/me/picture`, sent)).status).toBe(200);
    const portrait = join(site.privateDir, `portraits/${id}.webp`);
    expect(existsSync(portrait)).toBe(true);
    await site.ask(`DELETE /admin/users/${id}`, { as: 'admin' });
    await until(() => !existsSync(portrait));
    expect((await withKey(key, 'GET /admin/pages')).status).toBe(401);
    const left = (await site.ask('GET /admin/api-keys', { as: 'admin' })).body.data;
    expect(left.filter(({ owner }: { owner?: string }) => owner === 'Mo')).toEqual([]);
  });

  it('SEC-48 reads only what its owner may, where it is for reading', async () => {
    for (const slug of ['b', 'n/b']) await site.ask('POST /admin/pages', { as: 'admin', body: page(slug) });
    const role = { key: 'notes', name: 'Notes', allow: [{ do: ['read', 'create', 'update'], paths: ['n/**'] }] };
    await site.ask('POST /admin/roles', { as: 'admin', body: role });
    const user = { name: 'Lu', email: 'lu@example.org', password: 'correct horse', role: 'notes' };
    await site.ask('POST /admin/users', { as: 'admin', body: user });
    const headers = { authorization: `Bearer ${await tokenOf('lu')}` };
    const made = await site.ask('POST /admin/auth/keys', {
      headers,
      body: { name: 'Mine', permissions: 'content:read' },
    });
    const { key } = made.body.data;
    const slugs = async (call: object) =>
      (await site.ask('GET /admin/pages', call)).body.data.map(({ slug }: { slug: string }) => slug);
    expect(await slugs({ headers: { 'x-api-key': key } })).toEqual(await slugs({ headers }));
    expect(await slugs({ headers })).toEqual(['n/b']);
    expect((await withKey(key, 'POST /admin/pages', page('n/c'))).status).toBe(403);
  });

  it('is listed for its owner, and removed by nobody else', async () => {
    const { id } = (await makeKey('editor', 'content:read')).body.data;
    const list = async (as: 'viewer' | 'editor') => (await site.ask('GET /admin/auth/keys', { as })).body.data;
    expect(await list('editor')).toMatchObject([{ id, name: 'Mine', owner: 'The editor' }]);
    expect(await list('viewer')).toEqual([]);
    expect((await site.ask(`DELETE /admin/auth/keys/${id}`, { as: 'viewer' })).status).toBe(404);
    expect((await site.ask(`DELETE /admin/auth/keys/${id}`, { as: 'editor' })).status).toBe(200);
    expect(await list('editor')).toEqual([]);
  });
});
