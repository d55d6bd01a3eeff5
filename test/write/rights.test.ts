import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusalOf } from '../http/problemsOf.ts';
import { makeSite, PASSWORD, type Reply, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

/** May write Spanish articles below `blog`, and one field of her own English pages; sees no page of the type `plain`. */
const TRANSLATOR = {
  ...{ key: 'translator', name: 'Translator', extends: 'viewer' },
  allow: [
    {
      do: ['create', 'update', 'publish', 'restore'],
      on: ['page'],
      locales: ['es'],
      types: ['article'],
      paths: ['blog/**'],
    },
    { do: ['create'], on: ['page'], locales: ['en'], types: ['article'] },
    { do: ['update'], on: ['page'], locales: ['en'], fields: ['summary'], own: true },
    { do: ['create', 'update', 'publish'], on: ['media'], folders: ['press/**'] },
  ],
  deny: [{ do: ['read'], on: ['page'], types: ['plain'] }],
};
/** Writes everything, and publishes nothing. */
const WRITER = { key: 'writer', name: 'Writer', extends: 'editor', deny: [{ do: ['publish'] }] };

const SITE = {
  ...SMALL_SITE,
  'pages/es/blog/nieve.yaml':
    'id: 21\ntype: article\ntitle: Nieve\nstatus: published\npublishedAt: 2026-01-06T09:00:00.000Z\nfields:\n  summary: Cae.\n',
  'pages/es/blog/mar.yaml': 'id: 22\ntype: article\ntitle: Mar\nstatus: draft\nfields:\n  summary: Azul.\n',
  'pages/es/blog/vacia.yaml': 'id: 24\ntype: article\ntitle: Vacia\nstatus: draft\n',
  'pages/es/otra.yaml': 'id: 23\ntype: article\ntitle: Otra\nstatus: draft\nfields:\n  summary: Otra.\n',
};

const ENDS: (() => Promise<void>)[] = [];
let site: Site;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  site = await makeSite(SITE, { whenDone: (end) => void ENDS.push(end) });
  for (const role of [TRANSLATOR, WRITER]) {
    await site.ask('POST /admin/roles', { as: 'admin', body: role });
    const email = `${role.key}@example.org`;
    await site.ask('POST /admin/users', {
      as: 'admin',
      body: { email, name: role.name, password: PASSWORD, role: role.key },
    });
    const { body } = await site.ask('POST /admin/auth/login', { body: { email, password: PASSWORD } });
    tokens[role.key] = body.data.token;
  }
});
afterAll(async () => {
  for (const end of ENDS) await end();
});

const asking =
  (who: string) =>
  (call: string, body?: unknown, change?: string): Promise<Reply> =>
    site.ask(call, {
      headers: {
        authorization: `Bearer ${tokens[who]}`,
        prefer: 'reasons',
        ...(change !== undefined && { 'quire-change': change }),
      },
      ...(body !== undefined && { body }),
    });
const translator = asking('translator');
const writer = asking('writer');
const admin = (call: string, body?: unknown): Promise<Reply> =>
  site.ask(call, { as: 'admin', ...(body !== undefined && { body }) });
const reasonOf = ({ body }: Reply): unknown => {
  const [{ reason, params }] = body.errors;
  return [reason, params];
};

let before: readonly string[];
beforeEach(() => {
  before = site.newCommits();
});
/** The commits of this test. */
const commits = (): readonly string[] => site.newCommits().slice(0, site.newCommits().length - before.length);

describe('a role of one’s own, on what is live', () => {
  it.each([
    ['another field of a page', 'PUT /admin/pages/21', { title: 'Nieve y hielo' }],
    ['a page that is not public', 'PATCH /admin/pages/22', { fields: { summary: 'Verde.' } }],
    ['a new page', 'POST /admin/pages', { title: 'Sol', slug: 'blog/sol', locale: 'es', type: 'article' }],
  ])('writes %s where it may', async (_, call, body) => {
    expect((await translator(call, body)).status).toBeLessThan(300);
    expect(commits()).toHaveLength(1);
  });

  it.each([
    ['a page elsewhere', 'PUT /admin/pages/23', { title: 'X' }, { right: 'update', kind: 'page', name: 'Otra' }],
    [
      'a page of another language',
      'PUT /admin/pages/1',
      { title: 'X' },
      { right: 'update', kind: 'page', name: 'Home' },
    ],
    [
      'a page that would leave its folder',
      'PUT /admin/pages/22',
      { slug: 'otro/mar' },
      { right: 'update', kind: 'page', name: 'Mar' },
    ],
    [
      'a foreign page that would come in',
      'PUT /admin/pages/23',
      { slug: 'blog/otra' },
      { right: 'update', kind: 'page', name: 'Otra' },
    ],
    [
      'the terms of a foreign page',
      'PUT /admin/pages/23/terms',
      { termIds: [1] },
      { right: 'update', kind: 'page', name: 'Otra' },
    ],
    [
      'a block in a foreign page',
      'POST /admin/pages/23/blocks',
      { region: 'content', blockTypeSlug: 'text' },
      { right: 'update', kind: 'page', name: 'Otra' },
    ],
    [
      'a copy of a foreign page',
      'POST /admin/pages/23/duplicate',
      {},
      { right: 'create', kind: 'page', name: 'Otra (Copy)' },
    ],
    [
      'a foreign page by upsert',
      'POST /admin/pages/upsert',
      { title: 'X', slug: 'otra', locale: 'es', type: 'article' },
      { right: 'update', kind: 'page', name: 'Otra' },
    ],
  ])('SEC-48 refuses %s, and says what is missing', async (_, call, body, params) => {
    const refused = await translator(call, body);
    expect([refusalOf(refused), reasonOf(refused)]).toEqual(['403 FORBIDDEN', ['noRight', params]]);
    expect(commits()).toEqual([]);
  });

  it('refuses whole kinds before it looks at a record', async () => {
    for (const [call, right, kind] of [
      ['PUT /admin/menus/1', 'update', 'menu'],
      ['POST /admin/blocks', 'update', 'block'],
      ['PUT /admin/config', 'update', 'settings'],
      ['DELETE /admin/content-types/1', 'update', 'contentType'],
      ['POST /admin/redirects', 'update', 'redirect'],
      ['POST /admin/users', 'update', 'user'],
      ['POST /admin/roles', 'update', 'role'],
    ])
      expect(reasonOf(await translator(call!, {}))).toEqual(['noRightOnKind', { right, kind }]);
  });

  it('SEC-48 does not know what it may not read', async () => {
    expect(refusalOf(await translator('PUT /admin/pages/3', { title: 'X' }))).toBe('404 NOT_FOUND');
    expect(refusalOf(await translator('DELETE /admin/pages/3'))).toBe('404 NOT_FOUND');
  });

  it('writes only some fields of what it has created', async () => {
    const made = await translator('POST /admin/pages', { title: 'Mine', slug: 'mine', type: 'article' });
    const { id } = made.body.data;
    expect((await translator(`PATCH /admin/pages/${id}`, { fields: { summary: 'Mine.' } })).status).toBe(200);
    const refused = await translator(`PATCH /admin/pages/${id}`, { title: 'Ours', fields: { rating: 5 } });
    const params = { right: 'update', kind: 'page', name: 'Mine', parts: 'title, rating' };
    expect(reasonOf(refused)).toEqual(['noRightOnParts', params]);
    const foreign = await admin('POST /admin/pages', { title: 'Theirs', slug: 'theirs', type: 'article' });
    expect(
      refusalOf(await translator(`PATCH /admin/pages/${foreign.body.data.id}`, { fields: { summary: 'X' } })),
    ).toBe('403 FORBIDDEN');
  });

  it('names each page that keeps a bulk action from happening', async () => {
    const refused = await translator('POST /admin/pages/bulk', { ids: [22, 23, 1], action: 'publish' });
    expect(refused.body.errors.map(({ path }: { path: string[] }) => path)).toEqual([
      ['ids', '1'],
      ['ids', '2'],
    ]);
    // What keeps a page from being published is told to those alone who may publish it.
    const both = await translator('POST /admin/pages/bulk', { ids: [24, 23], action: 'publish' });
    expect([refusalOf(both), JSON.stringify(both.body).includes('summary')]).toEqual(['403 FORBIDDEN ids.1', false]);
    const own = await translator('POST /admin/pages/bulk', { ids: [22, 24], action: 'publish' });
    expect(refusalOf(own)).toBe('400 VALIDATION ids.1');
    expect(commits()).toEqual([]);
    expect((await translator('POST /admin/pages/bulk', { ids: [22], action: 'publish' })).body.data.affected).toBe(1);
    expect((await translator('POST /admin/pages/bulk', { ids: [22], action: 'unpublish' })).body.data.affected).toBe(1);
  });

  it('refuses to delete what it may change', async () => {
    expect(reasonOf(await translator('DELETE /admin/pages/22'))).toEqual([
      'noRight',
      { right: 'delete', kind: 'page', name: 'Mar' },
    ]);
  });

  it('keeps files in its folders', async () => {
    const upload = async (folder: string): Promise<Reply> => {
      const form = new FormData();
      form.set('file', new Blob([`in ${folder}`], { type: 'text/plain' }), 'note.txt');
      form.set('folder', folder);
      const headers = { authorization: `Bearer ${tokens['translator']}`, prefer: 'reasons' };
      const answer = await fetch(`${site.url}/api/admin/media`, { method: 'POST', body: form, headers });
      return { status: answer.status, headers: answer.headers, body: await answer.json() } as Reply;
    };
    const made = await upload('press/2026');
    expect(made.status).toBe(201);
    expect(reasonOf(await upload('private'))).toEqual([
      'noRight',
      { right: 'create', kind: 'media', name: 'note.txt' },
    ]);
    const { id } = made.body.data;
    expect((await translator(`PUT /admin/media/${id}`, { altText: 'A note' })).status).toBe(200);
    expect(refusalOf(await translator(`PUT /admin/media/${id}`, { folder: 'private' }))).toBe('403 FORBIDDEN');
    expect(refusalOf(await translator('PUT /admin/media/folders/press%2F2026', { name: 'private' }))).toBe(
      '403 FORBIDDEN',
    );
  });

  it('brings back only what it may restore and change', async () => {
    await admin('PUT /admin/pages/21', { title: 'Hielo' });
    const [{ id: commit }] = (await admin('GET /admin/pages/21/revisions')).body.data;
    await admin('PUT /admin/pages/21', { title: 'Nieve' });
    expect((await translator(`POST /admin/pages/21/revisions/${commit}/restore`, {})).body.data.title).toBe('Hielo');
    await admin('PUT /admin/pages/23', { title: 'Otra vez' });
    const [{ id: foreign }] = (await admin('GET /admin/pages/23/revisions')).body.data;
    const refused = await translator(`POST /admin/commits/${foreign}/revert`, {});
    expect(reasonOf(refused)).toEqual(['noRight', { right: 'update', kind: 'page', name: 'Otra vez' }]);
  });
});

describe('a role that may not publish', () => {
  it('SEC-48 writes drafts, and nothing that the public sees', async () => {
    expect((await writer('PUT /admin/pages/22', { title: 'Mar azul' })).status).toBe(200);
    for (const [call, body] of [
      ['PUT /admin/pages/21', { title: 'X' }],
      ['PUT /admin/pages/22', { status: 'published' }],
      ['PUT /admin/pages/22', { status: 'published', publishedAt: '2030-01-01T00:00:00.000Z' }],
      ['DELETE /admin/pages/21', undefined],
      ['PUT /admin/menus/1', { name: 'X' }],
      ['POST /admin/menus/1/items', { title: 'X', url: '/' }],
      ['DELETE /admin/taxonomies/1/terms/1', undefined],
      ['PUT /admin/blocks/1', { title: 'X' }],
    ] as const)
      expect([call, reasonOf(await writer(call, body))]).toEqual([
        call,
        ['noRight', expect.objectContaining({ right: 'publish' })],
      ]);
    expect(commits()).toHaveLength(1);
  });

  it('writes all of it in a change, which somebody else publishes', async () => {
    const { name } = (await writer('POST /admin/changes', { title: 'Spring' })).body.data;
    for (const [call, body] of [
      ['PUT /admin/pages/21', { title: 'Deshielo' }],
      ['PUT /admin/menus/1', { name: 'Spring' }],
    ] as const)
      expect((await writer(call, body, name)).status).toBe(200);
    const later = { scheduledAt: '2026-02-02T12:00:00.000Z' };
    for (const [call, body] of [
      [`POST /admin/changes/${name}/publish`, {}],
      [`POST /admin/changes/${name}/publish`, later],
      [`PUT /admin/changes/${name}`, later],
      [`POST /admin/changes/${name}/move`, { records: [{ kind: 'menu', key: 'main' }], to: 'live' }],
    ] as const)
      expect([call, reasonOf(await writer(call, body))]).toEqual([
        call,
        ['noRight', expect.objectContaining({ right: 'publish' })],
      ]);
    expect(commits()).toEqual([]);
    expect((await admin(`POST /admin/changes/${name}/publish`, {})).status).toBe(200);
    expect((await admin('GET /admin/pages/21')).body.data.title).toBe('Deshielo');
  });

  it('SEC-48 adds nothing to a change that is about to be published by itself', async () => {
    const { name } = (await writer('POST /admin/changes', { title: 'Summer' })).body.data;
    await writer('PUT /admin/pages/21', { title: 'Calor' }, name);
    expect((await admin(`PUT /admin/changes/${name}`, { scheduledAt: '2026-02-02T12:00:00.000Z' })).status).toBe(200);
    expect(reasonOf(await writer('PUT /admin/pages/21', { title: 'Sed' }, name))).toEqual([
      'noRight',
      { right: 'publish', kind: 'page', name: 'Calor' },
    ]);
  });
});

describe('an account that writes to changes only', () => {
  it('publishes nothing, whatever its role', async () => {
    const key = await admin('POST /admin/api-keys', { name: 'Robot', permissions: '*', changesOnly: true });
    const robot = (call: string, body: unknown, change?: string): Promise<Reply> =>
      site.ask(call, {
        headers: { 'x-api-key': key.body.data.key, prefer: 'reasons', ...(change && { 'quire-change': change }) },
        body,
      });
    const { name } = (await robot('POST /admin/changes', { title: 'Robot' })).body.data;
    expect((await robot('PUT /admin/pages/21', { title: 'Metal' }, name)).status).toBe(200);
    for (const [call, body] of [
      ['PUT /admin/pages/21', { title: 'Metal' }],
      [`POST /admin/changes/${name}/publish`, {}],
    ] as const)
      expect(reasonOf(await robot(call, body))).toEqual(['proposesOnly', {}]);
    const me = await site.ask('GET /admin/auth/me', { headers: { 'x-api-key': key.body.data.key } });
    expect(me.body.data.rights.kinds.page).toMatchObject({ update: 'always', publish: 'never' });
  });
});

describe('publishing a change', () => {
  it('SEC-48 is judged by what it does to each record, whoever wrote it', async () => {
    const { name } = (await admin('POST /admin/changes', { title: 'Autumn' })).body.data;
    const headers = { 'quire-change': name };
    await site.ask('PUT /admin/pages/22', { as: 'admin', headers, body: { title: 'Ola' } });
    expect((await translator(`POST /admin/changes/${name}/publish`, {})).status).toBe(200);
    const other = (await admin('POST /admin/changes', { title: 'Winter' })).body.data.name;
    await site.ask('PUT /admin/pages/22', {
      as: 'admin',
      headers: { 'quire-change': other },
      body: { title: 'Hielo' },
    });
    await site.ask('PUT /admin/pages/23', { as: 'admin', headers: { 'quire-change': other }, body: { title: 'No' } });
    const refused = await translator(`POST /admin/changes/${other}/publish`, {});
    expect(reasonOf(refused)).toEqual(['noRight', { right: 'update', kind: 'page', name: expect.any(String) }]);
    expect(refused.body.errors).toHaveLength(1);
    const move = (key: string, to: string | null): Promise<Reply> =>
      translator(`POST /admin/changes/${other}/move`, { records: [{ kind: 'page', key }], to });
    expect((await move('es/otra', 'live')).status).toBe(403);
    for (const given of [move('es/otra', null), translator(`DELETE /admin/changes/${other}`)])
      expect(reasonOf(await given)).toEqual(['othersEdited', {}]);
    expect((await move('es/blog/mar', 'live')).status).toBe(200);
  });

  it('lets through what follows from what one may do', async () => {
    const { id } = (await admin('POST /admin/menus', { name: 'Blog', slug: 'blog' })).body.data;
    await admin(`POST /admin/menus/${id}/items`, { title: 'Nieve', pageId: 21 });
    const { name } = (await translator('POST /admin/changes', { title: 'Rename' })).body.data;
    expect((await translator('PUT /admin/pages/21', { slug: 'blog/hielo' }, name)).status).toBe(200);
    expect((await translator(`POST /admin/changes/${name}/publish`, {})).status).toBe(200);
    const redirects = (await admin('GET /admin/redirects')).body.data;
    expect(redirects.map(({ toPath }: { toPath: string }) => toPath)).toEqual(['/es/blog/hielo']);
    expect(site.read('menus/blog.yaml')).toContain('es/blog/hielo');
  });

  it('SEC-48 at its time has the rights that its author has then', async () => {
    const { name } = (await translator('POST /admin/changes', { title: 'Later' })).body.data;
    expect((await translator('PUT /admin/pages/21', { title: 'Tarde' }, name)).status).toBe(200);
    const scheduledAt = '2026-02-01T13:00:00.000Z';
    expect((await translator(`PUT /admin/changes/${name}`, { scheduledAt })).status).toBe(200);
    const role = (await admin('GET /admin/roles')).body.data.find(({ key }: { key: string }) => key === 'translator');
    await admin(`PUT /admin/roles/${role.id}`, { allow: [] });
    before = site.newCommits();
    site.setTime('2026-02-01T13:00:01.000Z');
    await site.restart();
    const problems = async (): Promise<string> => JSON.stringify((await admin('GET /admin/problems')).body.data);
    await expect.poll(problems, { timeout: 10_000 }).toContain('Your role may not update page');
    expect(commits()).toEqual([]);
  });
});
