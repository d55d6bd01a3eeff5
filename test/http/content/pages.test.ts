import { describe, expect, it } from 'vitest';
import { makeSite, NOW, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { refusalOf } from '../problemsOf.ts';

const COMMITTED = '2026-01-01T00:00:00.000Z';

/** A published page of the type without fields. */
const plain = (id: number, more = ''): string =>
  `id: ${id}\ntype: plain\ntitle: Page ${id}\nstatus: published\npublishedAt: 2026-01-07T09:00:00.000Z\n${more}createdAt: 2026-01-02T00:00:00.000Z\n`;

const idsOf = async (site: Site, query: string): Promise<readonly number[]> =>
  (await site.ask(`GET /content/pages${query}`)).body.data.map(({ id }: { id: number }) => id);

const maxAgeOf = ({ headers }: { headers: Headers }): string => headers.get('cache-control') ?? '';

describe('GET /content/pages', () => {
  it('finds nothing under vocabularies with names of inherited object members', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const name of ['toString', 'constructor', '__proto__'])
      expect((await site.ask(`GET /content/pages?taxonomy=${name}:x`)).body.meta.total).toBe(0);
  });

  it('lists public pages of the default locale, latest first, in exactly this form', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await site.ask('GET /content/pages');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      data: [
        {
          id: 3,
          type: 'plain',
          title: 'About us',
          slug: 'about',
          status: 'published',
          locale: 'en',
          fields: {},
          terms: [],
          meta: {
            created_at: '2026-01-06T00:00:00.000Z',
            updated_at: COMMITTED,
            published_at: '2026-01-07T09:00:00.000Z',
          },
        },
        {
          id: 1,
          type: 'article',
          title: 'Home',
          slug: 'home',
          status: 'published',
          locale: 'en',
          fields: { summary: 'Where it begins.', related: 3, facts: [] },
          terms: [
            { taxonomy: 'topics', term: 'news', weight: 0 },
            { taxonomy: 'topics', term: 'events', weight: 5 },
          ],
          meta: {
            created_at: '2026-01-04T16:20:11.204Z',
            updated_at: COMMITTED,
            published_at: '2026-01-05T09:00:00.000Z',
          },
        },
      ],
      meta: { total: 2, limit: 20, offset: 0 },
    });
    expect(reply.headers.get('cache-control')).toBe('public, max-age=60, s-maxage=600, stale-while-revalidate=3600');
  });

  it('filters, sorts and pages; unknown values give an empty list', async () => {
    const site = await makeSite({ ...SMALL_SITE, 'pages/en/b.yaml': plain(6), 'pages/en/a.yaml': plain(5) });
    for (const [query, ids] of [
      ['', [3, 5, 6, 1]],
      ['?sort=published_at:asc', [1, 3, 5, 6]],
      ['?sort=title:desc', [6, 5, 1, 3]],
      ['?sort=slug', [5, 3, 6, 1]],
      ['?sort=created_at:asc', [5, 6, 1, 3]],
      ['?type=plain', [3, 5, 6]],
      ['?type=article&taxonomy=topics:events', [1]],
      ['?taxonomy=topics', [1]],
      ['?type=plain&taxonomy=topics', []],
      ['?taxonomy=topics:', []],
      ['?taxonomy=nothing', []],
      ['?taxonomy=constructor', []],
      ['?taxonomy=topics:nothing', []],
      ['?taxonomy=nothing:news', []],
      ['?type=nothing', []],
      ['?locale=es', [2]],
      ['?locale=fr', []],
      ['?limit=2&offset=1', [5, 6]],
      ['?offset=9', []],
    ] as const)
      expect([query, await idsOf(site, query)]).toEqual([query, ids]);
    const { meta } = (await site.ask('GET /content/pages?limit=2&offset=3&type=plain')).body;
    expect(meta).toEqual({ total: 3, limit: 2, offset: 3 });
  });

  it('matches existing terms of a vocabulary only, not others that files name', async () => {
    const withTerms = (id: number, terms: string) => `${plain(id)}terms: { topics: [${terms}] }\n`;
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/both.yaml': withTerms(11, 'events, news, gone'),
      'pages/en/gone.yaml': withTerms(12, 'gone'),
      'pages/en/none.yaml': withTerms(13, ''),
    });
    expect(await idsOf(site, '?taxonomy=topics')).toEqual([11, 1]);
    expect(await idsOf(site, '?taxonomy=topics:gone')).toEqual([]);
    const { meta } = (await site.ask('GET /content/pages?taxonomy=topics&limit=1')).body;
    expect(meta).toEqual({ total: 2, limit: 1, offset: 0 });
    await site.ask('DELETE /admin/taxonomies/1/terms/1', { as: 'editor' });
    expect(await idsOf(site, '?taxonomy=topics')).toEqual([11, 1]);
    await site.ask('PUT /admin/pages/1/terms', { as: 'editor', body: { termIds: [] } });
    expect(await idsOf(site, '?taxonomy=topics')).toEqual([11]);
  });

  it('cuts a limit above 50 and refuses nonsense', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`pages/en/p${n}.yaml`, plain(100 + n)]));
    const site = await makeSite({ ...SMALL_SITE, ...many });
    const { body } = await site.ask('GET /content/pages?limit=1000');
    expect(body.data).toHaveLength(50);
    expect(body.meta).toEqual({ total: 62, limit: 50, offset: 0 });
    for (const [query, refusal] of [
      ['?limit=0', '400 VALIDATION limit'],
      ['?limit=-1&offset=x', '400 VALIDATION limit VALIDATION offset'],
      ['?offset=-1', '400 VALIDATION offset'],
      ['?offset=9007199254740992', '400 VALIDATION offset'],
      ['?offset=100000000000000000000', '400 VALIDATION offset'],
      ['?sort=status:asc', '400 VALIDATION sort'],
      ['?sort=passwordHash:asc', '400 VALIDATION sort'],
      ['?sort=title:up', '400 VALIDATION sort'],
      ['?locale=../../etc', '400 VALIDATION locale'],
      ['?type=a&type=b', '400 VALIDATION type'],
    ] as const)
      expect([query, refusalOf(await site.ask(`GET /content/pages${query}`))]).toEqual([query, refusal]);
  });

  it('shows rich text in every format even if a file has something else in its place', async () => {
    const broken = '{ type: doc, content: [null, 5, { type: evil }, { type: paragraph, content: [{ type: text }] }] }';
    const site = await makeSite({
      ...SMALL_SITE,
      'content-types/essay.yaml': 'id: 3\nname: Essay\nfieldsSchema: [{ name: text, type: richtext }]\n',
      'pages/en/broken.yaml': `type: essay\ntitle: B\nstatus: published\nfields: { text: ${broken} }\n`,
      'pages/en/none.yaml': 'type: essay\ntitle: N\nstatus: published\nfields: { text: [1] }\n',
      'pages/en/sound.yaml':
        'type: essay\ntitle: S\nstatus: published\nfields: { text: { type: doc, content: [{ type: horizontalRule }] } }\n',
    });
    for (const [form, rule] of [
      ['html', '<hr>'],
      ['markdown', '---\n'],
    ] as const) {
      const { status, body } = await site.ask(`GET /content/pages?type=essay&sort=title:asc&richtext=${form}`);
      expect([status, body.data.map(({ fields }: { fields: { text: unknown } }) => fields.text)]).toEqual([
        200,
        [expect.any(String), undefined, rule],
      ]);
    }
  });

  it('never lists or counts pages that are not public', async () => {
    const hidden = (status: string, more = ''): string => plain(9, more).replace('published\n', `${status}\n`);
    for (const [name, text] of [
      ['draft', hidden('draft')],
      ['archived', hidden('archived')],
      ['scheduled', hidden('published', 'scheduledAt: 2026-03-01T00:00:00.000Z\n')],
      ['over', hidden('published', 'unpublishAt: 2026-01-31T00:00:00.000Z\n')],
    ] as const) {
      const site = await makeSite({
        ...SMALL_SITE,
        'pages/en/hidden.yaml': `${text}translationGroup: 7f1f3f0e-6f0e-4b44-8f5e-2a3a58f0a001\nterms: { topics: [news] }\n`,
      });
      expect([name, await idsOf(site, '')]).toEqual([name, [3, 1]]);
      expect((await site.ask('GET /content/pages?type=plain')).body.meta.total).toBe(1);
      expect((await site.ask('GET /content/pages?taxonomy=topics:news')).body.meta.total).toBe(1);
      expect((await site.ask('GET /content/pages/home')).body.data.translations).toEqual([
        { id: 2, locale: 'es', slug: 'inicio', title: 'Inicio' },
      ]);
      const [missing, found] = [await site.ask('GET /content/pages/none'), await site.ask('GET /content/pages/hidden')];
      expect(found.status).toBe(404);
      expect(found.body).toEqual(missing.body);
      await site.stop();
    }
  });
});

describe('GET /content/pages/:slug', () => {
  it('shows a page in exactly this form', async () => {
    const site = await makeSite(SMALL_SITE);
    const { status, body } = await site.ask('GET /content/pages/home');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        id: 1,
        type: 'article',
        title: 'Home',
        slug: 'home',
        status: 'published',
        locale: 'en',
        fields: { summary: 'Where it begins.', related: 3, facts: [] },
        terms: [
          { taxonomy: 'topics', term: 'news', weight: 0 },
          { taxonomy: 'topics', term: 'events', weight: 5 },
        ],
        meta: {
          created_at: '2026-01-04T16:20:11.204Z',
          updated_at: COMMITTED,
          published_at: '2026-01-05T09:00:00.000Z',
        },
        translationGroupId: '7f1f3f0e-6f0e-4b44-8f5e-2a3a58f0a001',
        translations: [{ id: 2, locale: 'es', slug: 'inicio', title: 'Inicio' }],
        seo: { meta_title: 'Welcome', meta_description: null, og_image: null, canonical_url: null, robots: null },
        regions: {
          content: [
            { id: 'pb_2', block_type: 'text', fields: { body: 'Hello there.' } },
            {
              id: 'pb_3',
              block_type: 'quote',
              fields: { text: 'Look twice.', tone: 'loud' },
              is_shared: true,
              block_id: 1,
            },
          ],
        },
      },
    });
  });

  it('fills missing values with their defaults, in blocks too, and leaves the file alone', async () => {
    const site = await makeSite(SMALL_SITE);
    await site.ask('PUT /admin/pages/1', {
      as: 'editor',
      body: { regions: { content: [{ id: 3, overrides: null }] } },
    });
    const before = site.read('pages/en/home.yaml');
    const { body } = await site.ask('GET /content/pages/home');
    expect(body.data.regions.content[0].fields).toEqual({ text: 'Look twice.', tone: 'calm' });
    const admin = await site.ask('GET /admin/pages/1', { as: 'viewer' });
    expect(admin.body.data.regions.content[0].fields).toEqual({ text: 'Look twice.' });
    expect(site.read('pages/en/home.yaml')).toBe(before);
  });

  it('accepts slashes in slugs, percent-encoding and every spelling of a locale', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/über/uns.yaml': plain(5),
      'pages/pt-BR/sobre.yaml': plain(6),
    });
    const idOf = async (path: string): Promise<unknown> => {
      const { status, body } = await site.ask(`GET /content/pages/${path}`);
      return body.data?.id ?? status;
    };
    expect(await idOf('über/uns')).toBe(5);
    expect(await idOf('%C3%BCber/uns/')).toBe(5);
    expect(await idOf('u%CC%88ber%2Funs')).toBe(5);
    expect(await idOf('sobre?locale=pt-br')).toBe(6);
    expect(await idOf('sobre')).toBe(404);
    expect(await idOf('Home')).toBe(404);
    expect(await idOf('home?locale=')).toBe(400);
    expect(await idOf('..%2F..%2Fprivate%2Fusers%2F1')).toBe(404);
    expect(await idOf('%zz')).toBe(400);
  });

  it('answers a missing and a hidden page with the same bytes and headers', async () => {
    const site = await makeSite(SMALL_SITE);
    const raw = async (slug: string) => {
      const response = await fetch(`${site.url}/api/content/pages/${slug}`);
      const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      return { status: response.status, headers, text: await response.text() };
    };
    expect(await raw('secret')).toEqual(await raw('nothing'));
    expect((await raw('secret')).text).toBe('{"errors":[{"code":"NOT_FOUND","message":"Page not found"}]}');
    expect(Object.fromEntries((await raw('secret')).headers)['cache-control']).toBe('no-store');
  });

  it('appears and vanishes with time, and no cache may keep it longer', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/event.yaml': plain(5, 'scheduledAt: 2026-02-01T12:00:30.000Z\nunpublishAt: 2026-02-01T12:20:00.000Z\n'),
    });
    expect((await site.ask('GET /content/pages/event')).status).toBe(404);
    expect(maxAgeOf(await site.ask('GET /content/pages'))).toBe(
      'public, max-age=30, s-maxage=30, stale-while-revalidate=0',
    );
    site.setTime('2026-02-01T12:00:30.000Z');
    const shown = await site.ask('GET /content/pages/event');
    expect(shown.body.data.id).toBe(5);
    expect(maxAgeOf(shown)).toBe('public, max-age=60, s-maxage=600, stale-while-revalidate=570');
    expect(await idsOf(site, '?type=plain')).toEqual([3, 5]);
    site.setTime('2026-02-01T12:20:00.000Z');
    expect((await site.ask('GET /content/pages/event')).status).toBe(404);
    expect(await idsOf(site, '?type=plain')).toEqual([3]);
    expect(maxAgeOf(await site.ask('GET /content/pages'))).toContain('max-age=60, s-maxage=600');
  });

  it('has an ETag: 304 while it is the same, another one after a change', async () => {
    const site = await makeSite(SMALL_SITE);
    const get = (headers: Record<string, string> = {}, method = 'GET') =>
      site.ask(`${method} /content/pages/home`, { headers });
    const first = await get();
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, body, headers } = await get({ 'if-none-match': tags });
      expect([tags, status, body, headers.get('etag')]).toEqual([tags, 304, undefined, etag]);
      expect(headers.get('cache-control')).toBe(maxAgeOf(first));
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);

    const head = await get({}, 'HEAD');
    expect([head.status, head.body]).toEqual([200, undefined]);
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control'])
      expect(head.headers.get(name)).toBe(first.headers.get(name));

    await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title: 'Changed' } });
    const after = await get({ 'if-none-match': etag });
    expect([after.status, after.body.data.title]).toEqual([200, 'Changed']);
    expect(after.headers.get('etag')).not.toBe(etag);
  });

  it('ignores credentials', async () => {
    const site = await makeSite(SMALL_SITE);
    const plainAnswer = await site.ask('GET /content/pages/home');
    for (const headers of [
      { authorization: 'Bearer nonsense' },
      { 'x-api-key': 'sk_nonsense' },
      { authorization: 'Basic x', cookie: 'preview=1', 'x-preview': 'true' },
    ])
      expect((await site.ask('GET /content/pages/home', { headers })).body).toEqual(plainAnswer.body);
    const asAdmin = await site.ask('GET /content/pages/home', { as: 'admin' });
    expect([asAdmin.body, asAdmin.headers.get('etag')]).toEqual([plainAnswer.body, plainAnswer.headers.get('etag')]);
    for (const query of ['?preview=true', '?status=draft', '?draft=1', '?token=x'])
      expect((await site.ask(`GET /content/pages/secret${query}`, { as: 'admin' })).status).toBe(404);
  });

  it('shows a reference as an id while its page exists, else as null', async () => {
    const site = await makeSite(SMALL_SITE);
    await site.ask('DELETE /admin/pages/3', { as: 'editor' });
    expect((await site.ask('GET /content/pages/home')).body.data.fields.related).toBeNull();
    expect((await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title: 'Still' } })).status).toBe(200);
  });

  it('shows no id of a hidden page, even if a file or a default contains it', async () => {
    const fields = '[{ name: a, type: page }, { name: b, type: page }, { name: c, type: page, default: 4 }]';
    const site = await makeSite({
      ...SMALL_SITE,
      'content-types/pointing.yaml': `id: 3\nname: Pointing\nfieldsSchema: ${fields}\n`,
      'pages/en/numbers.yaml': 'type: pointing\ntitle: N\nstatus: published\nfields: { a: 3, b: 4 }\n',
    });
    const shown = async () => (await site.ask('GET /content/pages/numbers')).body.data.fields;
    expect(await shown()).toEqual({ a: 3, b: null, c: null });
    await site.ask('PUT /admin/pages/4', { as: 'editor', body: { status: 'published' } });
    expect(await shown()).toEqual({ a: 3, b: 4, c: 4 });
  });

  it('shows the time of the write as its update time', async () => {
    const site = await makeSite(SMALL_SITE);
    await site.ask('PUT /admin/pages/3', { as: 'editor', body: { title: 'Now' } });
    expect((await site.ask('GET /content/pages/about')).body.data.meta.updated_at).toBe(NOW);
  });
});
