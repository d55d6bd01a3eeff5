import { describe, expect, it } from 'vitest';
import { defineEndpoint } from '../../src/http/endpoint.ts';
import { as, makeServer } from '../http/makeServer.ts';
import { problemsOf, refusalOf } from '../http/problemsOf.ts';
import { long } from '../long.ts';
import { PASSWORD, type Reply } from '../makeSite.ts';
import { walkSite } from './site.ts';

const walked = walkSite();
const admin = (...call: Parameters<typeof walked.admin>) => walked.admin(...call);
const ids = (name: string): number => walked.ids[name]!;

/** One answer for each code. */
const FAILURES: Readonly<Record<string, () => Promise<Reply>>> = {
  '400 VALIDATION': () => admin('POST /pages', { typeId: ids('note') }),
  '404 NOT_FOUND': () => admin('GET /pages/99999'),
  '409 CONFLICT': () => admin('POST /menus', { name: 'Main', slug: 'main' }),
  '401 UNAUTHORIZED': () => walked.site.ask('GET /admin/pages'),
  '403 FORBIDDEN': () => admin('DELETE /users/1'),
  '409 IN_USE': () => admin(`DELETE /blocks/${ids('shared')}`),
};

describe('Errors', () => {
  it.each(Object.keys(FAILURES))('%s in the envelope { errors: [{ code, message, path? }] }', async (refusal) => {
    const { status, body, headers } = await FAILURES[refusal]!();
    expect(Object.keys(body)).toEqual(['errors']);
    for (const error of body.errors) {
      expect(`${status} ${error.code}`).toBe(refusal);
      expect(error.message).toEqual(expect.any(String));
      expect(Object.keys(error).filter((key) => !['code', 'message', 'path'].includes(key))).toEqual([]);
      for (const part of error.path ?? []) expect(part).toBeTypeOf('string');
    }
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it("VALIDATION: a required title missing (path ['title'])", async () => {
    const { status, body } = await admin('POST /pages', { typeId: ids('note') });
    expect([status, body.errors]).toEqual([
      400,
      [{ code: 'VALIDATION', message: expect.any(String), path: ['title'] }],
    ]);
  });

  it('VALIDATION: all problems of a request at once, as deep as they are', async () => {
    const item = { region: 'main', blockTypeSlug: 'hero', fields: { heading: 7 } };
    const body = {
      title: 7,
      typeId: ids('article'),
      status: 'live',
      fields: { summary: 7 },
      regions: { main: [item] },
    };
    expect(problemsOf(await admin('POST /pages', body))).toEqual([
      'VALIDATION title',
      'VALIDATION status',
      'VALIDATION fields.summary',
      'VALIDATION regions.main.0.fields.heading',
    ]);
  });

  it("NOT_FOUND: the public single page with an unknown slug: 404 and 'Page not found'", async () => {
    const { status, body } = await walked.read('/pages/nothing');
    expect([status, body.errors]).toEqual([404, [{ code: 'NOT_FOUND', message: 'Page not found' }]]);
  });

  it('INTERNAL_ERROR tells nothing of what went wrong', async () => {
    const broken = defineEndpoint({
      ...{ method: 'GET', path: '/api/admin/broken', summary: '', access: 'viewer' },
      handle: () => {
        throw new Error('no such file: /srv/quire/secret.yaml');
      },
    });
    const { request } = await makeServer([broken]);
    const response = await request('/api/admin/broken', { headers: as('viewer') });
    expect([response.status, await response.json()]).toEqual([
      500,
      { errors: [{ code: 'INTERNAL_ERROR', message: 'Something went wrong' }] },
    ]);
  });

  it('an unknown address is NOT_FOUND, another method METHOD_NOT_ALLOWED with Allow', async () => {
    expect(refusalOf(await admin('GET /nothing'))).toBe('404 NOT_FOUND');
    const { status, headers } = await admin('DELETE /pages');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
  });

  it.each(['{', '[1', '"x', ''])('malformed JSON is VALIDATION with an empty path: %s', async (text) => {
    const { body } = await walked.site.ask('POST /admin/auth/login', {
      body: { email: 'admin@example.org', password: PASSWORD },
    });
    const response = await fetch(`${walked.site.url}/api/admin/menus`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body.data.token}`, 'content-type': 'application/json' },
      body: text,
    });
    const { errors } = (await response.json()) as { errors: { code: string; path: string[] }[] };
    expect([response.status, errors[0]!.code]).toEqual([400, 'VALIDATION']);
    expect(errors[0]!.path).toEqual(text === '' ? ['name'] : []);
  });
});

describe('Conventions', () => {
  it(':id is an integer record identifier', async () => {
    for (const path of [
      'pages',
      'blocks',
      'menus',
      'media',
      'taxonomies',
      'content-types',
      'block-types',
      'users',
      'webhooks',
    ])
      for (const id of ['x', '1x', '0', '-1', '1.0', '99999999999'])
        expect([path, id, refusalOf(await admin(`GET /${path}/${id}`))]).toEqual([path, id, '404 NOT_FOUND']);
  });

  it('successful bodies are wrapped as { data }, list bodies add meta', async () => {
    const lists = [
      'pages',
      'blocks',
      'menus',
      'media',
      'media/folders',
      'taxonomies',
      'content-types',
      'block-types',
      'users',
      'api-keys',
      'webhooks',
      'redirects',
      'tracking-scripts',
      'audit-logs',
      `pages/${ids('home')}/translations`,
      `pages/${ids('home')}/revisions`,
      `pages/${ids('home')}/terms`,
    ];
    for (const path of lists) {
      const { body } = await admin(`GET /${path}`);
      expect([path, Object.keys(body)]).toEqual([path, ['data', 'meta']]);
      expect([path, body.data]).toEqual([path, expect.any(Array)]);
      expect([path, body.meta.total]).toEqual([path, expect.any(Number)]);
    }
    for (const path of [
      `pages/${ids('home')}`,
      `blocks/${ids('shared')}`,
      `menus/${ids('main')}`,
      `taxonomies/${ids('topics')}`,
      'config',
      'auth/me',
    ])
      expect([path, Object.keys((await admin(`GET /${path}`)).body)]).toEqual([path, ['data']]);
  });

  it('a record may be sent back as it was read', async () => {
    for (const path of [
      `pages/${ids('home')}`,
      `blocks/${ids('shared')}`,
      `menus/${ids('main')}`,
      `taxonomies/${ids('topics')}`,
      `media/${ids('picture')}`,
      `content-types/${ids('article')}`,
      `block-types/${ids('hero')}`,
      `redirects/${ids('redirect')}`,
      `tracking-scripts/${ids('count')}`,
      'config',
      'users/2',
    ]) {
      const { data } = (await admin(`GET /${path}`)).body;
      const head = walked.site.git('rev-parse', 'HEAD');
      const { status, body } = await admin(`PUT /${path}`, data);
      expect([path, status, { ...body.data, updatedAt: 0, meta: 0 }]).toEqual([
        path,
        200,
        { ...data, updatedAt: 0, meta: 0 },
      ]);
      // Of a page it is a revision; of anything else it is nothing.
      expect([path, walked.site.git('rev-parse', 'HEAD') === head]).toEqual([path, !path.startsWith('pages/')]);
    }
  });
});

describe('Versioning', () => {
  it('each page update through PUT creates a revision, with an optional revisionNote', async () => {
    const { id } = await walked.write('POST /pages', { title: 'One', typeId: ids('note') });
    await walked.write(`PUT /pages/${id}`, { title: 'Two' });
    await walked.write(`PUT /pages/${id}`, { title: 'Three', revisionNote: 'Counting' });
    const { body } = await admin(`GET /pages/${id}/revisions`);
    expect(body.data.map(({ title, note }: { title: string; note: string | null }) => [title, note])).toEqual([
      ['Three', 'Counting'],
      ['Two', null],
      ['One', null],
    ]);
    const { body: restored } = await admin(`POST /pages/${id}/revisions/${body.data[2].id}/restore`);
    expect(restored.data).toMatchObject({ id, title: 'One' });
    expect(await walked.write(`GET /pages/${id}/revisions`)).toHaveLength(4);
  });
});

describe('Gaps in endpoints', () => {
  it('page-block endpoints: list, update, reorder, remove', async () => {
    const { id } = await walked.write('POST /pages', { title: 'Blocks', typeId: ids('article') });
    const place = { region: 'main', blockTypeSlug: 'hero', fields: { heading: 'A' } };
    const [a, b] = [
      await walked.write(`POST /pages/${id}/blocks`, place),
      await walked.write(`POST /pages/${id}/blocks`, place),
    ];
    const orderOf = async () =>
      (await walked.write(`GET /pages/${id}/blocks`)).main.map(({ id }: { id: string }) => id);
    expect(await orderOf()).toEqual([`pb_${a.id}`, `pb_${b.id}`]);
    await walked.write(`PUT /pages/${id}/blocks/${b.id}`, { position: 0, fields: { heading: 'B' } });
    expect(await orderOf()).toEqual([`pb_${b.id}`, `pb_${a.id}`]);
    await walked.write(`PUT /pages/${id}/blocks-order`, { region: 'main', order: [`pb_${a.id}`, b.id] });
    expect(await orderOf()).toEqual([`pb_${a.id}`, `pb_${b.id}`]);
    await walked.write(`DELETE /pages/${id}/blocks/pb_${a.id}`);
    expect(await orderOf()).toEqual([`pb_${b.id}`]);
  });

  it('page-term endpoints: replace, add, list, remove', async () => {
    const { id } = await walked.write('POST /pages', { title: 'Terms', typeId: ids('article') });
    const slugsOf = async () =>
      (await walked.write(`GET /pages/${id}/terms`)).map(({ termSlug }: { termSlug: string }) => termSlug).sort();
    await walked.write(`PUT /pages/${id}/terms`, { termIds: [ids('news')] });
    await walked.write(`POST /pages/${id}/terms`, { termId: ids('cape') });
    expect(await slugsOf()).toEqual(['cape', 'news']);
    await walked.write(`DELETE /pages/${id}/terms/${ids('news')}`);
    expect(await slugsOf()).toEqual(['cape']);
    expect(refusalOf(await admin(`PUT /pages/${id}/terms`, { termIds: [9999] }))).toBe('400 VALIDATION termIds.0');
  });

  it('operations to list and delete keys; a deleted one opens nothing', async () => {
    const { id, key } = await walked.write('POST /api-keys', { name: 'Gone', permissions: '*' });
    const use = () => walked.site.ask('GET /admin/pages', { headers: { 'x-api-key': key } });
    expect((await use()).status).toBe(200);
    expect((await admin('GET /api-keys')).body.data).toContainEqual(expect.objectContaining({ id, name: 'Gone' }));
    await walked.write(`DELETE /api-keys/${id}`);
    expect(refusalOf(await use())).toBe('401 UNAUTHORIZED');
  });

  it('token refresh and revocation', async () => {
    const { body } = await walked.site.ask('POST /admin/auth/login', {
      body: { email: 'viewer@example.org', password: PASSWORD },
    });
    const by = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    const { body: refreshed } = await walked.site.ask('POST /admin/auth/refresh', by(body.data.token));
    expect((await walked.site.ask('GET /admin/auth/me', by(refreshed.data.token))).body.data).toMatchObject({ id: 3 });
    await walked.site.ask('POST /admin/auth/logout', by(refreshed.data.token));
    for (const token of [body.data.token, refreshed.data.token])
      expect(refusalOf(await walked.site.ask('GET /admin/auth/me', by(token)))).toBe('401 UNAUTHORIZED');
  });

  it('redirects and tracking scripts: create, read, change, delete', async () => {
    for (const [path, body, change] of [
      ['/redirects', { fromPath: '/a', toPath: '/b' }, { statusCode: 308 }],
      ['/tracking-scripts', { name: 'S', code: 's()' }, { isActive: false }],
    ] as const) {
      const { id } = await walked.write(`POST ${path}`, body);
      expect(await walked.write(`PUT ${path}/${id}`, change)).toMatchObject({ ...body, ...change });
      await walked.write(`DELETE ${path}/${id}`);
      expect(refusalOf(await admin(`GET ${path}/${id}`))).toBe('404 NOT_FOUND');
    }
  });

  it('dashboard, search, problems, audit, export', async () => {
    expect((await admin('GET /dashboard')).body.data).toMatchObject({ stats: { pages: expect.any(Number) } });
    expect((await admin('GET /search?q=ho')).body.data).toMatchObject({ pages: expect.any(Array) });
    expect((await admin('GET /problems')).body.data).toEqual([]);
    expect((await admin('GET /audit-logs?limit=1')).body.data).toHaveLength(1);
    expect((await admin('GET /export')).status).toBe(200);
  });
});

describe('Limits', () => {
  long.it('upload size: 50 MB', async () => {
    const { body } = await walked.site.ask('POST /admin/auth/login', {
      body: { email: 'editor@example.org', password: PASSWORD },
    });
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(50 * 2 ** 20 + 1)]), 'big.bin');
    const response = await fetch(`${walked.site.url}/api/admin/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body.data.token}` },
      body: form,
    });
    expect([response.status, await response.json()]).toMatchObject([413, { errors: [{ code: 'PAYLOAD_TOO_LARGE' }] }]);
  });

  it('admin lists: 50 unless given, at most 100', async () => {
    for (const path of ['pages', 'blocks', 'media', 'audit-logs']) {
      expect((await admin(`GET /${path}`)).body.meta).toMatchObject({ limit: 50, offset: 0 });
      expect((await admin(`GET /${path}?limit=1000`)).body.meta).toMatchObject({ limit: 100 });
    }
  });
});
