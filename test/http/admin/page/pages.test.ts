import { describe, expect, it } from 'vitest';
import { makeSite, NOW, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { problemsOf, refusalOf } from '../../problemsOf.ts';

const FIRST_COMMIT = '2026-01-01T00:00:00.000Z';
/** The translation group of the home page, which also has a page in Spanish. */
const GROUP = '7f1f3f0e-6f0e-4b44-8f5e-2a3a58f0a001';
const page = (text: string): string => `${text}\ncreatedAt: 2026-01-09T00:00:00.000Z\n`;

/** The ids in a list answer. */
async function idsOf(site: Site, query = ''): Promise<readonly number[]> {
  const { body } = await site.ask(`GET /admin/pages${query}`, { as: 'viewer' });
  return body.data.map(({ id }: { id: number }) => id);
}

/** Checks that a write was refused without a trace. */
function expectNothingWritten(site: Site): void {
  expect(site.newCommits()).toEqual([]);
  expect(site.git('status', '--porcelain')).toBe('');
}

describe('GET /admin/pages', () => {
  it('lists pages of all statuses and locales, latest change first, ties by ascending id', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await site.ask('GET /admin/pages', { as: 'viewer' });

    expect(reply.status).toBe(200);
    expect(reply.body.meta).toEqual({ total: 4, limit: 50, offset: 0 });
    expect(reply.body.data[2]).toEqual({
      id: 3,
      typeId: 2,
      type: 'plain',
      title: 'About us',
      slug: 'about',
      slugOverride: false,
      status: 'published',
      locale: 'en',
      translationGroupId: null,
      fields: {},
      metaTitle: null,
      metaDescription: null,
      ogImage: null,
      canonicalUrl: null,
      robots: null,
      scheduledAt: null,
      unpublishAt: null,
      publishedAt: '2026-01-07T09:00:00.000Z',
      createdAt: '2026-01-06T00:00:00.000Z',
      updatedAt: FIRST_COMMIT,
      createdBy: 'A Developer',
      hasDraft: false,
      meta: {
        created_at: '2026-01-06T00:00:00.000Z',
        updated_at: FIRST_COMMIT,
        published_at: '2026-01-07T09:00:00.000Z',
      },
      translations: [],
    });
    expect(await idsOf(site)).toEqual([1, 2, 3, 4]);
    await site.ask('PUT /admin/pages/3', { as: 'editor', body: { title: 'About' } });
    expect(await idsOf(site)).toEqual([3, 1, 2, 4]);
  });

  it('filters, sorts and cuts', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const [query, ids] of [
      ['?type=plain', [3, 4]],
      ['?type=unknown', []],
      ['?status=draft', [4]],
      ['?status=published&type=article', [1, 2]],
      ['?search=ABOUT', [3]],
      ['?search=secre', [4]],
      ['?search=nothing', []],
      ['?slug=about', [3]],
      ['?slug=abou', []],
      ['?locale=es', [2]],
      ['?locale=ES', [2]],
      ['?locale=de', []],
      ['?term=topics:news', [1]],
      ['?term=topics:nothing', []],
      ['?term=nothing', []],
      ['?sort=title', [3, 1, 2, 4]],
      ['?sort=title:asc', [3, 1, 2, 4]],
      ['?sort=title:desc', [4, 2, 1, 3]],
      ['?sort=slug:desc', [4, 2, 1, 3]],
      ['?sort=created_at:desc', [4, 3, 2, 1]],
      ['?sort=published_at:asc', [1, 2, 3, 4]],
      ['?sort=published_at:desc', [3, 2, 1, 4]],
      ['?sort=status:desc', [1, 2, 3, 4]],
      ['?sort=updated_at:desc&limit=2', [1, 2]],
      ['?limit=2&offset=1', [2, 3]],
      ['?offset=4', []],
      ['?unknown=1', [1, 2, 3, 4]],
    ] as const)
      expect([query, await idsOf(site, query)]).toEqual([query, ids]);
  });

  it('counts the filtered pages, cuts a large limit to 100 and refuses nonsense', async () => {
    const site = await makeSite(SMALL_SITE);
    const meta = async (query: string): Promise<unknown> =>
      (await site.ask(`GET /admin/pages${query}`, { as: 'viewer' })).body.meta;
    const refusal = async (query: string): Promise<string> =>
      refusalOf(await site.ask(`GET /admin/pages${query}`, { as: 'viewer' }));

    expect(await meta('?limit=500&type=plain')).toEqual({ total: 2, limit: 100, offset: 0 });
    expect(await meta('?limit=1&offset=3')).toEqual({ total: 4, limit: 1, offset: 3 });
    expect(await refusal('?limit=0&offset=-1')).toBe('400 VALIDATION limit VALIDATION offset');
    expect(await refusal('?limit=two')).toBe('400 VALIDATION limit');
    expect(await refusal('?limit=1.5')).toBe('400 VALIDATION limit');
    expect(await refusal('?status=gone')).toBe('400 VALIDATION status');
    expect(await refusal('?sort=secret:asc')).toBe('400 VALIDATION sort');
    expect(await refusal('?type=a&type=b')).toBe('400 VALIDATION type');
  });
});

describe('GET /admin/pages/:id', () => {
  it('shows the page with its terms, and its blocks as they are stored with overrides merged', async () => {
    const site = await makeSite(SMALL_SITE);
    const { status, body, headers } = await site.ask('GET /admin/pages/1', { as: 'viewer' });

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: 1,
      metaTitle: 'Welcome',
      fields: { summary: 'Where it begins.', related: 3 },
    });
    expect(body.data.terms).toEqual([
      {
        id: 1,
        termId: 1,
        termName: 'News',
        termSlug: 'news',
        taxonomyId: 1,
        taxonomyName: 'Topics',
        taxonomySlug: 'topics',
      },
      {
        id: 2,
        termId: 2,
        termName: 'Events',
        termSlug: 'events',
        taxonomyId: 1,
        taxonomyName: 'Topics',
        taxonomySlug: 'topics',
      },
    ]);
    expect(body.data.regions).toEqual({
      content: [
        {
          id: 'pb_2',
          pb_id: 2,
          block_id: 2,
          block_type: 'text',
          block_type_id: 1,
          title: null,
          fields: { body: 'Hello there.' },
          overrides: null,
          is_shared: false,
        },
        {
          id: 'pb_3',
          pb_id: 3,
          block_id: 1,
          block_type: 'quote',
          block_type_id: 2,
          title: 'Motto',
          fields: { text: 'Look twice.', tone: 'loud' },
          overrides: { tone: 'loud' },
          is_shared: true,
        },
      ],
    });
    expect(headers.get('etag')).toBe(`"${site.git('rev-parse', 'HEAD:pages/en/home.yaml').trim()}"`);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(refusalOf(await site.ask('GET /admin/pages/99', { as: 'viewer' }))).toBe('404 NOT_FOUND');
    expect(refusalOf(await site.ask('GET /admin/pages/home', { as: 'viewer' }))).toBe('404 NOT_FOUND');
  });
});

describe('POST /admin/pages', () => {
  it('assigns the next ids, whatever was refused before', async () => {
    const site = await makeSite(SMALL_SITE);
    const create = (slug: string, body: string) => {
      const regions = { content: [{ blockTypeSlug: 'text', fields: { body } }] };
      return site.ask('POST /admin/pages', { as: 'editor', body: { title: 'T', slug, typeId: 1, regions } });
    };
    const [taken, sound] = [await create('home', 'x'), await create('free', 'x')];
    expect([taken.status, sound.status, sound.body.data.id]).toEqual([409, 201, 5]);
    expect(sound.body.data.regions.content[0].pb_id).toBe(4);
    expect(site.newCommits()).toHaveLength(1);
  });

  it('writes exactly this file, in one commit that says who did what to which record', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await site.ask('POST /admin/pages', {
      as: 'editor',
      body: {
        title: 'Ünïcode & Títle!',
        typeId: 1,
        status: 'published',
        fields: { rating: 4, summary: 'Short.', related: 3, facts: [{ title: 'One' }] },
        metaTitle: 'Meta',
        robots: '',
        terms: [2, 'pb_1'],
        regions: {
          content: [
            { blockTypeSlug: 'text', fields: { body: 'Two\nlines' }, title: 'Opening' },
            { blockId: 1, overrides: { tone: 'loud' } },
          ],
        },
        revisionNote: 'From the press office',
      },
    });

    expect(reply.status).toBe(201);
    expect(reply.body.data).toMatchObject({
      id: 5,
      slug: 'unicode-and-title',
      locale: 'en',
      status: 'published',
      publishedAt: NOW,
      createdAt: NOW,
      updatedAt: NOW,
      createdBy: 'The editor',
      hasDraft: false,
      fields: { related: 3 },
      robots: null,
    });
    expect(site.read('pages/en/unicode-and-title.yaml')).toBe(`id: 5
type: article
title: Ünïcode & Títle!
status: published
publishedAt: 2026-02-01T12:00:00.000Z
createdAt: 2026-02-01T12:00:00.000Z
terms:
  topics: [events, news]
seo:
  metaTitle: Meta
fields:
  rating: 4
  summary: Short.
  related: en/about
  facts:
    - title: One
regions:
  content:
    - id: 4
      type: text
      title: Opening
      fields:
        body: |-
          Two
          lines
    - id: 5
      block: motto
      overrides:
        tone: loud
`);
    expect(
      site.git('log', '-1', '--format=%B').replace(/^(Quire-(?:Change|Seal): )\S{22}$/gm, '$1…'),
    ).toBe(`Create page "Ünïcode & Títle!" (en/unicode-and-title)

From the press office

Quire-Action: page.create
Quire-Record: page/5 en/unicode-and-title
Quire-Actor: user/2
Quire-Time: 2026-02-01T12:00:00.000Z
Quire-Change: …
Quire-Seal: …

`);
    expect(site.newCommits()).toHaveLength(1);
    expect(site.git('show', '--format=', '--name-status', 'HEAD')).toBe('A\tpages/en/unicode-and-title.yaml\n');
    expect(reply.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(site.git('status', '--porcelain')).toBe('');
    expect(site.git('fsck', '--strict')).toBe('');
  });

  it('needs little for a draft: takes the slug from the title and the default locale', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await site.ask('POST /admin/pages', {
      as: 'editor',
      body: { title: 'Привет, мир', type: 'plain' },
    });
    expect(body.data).toMatchObject({ slug: 'privet-mir', status: 'draft', locale: 'en', publishedAt: null });
    expect(site.read('pages/en/privet-mir.yaml')).toBe(`id: 5\ntype: plain\ntitle: Привет, мир\ncreatedAt: ${NOW}\n`);
  });

  it('trims and normalizes slugs, and writes locales in canonical case', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const [body, key] of [
      [{ slug: '/deep/er/' }, 'en/deep/er'],
      [{ slug: 'Über.uns~1' }, 'en/Über.uns~1'],
      [{ slug: 'cafe\u0301' }, 'en/café'],
      [{ slug: '' }, 'en/a-title'],
      [{ slug: null, locale: 'fr' }, 'fr/a-title'],
      [{ locale: 'pt-br' }, 'pt-BR/a-title'],
      [{ locale: 'ZH_hant' }, 'zh-Hant/a-title'],
      [{ slug: 'about', locale: 'de' }, 'de/about'],
      [{ slug: 'a/b/c/d/e/f/g/h' }, 'en/a/b/c/d/e/f/g/h'],
    ] as const) {
      const { data } = (
        await site.ask('POST /admin/pages', { as: 'editor', body: { title: 'A title', typeId: 2, ...body } })
      ).body;
      expect(`${data?.locale}/${data?.slug}`).toBe(key);
      expect(site.git('show', '--format=', '--name-status', '-z', 'HEAD')).toBe(`A\0pages/${key}.yaml\0`);
    }
  });

  it('refuses invalid values by field, and writes nothing', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const [body, refusal] of [
      [{ slug: '../up' }, '400 VALIDATION slug'],
      [{ slug: 'a//b' }, '400 VALIDATION slug'],
      [{ slug: '.git' }, '400 VALIDATION slug'],
      [{ slug: 'a/-b' }, '400 VALIDATION slug'],
      [{ slug: 'a\\b' }, '400 VALIDATION slug'],
      [{ slug: 'a b' }, '400 VALIDATION slug'],
      [{ slug: 'con' }, '400 VALIDATION slug'],
      [{ slug: 'docs/AUX.txt' }, '400 VALIDATION slug'],
      [{ slug: 'a/b/c/d/e/f/g/h/i' }, '400 VALIDATION slug'],
      [{ slug: 'x'.repeat(201) }, '400 VALIDATION slug'],
      [{ title: '!!!' }, '400 VALIDATION slug'],
      [{ title: '' }, '400 VALIDATION title'],
      [{ title: ' \t', slug: 'blank' }, '400 VALIDATION title'],
      [{ title: undefined }, '400 VALIDATION title'],
      [{ typeId: 99 }, '400 VALIDATION typeId'],
      [{ typeId: undefined }, '400 VALIDATION typeId'],
      [{ typeId: undefined, type: 'nothing' }, '400 VALIDATION typeId'],
      [{ locale: 'klingon' }, '400 VALIDATION locale'],
      [{ locale: '../en' }, '400 VALIDATION locale'],
      [{ status: 'hidden' }, '400 VALIDATION status'],
      [{ scheduledAt: 'tomorrow' }, '400 VALIDATION scheduledAt'],
      [{ scheduledAt: '2026-02-31T00:00:00Z' }, '400 VALIDATION scheduledAt'],
      [{ terms: [1, 77] }, '400 VALIDATION terms.1'],
      [{ fields: [] }, '400 VALIDATION fields'],
      [{ slug: 'about' }, '409 CONFLICT slug'],
      [{ slug: 'ABOUT' }, '409 CONFLICT slug'],
      [{ translationGroupId: GROUP }, '409 CONFLICT translationGroupId'],
      [{ translationGroupId: GROUP, locale: 'ES' }, '409 CONFLICT translationGroupId'],
      [{ translationGroupId: GROUP, fields: { rating: 'nine' }, typeId: 1 }, '400 VALIDATION fields.rating'],
    ] as const) {
      const reply = await site.ask('POST /admin/pages', {
        as: 'editor',
        body: { title: 'A title', typeId: 2, ...body },
      });
      expect([body, refusalOf(reply)]).toEqual([body, refusal]);
    }
    expectNothingWritten(site);
  });

  it('takes a draft with anything that its fields can hold, says what is wrong, and refuses to publish it', async () => {
    const site = await makeSite(SMALL_SITE);
    const fields = { rating: 9, related: 99 };
    const made = await site.ask('POST /admin/pages', { as: 'editor', body: { title: 'A', typeId: 1, fields } });
    expect(made.status).toBe(201);
    const problems = [
      { path: ['fields', 'summary'], message: 'is required', reason: 'required' },
      { path: ['fields', 'rating'], message: 'must be at most 5', reason: 'most', params: { n: 5 } },
      { path: ['fields', 'related'], message: 'must be the id of a page' },
    ];
    expect(made.body.meta.problems).toMatchObject(problems);
    const path = `/admin/pages/${made.body.data.id}`;
    expect((await site.ask(`GET ${path}`, { as: 'viewer' })).body.meta.problems).toMatchObject(problems);
    const publish = await site.ask(`PUT ${path}`, { as: 'editor', body: { status: 'published' } });
    expect([publish.status, publish.body.errors.map(({ path: at }: { readonly path: string[] }) => at)]).toEqual([
      400,
      problems.map(({ path: at }) => at),
    ]);
    const sound = { summary: 'Short', rating: 5 };
    const saved = await site.ask(`PUT ${path}`, { as: 'editor', body: { status: 'published', fields: sound } });
    expect([saved.status, saved.body.meta?.problems]).toEqual([200, undefined]);
  });

  it('accepts a path of the site or an http(s) URL as canonical URL, and keeps the value of a file', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/about.yaml': `${SMALL_SITE['pages/en/about.yaml']}seo: { canonicalUrl: elsewhere }\n`,
    });
    const put = async (canonicalUrl: string | null): Promise<string> => {
      const reply = await site.ask('PUT /admin/pages/3', { as: 'editor', body: { canonicalUrl } });
      return reply.status === 200 ? String(reply.body.data.canonicalUrl) : refusalOf(reply);
    };
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'mailto:a@b.example',
      'a b',
      'https://',
    ])
      expect([url, await put(url)]).toEqual([url, '400 VALIDATION canonicalUrl']);
    const { body } = await site.ask('PUT /admin/pages/3', { as: 'editor', body: { title: 'About' } });
    expect(body.data.canonicalUrl).toBe('elsewhere');
    for (const url of ['https://example.org/a?b#c', '/about', null]) expect(await put(url)).toBe(String(url));
    await put('/about');
    expect(await put('')).toBe('null');
  });

  it('reports all problems of a body at once, each once and with its path', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await site.ask('POST /admin/pages', {
      as: 'editor',
      body: {
        title: 7,
        slug: '../x',
        typeId: 1,
        status: 'published',
        locale: 'klingon',
        metaTitle: 'x'.repeat(501),
        scheduledAt: '2026-03-02T00:00:00Z',
        unpublishAt: '2026-03-01T00:00:00Z',
        translationGroupId: 5,
        fields: { rating: 9, related: 99, facts: [{ title: 'One' }, {}] },
        terms: [1, 88, 'x'],
        regions: {
          content: [
            { blockTypeSlug: 'text', fields: { body: 3 } },
            { blockTypeSlug: 'nothing', fields: { body: 3 } },
            { blockId: 44 },
            { blockTypeId: 2, fields: {} },
            { blockTypeSlug: 'bad slug!' },
          ],
          aside: [{ blockId: 1, overrides: { text: 5 } }],
          footer: [{ blockTypeSlug: 'text' }],
        },
      },
    });

    expect(reply.status).toBe(400);
    expect([...problemsOf(reply)].sort()).toEqual(
      [
        'title',
        'slug',
        'locale',
        'metaTitle',
        'unpublishAt',
        'translationGroupId',
        'fields.summary',
        'fields.rating',
        'fields.related',
        'fields.facts.1.title',
        'terms.1',
        'terms.2',
        'regions.content.0.fields.body',
        'regions.content.1.blockTypeSlug',
        'regions.content.2.blockId',
        'regions.content.3.fields.text',
        'regions.content.4.blockTypeSlug',
        'regions.aside.0.overrides.text',
        'regions.footer',
      ]
        .map((path) => `VALIDATION ${path}`)
        .sort(),
    );
    expectNothingWritten(site);
  });

  it('names the page whose file has the name of a folder, or the other way round', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/col.yaml': page('id: 5\ntype: plain\ntitle: Column'),
      'pages/en/two.yaml/y/z.yaml': page('id: 6\ntype: plain\ntitle: Two'),
      'pages/en/note.md': page('---\nid: 7\ntype: plain\ntitle: Note').concat('---\n'),
    });
    const send = async (call: string, slug: string): Promise<string> => {
      const reply = await site.ask(call, { as: 'editor', body: { title: 'T', typeId: 2, slug } });
      return [refusalOf(reply), reply.body.errors?.[0].message.split(':')[0]].join(' ').trim();
    };
    for (const call of ['POST /admin/pages', 'PUT /admin/pages/3']) {
      expect(await send(call, 'col.yaml/y')).toBe('409 CONFLICT slug "col" is in the way');
      expect(await send(call, 'col.yaml/y/z')).toBe('409 CONFLICT slug "col" is in the way');
      expect(await send(call, 'two')).toBe('409 CONFLICT slug "two.yaml/y/z" is in the way');
      expect(await send(call, 'note.md/y')).toBe('409 CONFLICT slug "note" is in the way');
    }
    expectNothingWritten(site);
    for (const slug of ['col.md/y', 'note.yaml/y', 'two.yaml/y/z/a', 'two.yaml/y'])
      expect(await send('POST /admin/pages', slug)).toBe('201');
    expect(await send('PUT /admin/pages/5', 'col.yaml/y')).toBe('200');
  });

  it('puts bare slugs under the prefix of the type', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'content-types/post.yaml': page('id: 3\nname: Post\nsettings:\n  slugPrefix: /blog/'),
    });
    const create = async (body: object): Promise<string> => {
      const reply = await site.ask('POST /admin/pages', {
        as: 'editor',
        body: { title: 'A day out', typeId: 3, ...body },
      });
      return reply.status === 201 ? `${reply.body.data.slug} ${reply.body.data.slugOverride}` : refusalOf(reply);
    };
    expect(await create({})).toBe('blog/a-day-out false');
    expect(await create({ slug: 'second' })).toBe('blog/second false');
    expect(await create({ slug: 'blog/third' })).toBe('blog/third false');
    expect(await create({ slug: 'news/fourth' })).toBe('400 VALIDATION slug');
    expect(await create({ slug: 'news/fourth', slugOverride: true })).toBe('news/fourth true');
    expect(await create({ slug: 'second' })).toBe('409 CONFLICT slug');
    expect(site.newCommits()).toHaveLength(4);
  });

  it('puts a slug back under the prefix when its override is removed', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'content-types/post.yaml': page('id: 3\nname: Post\nsettings:\n  slugPrefix: blog'),
      'pages/en/bare.yaml': page('id: 5\ntype: post\ntitle: Bare\nslugOverride: true'),
      'pages/en/news/one.yaml': page('id: 6\ntype: post\ntitle: One\nslugOverride: true'),
    });
    const put = async (id: number, body: object): Promise<string> => {
      const reply = await site.ask(`PUT /admin/pages/${id}`, { as: 'editor', body });
      return reply.status === 200 ? `${reply.body.data.slug} ${reply.body.data.slugOverride}` : refusalOf(reply);
    };
    expect(await put(6, { slugOverride: false })).toBe('400 VALIDATION slug');
    expect(await put(6, { slugOverride: false, slug: 'news/one' })).toBe('400 VALIDATION slug');
    expect(site.newCommits()).toEqual([]);
    expect(await put(6, { slugOverride: null, slug: 'one' })).toBe('blog/one false');
    expect(await put(5, { title: 'Barer' })).toBe('bare true');
    expect(await put(5, { slugOverride: false, slug: 'bare' })).toBe('blog/bare false');
    expect(site.newCommits()).toHaveLength(3);
  });

  it('keeps a given publishedAt, sets it when a page is first published and keeps it afterwards', async () => {
    const site = await makeSite(SMALL_SITE);
    const publishedAt = async (call: string, body: object): Promise<unknown> =>
      (await site.ask(call, { as: 'editor', body })).body.data.publishedAt;

    const create = { title: 'Old', typeId: 2 };
    expect(await publishedAt('POST /admin/pages', { ...create, publishedAt: '2020-05-01' })).toBe(
      '2020-05-01T00:00:00.000Z',
    );
    expect(await publishedAt('POST /admin/pages', { ...create, slug: 'b' })).toBeNull();
    expect(await publishedAt('PUT /admin/pages/6', { status: 'published' })).toBe(NOW);
    site.setTime('2026-02-02T00:00:00.000Z');
    expect(await publishedAt('PUT /admin/pages/6', { status: 'archived' })).toBe(NOW);
    expect(await publishedAt('PUT /admin/pages/6', { status: 'published', publishedAt: '2020-01-01' })).toBe(NOW);
  });
});

describe('PUT /admin/pages/:id', () => {
  it('changes one line of the file, in one commit by the user', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title: 'Front page' } });

    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({ id: 1, title: 'Front page', slug: 'home', updatedAt: NOW });
    expect(site.read('pages/en/home.yaml')).toBe(
      SMALL_SITE['pages/en/home.yaml']?.replace('title: Home ', 'title: Front page '),
    );
    expect(site.newCommits()).toEqual(['Update page "Front page" (en/home)']);
    expect(site.git('log', '-1', '--format=%an <%ae> %cn')).toBe('The editor <editor@example.org> Quire\n');
    expect(reply.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(reply.headers.get('etag')).toBe(`"${site.git('rev-parse', 'HEAD:pages/en/home.yaml').trim()}"`);
    expect(site.git('status', '--porcelain')).toBe('');
    expect(site.git('fsck', '--strict')).toBe('');
  });

  it('clears what is null and leaves the rest unchanged', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await site.ask('PUT /admin/pages/1', {
      as: 'editor',
      body: { metaTitle: null, terms: null, translationGroupId: null, regions: null, unpublishAt: '2027-01-01' },
    });
    expect(body.data).toMatchObject({
      title: 'Home',
      metaTitle: null,
      terms: [],
      regions: {},
      translationGroupId: null,
      unpublishAt: '2027-01-01T00:00:00.000Z',
      fields: { summary: 'Where it begins.', related: 3 },
    });
    expect(site.read('pages/en/home.yaml')).toBe(`# The front page.
id: 1
type: article
title: Home            # shown in the browser's tab
status: published
publishedAt: 2026-01-05T09:00:00.000Z
unpublishAt: 2027-01-01T00:00:00.000Z
createdAt: 2026-01-04T16:20:11.204Z
fields:
  summary: Where it begins.
  related: en/about
`);
    await site.ask('PUT /admin/pages/1', { as: 'editor', body: { unpublishAt: null } });
    expect(site.read('pages/en/home.yaml')).not.toContain('unpublishAt');
  });

  it('leaves empty values in the file if they are left out or sent back unchanged', async () => {
    const file = SMALL_SITE['pages/en/home.yaml']!.replace('seo:\n', "seo:\n  robots: ''\n");
    const site = await makeSite({ ...SMALL_SITE, 'pages/en/home.yaml': file });
    await site.ask('PUT /admin/pages/1', { as: 'editor', body: { robots: null, metaTitle: 'Hello' } });
    expect(site.read('pages/en/home.yaml')).toBe(file.replace('metaTitle: Welcome', 'metaTitle: Hello'));
  });

  it('writes a value that equals the default if a comment would be lost otherwise', async () => {
    const file = SMALL_SITE['pages/en/home.yaml']!.replace(
      'status: published\n',
      'status: published   # as Ann says\n',
    );
    const site = await makeSite({ ...SMALL_SITE, 'pages/en/home.yaml': file });
    await site.ask('PUT /admin/pages/1', { as: 'editor', body: { status: 'draft' } });
    expect(site.read('pages/en/home.yaml')).toBe(file.replace('published   #', 'draft   #'));
    await site.ask('PUT /admin/pages/1', { as: 'editor', body: { status: 'published' } });
    expect(site.read('pages/en/home.yaml')).toBe(file);
  });

  it('makes a revision also if only a note is sent, with the note in the commit', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await site.ask('PUT /admin/pages/1', { as: 'editor', body: { revisionNote: 'Checked by  Ada' } });
    expect(reply.status).toBe(200);
    expect(site.newCommits()).toEqual(['Update page "Home" (en/home)']);
    expect(site.git('log', '-1', '--format=%b')).toContain('Checked by Ada\n\nQuire-Action: page.update\n');
    expect(site.git('show', '--format=', '--name-only', 'HEAD')).toBe('');
    expect(site.read('pages/en/home.yaml')).toBe(SMALL_SITE['pages/en/home.yaml']);
    expect(reply.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
  });

  it('SEC-23 checks If-Match: a stale one changes nothing, the present one and * pass', async () => {
    const site = await makeSite(SMALL_SITE);
    const put = async (ifMatch: string, title: string) =>
      site.ask('PUT /admin/pages/3', { as: 'editor', body: { title }, headers: { 'if-match': ifMatch } });
    const { headers } = await site.ask('GET /admin/pages/3', { as: 'viewer' });
    const etag = headers.get('etag') ?? '';

    expect((await put(etag, 'First')).status).toBe(200);
    expect(refusalOf(await put(etag, 'Second'))).toBe('412 PRECONDITION_FAILED');
    const removal = await site.ask('DELETE /admin/pages/3', { as: 'editor', headers: { 'if-match': etag } });
    expect(refusalOf(removal)).toBe('412 PRECONDITION_FAILED');
    expect((await put('*', 'Third')).status).toBe(200);
    expect(site.newCommits()).toEqual(['Update page "Third" (en/about)', 'Update page "First" (en/about)']);
    expect(refusalOf(await site.ask('PUT /admin/pages/99', { as: 'editor', body: { title: '' } }))).toBe(
      '404 NOT_FOUND',
    );
  });

  it('moves the file to a new slug and rewrites what mentions the page, in the same commit', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await site.ask('PUT /admin/pages/3', { as: 'editor', body: { slug: 'company/about-us' } });

    expect(reply.body.data).toMatchObject({
      id: 3,
      slug: 'company/about-us',
      createdAt: '2026-01-06T00:00:00.000Z',
      createdBy: 'A Developer',
      hasDraft: false,
    });
    expect(site.newCommits()).toEqual(['Update page "About us" (en/company/about-us)']);
    expect(site.git('show', '--format=', '--name-status', '--find-renames', 'HEAD')).toBe(
      'M\tmenus/main.yaml\nR100\tpages/en/about.yaml\tpages/en/company/about-us.yaml\nM\tpages/en/home.yaml\nA\tredirects/about.yaml\n',
    );
    expect(site.read('pages/en/company/about-us.yaml')).toBe(SMALL_SITE['pages/en/about.yaml']);
    expect(site.read('menus/main.yaml')).toBe(
      SMALL_SITE['menus/main.yaml']?.replace('en/about', 'en/company/about-us'),
    );
    expect(site.read('pages/en/home.yaml')).toBe(
      SMALL_SITE['pages/en/home.yaml']?.replace('related: en/about', 'related: en/company/about-us'),
    );
    expect((await site.ask('GET /admin/pages/1', { as: 'viewer' })).body.data.fields.related).toBe(3);
    expect(refusalOf(await site.ask('GET /content/pages/about'))).toBe('404 NOT_FOUND');
    expect((await site.ask('GET /content/pages/company/about-us')).body.data.id).toBe(3);
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('moves a file into a folder of its own name, and out of it', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const slug of ['about.yaml/a', 'about']) {
      const { status, body } = await site.ask('PUT /admin/pages/3', { as: 'editor', body: { slug } });
      expect([status, body.data?.slug]).toEqual([200, slug]);
      expect((await site.ask(`GET /content/pages/${slug}`)).status).toBe(200);
    }
    expect(site.newCommits()).toHaveLength(2);
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('renames although pages that mention it would be invalid today', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/home.yaml': `${SMALL_SITE['pages/en/home.yaml']}`.replace('  summary: Where it begins.\n', ''),
    });
    const { status } = await site.ask('PUT /admin/pages/3', { as: 'editor', body: { slug: 'us' } });
    expect(status).toBe(200);
    expect(site.read('pages/en/home.yaml')).toContain('related: en/us');
  });

  it('changes only the case of a slug, and refuses the slug of another page in any case', async () => {
    const site = await makeSite(SMALL_SITE);
    expect((await site.ask('PUT /admin/pages/3', { as: 'editor', body: { slug: 'About' } })).body.data.slug).toBe(
      'About',
    );
    const taken = await site.ask('PUT /admin/pages/3', { as: 'editor', body: { slug: 'Home' } });
    expect(refusalOf(taken)).toBe('409 CONFLICT slug');
    expect(site.newCommits()).toEqual(['Update page "About us" (en/About)']);
  });

  it('refuses invalid values and writes nothing', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const [body, refusal] of [
      [{ locale: 'es' }, '400 VALIDATION locale'],
      [{ status: 'gone' }, '400 VALIDATION status'],
      [{ typeId: 99, fields: { a: 1 } }, '400 VALIDATION typeId'],
      [{ typeId: 1 }, '400 VALIDATION fields.summary'],
      [{ title: null }, '400 VALIDATION title'],
      [{ slug: 'a b', terms: [9] }, '400 VALIDATION slug VALIDATION terms.0'],
      [{ unpublishAt: '2026-01-01', scheduledAt: '2026-01-02' }, '400 VALIDATION unpublishAt'],
    ] as const)
      expect([body, refusalOf(await site.ask('PUT /admin/pages/3', { as: 'editor', body }))]).toEqual([body, refusal]);
    expectNothingWritten(site);
  });

  it('distinguishes an invalid locale from another one', async () => {
    const site = await makeSite(SMALL_SITE);
    const tell = async (call: string, locale: string): Promise<string> => {
      const { body } = await site.ask(call, { as: 'editor', body: { title: 'About', locale } });
      return body.errors.map(({ message }: { message: string }) => message).join('; ');
    };
    expect(await tell('PUT /admin/pages/3', 'es')).toBe('is set at creation and cannot change');
    for (const call of ['PUT /admin/pages/3', 'POST /admin/pages/upsert'])
      expect(await tell(call, '!!')).toBe('must be a language tag such as "en" or "pt-BR"');
  });

  it('lets a page join a translation group that has no page in its locale', async () => {
    const twin = page(`id: 5\ntype: plain\ntitle: Twin\ntranslationGroup: ${GROUP}`);
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/twin.yaml': twin,
      'pages/de/a.yaml': page('type: plain\ntitle: A\nid: 6'),
    });
    const put = async (id: number, body: object): Promise<string> =>
      refusalOf(await site.ask(`PUT /admin/pages/${id}`, { as: 'editor', body }));

    expect(await put(3, { translationGroupId: GROUP })).toBe('409 CONFLICT translationGroupId');
    expect(await put(3, { translationGroupId: GROUP, terms: [99] })).toBe('400 VALIDATION terms.0');
    expectNothingWritten(site);
    expect(await put(6, { translationGroupId: GROUP })).toBe('200');
    expect(await put(5, { translationGroupId: GROUP, title: 'Doubled by files' })).toBe('200');
    expect(await put(5, { translationGroupId: null })).toBe('200');
    expect(await put(5, { translationGroupId: GROUP })).toBe('409 CONFLICT translationGroupId');
  });

  it('changes the type when fields and regions suit the new one', async () => {
    const site = await makeSite(SMALL_SITE);
    const put = async (body: object) => (await site.ask('PUT /admin/pages/3', { as: 'editor', body })).body.data;
    expect(await put({ locale: 'EN', fields: { anything: [1, { b: null }] } })).toMatchObject({
      type: 'plain',
      fields: { anything: [1, { b: null }] },
    });
    expect(await put({ typeId: 1, status: 'draft' })).toMatchObject({
      typeId: 1,
      fields: { anything: [1, { b: null }] },
    });
    expect(await put({ status: 'published', fields: { summary: 'Yes' } })).toMatchObject({
      fields: { summary: 'Yes' },
    });
    expect(await put({ type: 'plain' })).toMatchObject({ typeId: 2, fields: { summary: 'Yes' } });
    expect(site.read('pages/en/about.yaml')).toContain('type: plain\n');
  });

  it('keeps the slug when the new type has another prefix, and says so', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'content-types/post.yaml': page('id: 3\nname: Post\nsettings:\n  slugPrefix: blog'),
      'content-types/tale.yaml': page('id: 4\nname: Tale\nsettings:\n  slugPrefix: secret'),
    });
    const put = async (id: number, body: object): Promise<string> => {
      const { data } = (await site.ask(`PUT /admin/pages/${id}`, { as: 'editor', body })).body;
      return `${data.type} ${data.slug} ${data.slugOverride}`;
    };
    expect(await put(3, { type: 'post' })).toBe('post about true');
    expect(await put(3, { slugOverride: false })).toBe('post blog/about false');
    expect(await put(3, { type: 'plain' })).toBe('plain blog/about false');
    expect(await put(3, { type: 'post', slug: 'blog/about' })).toBe('post blog/about false');
    expect(await put(4, { typeId: 3, slug: 'secret', slugOverride: false })).toBe('post secret true');
    expect(await put(4, { slug: 'other' })).toBe('post other true');
    expect(await put(1, { typeId: 3, slug: 'first' })).toBe('post blog/first false');
  });

  it('still works if types, terms and blocks that the page mentions are gone', async () => {
    const site = await makeSite(SMALL_SITE);
    site.git('rm', '--quiet', 'taxonomies/topics.yaml', 'blocks/motto.yaml', 'block-types/text.yaml');
    site.git('commit', '--quiet', '--message=Remove');
    const put = async (body: object) => refusalOf(await site.ask('PUT /admin/pages/1', { as: 'editor', body }));
    expect(await put({ title: 'Still editable' })).toBe('200');
    expect(await put({ regions: { content: [{ id: 3 }, { blockTypeSlug: 'text' }] } })).toBe(
      '400 VALIDATION regions.content.1.blockTypeSlug',
    );
    site.git('rm', '--quiet', 'content-types/article.yaml');
    site.git('commit', '--quiet', '--message=Remove');
    expect(await put({ title: 'Even so' })).toBe('200');
    expect(site.read('pages/en/home.yaml')).toBe(
      SMALL_SITE['pages/en/home.yaml']?.replace('title: Home ', 'title: Even so '),
    );
  });

  it('accepts a page as it was read, changing nothing', async () => {
    const site = await makeSite(SMALL_SITE);
    const { data } = (await site.ask('GET /admin/pages/1', { as: 'editor' })).body;
    const reply = await site.ask('PUT /admin/pages/1', { as: 'editor', body: data });
    expect(reply.body).toEqual({ data });
    expect(site.read('pages/en/home.yaml')).toBe(SMALL_SITE['pages/en/home.yaml']);
  });

  it('keeps mentions of terms that are gone when the page is sent back as it was read', async () => {
    const site = await makeSite(SMALL_SITE);
    site.git('rm', '--quiet', 'taxonomies/topics.yaml');
    site.git('commit', '--quiet', '--message=Remove');
    const { data } = (await site.ask('PUT /admin/pages/1', { as: 'editor', body: {} })).body;
    expect(data.terms).toEqual([]);
    await site.ask('PUT /admin/pages/1', { as: 'editor', body: { ...data, title: 'Sent back' } });
    expect(site.read('pages/en/home.yaml')).toBe(
      SMALL_SITE['pages/en/home.yaml']?.replace('title: Home ', 'title: Sent back '),
    );
  });

  it('accepts a page with another type, named by slug or id', async () => {
    const site = await makeSite(SMALL_SITE);
    const { data } = (await site.ask('GET /admin/pages/3', { as: 'editor' })).body;
    const put = async (body: object) => {
      const reply = await site.ask('PUT /admin/pages/3', {
        as: 'editor',
        body: { ...data, fields: { summary: 'S' }, ...body },
      });
      return reply.body.data?.type ?? refusalOf(reply);
    };
    expect(data).toMatchObject({ type: 'plain', typeId: 2 });
    expect(await put({ type: 'none' })).toBe('400 VALIDATION type');
    expect(await put({ type: 'article' })).toBe('article');
    expect(await put({ typeId: 2, type: 'article' })).toBe('plain');
  });

  it('keeps a slug that is sent back, even if the type would place a new page elsewhere', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'content-types/plain.yaml': `${SMALL_SITE['content-types/plain.yaml']}settings: { slugPrefix: docs }\n`,
    });
    const put = async (body: object) => (await site.ask('PUT /admin/pages/3', { as: 'editor', body })).body.data.slug;
    expect(await put({ slug: '/about/', title: 'T' })).toBe('about');
    expect(await put({ slug: 'us' })).toBe('docs/us');
    expect(await put({ slug: '' })).toBe('docs/t');
  });

  it('uses the creation time of a page published in a file without publishedAt, before and after', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/old.yaml': page('id: 7\ntype: plain\ntitle: Old\nstatus: published'),
    });
    const put = async (body: object) =>
      (await site.ask('PUT /admin/pages/7', { as: 'editor', body })).body.data.publishedAt;
    expect(await put({ title: 'Older' })).toBe('2026-01-09T00:00:00.000Z');
    expect(site.read('pages/en/old.yaml')).toBe(page('id: 7\ntype: plain\ntitle: Older\nstatus: published'));
    expect(await put({ status: 'draft' })).toBe('2026-01-09T00:00:00.000Z');
    expect(await put({ status: 'published' })).toBe('2026-01-09T00:00:00.000Z');
  });

  it('writes the id under which a file without one is served, and keeps the format of the file', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/json.json': '{"type": "plain", "title": "J", "unknown": 1}\n',
    });
    const { body } = await site.ask('GET /admin/pages?search=json', { as: 'viewer' });
    const id = body.data[0].id as number;
    expect(id).toBeGreaterThanOrEqual(1_000_000_000);
    expect((await site.ask(`PUT /admin/pages/${id}`, { as: 'editor', body: { title: 'K' } })).status).toBe(200);
    expect(JSON.parse(site.read('pages/en/json.json'))).toEqual({ id, type: 'plain', title: 'K', unknown: 1 });
    expect(
      (await site.ask(`PUT /admin/pages/${id}`, { as: 'editor', body: { slug: 'moved' } })).body.data,
    ).toMatchObject({
      id,
      createdAt: FIRST_COMMIT,
    });
    expect(JSON.parse(site.read('pages/en/moved.json'))).toMatchObject({ id, title: 'K', unknown: 1 });
  });
});

describe('DELETE /admin/pages/:id', () => {
  it('removes the file, leaves what mentions the page unchanged and lists it', async () => {
    const site = await makeSite(SMALL_SITE);
    const reply = await site.ask('DELETE /admin/pages/3', { as: 'editor' });

    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      data: { deleted: true },
      meta: {
        references: [
          { type: 'menu', id: 1, title: 'Main' },
          { type: 'page', id: 1, title: 'Home', slug: 'home', locale: 'en' },
        ],
      },
    });
    expect(reply.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(site.newCommits()).toEqual(['Delete page "About us" (en/about)']);
    expect(site.git('show', '--format=', '--name-status', 'HEAD')).toBe('D\tpages/en/about.yaml\n');
    const titles = async () =>
      (await site.ask('GET /content/menus/main')).body.data.items.map(({ title }: { title: string }) => title);
    const broken = async () =>
      (await site.ask('GET /admin/problems', { as: 'viewer' })).body.data.map(({ path }: { path: string }) => path);
    expect([await titles(), (await broken()).toSorted()]).toEqual([
      ['Elsewhere'],
      [expect.stringContaining('menus/main.yaml'), expect.stringContaining('pages/en/home.yaml')],
    ]);
    expect(refusalOf(await site.ask('GET /admin/pages/3', { as: 'viewer' }))).toBe('404 NOT_FOUND');
    expect(refusalOf(await site.ask('DELETE /admin/pages/3', { as: 'editor' }))).toBe('404 NOT_FOUND');
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('lists no menus if none shows the page, and never reuses its id', async () => {
    const site = await makeSite(SMALL_SITE);
    expect((await site.ask('DELETE /admin/pages/4', { as: 'editor' })).body).toEqual({ data: { deleted: true } });
    await site.ask('POST /admin/pages', { as: 'editor', body: { title: 'A', typeId: 2 } });
    expect((await site.ask('DELETE /admin/pages/5', { as: 'editor' })).status).toBe(200);
    await site.restart();
    const { body } = await site.ask('POST /admin/pages', { as: 'editor', body: { title: 'A', typeId: 2 } });
    expect(body.data.id).toBe(6);
  });
});
