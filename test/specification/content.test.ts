import { describe, expect, it } from 'vitest';
import { walkSite } from './site.ts';

const walked = walkSite();
const CACHE = 'public, max-age=60, s-maxage=600, stale-while-revalidate=3600';
const keysOf = (value: object): readonly string[] => Object.keys(value).sort();

describe('Public single page shape', () => {
  it('adds locale, translationGroupId, translations, seo, regions, terms', async () => {
    const { body } = await walked.read('/pages/home');
    const item = (await walked.read('/pages?type=article&sort=title:asc')).body.data[1];
    const { translationGroupId, translations, seo, regions, ...rest } = body.data;
    expect(rest).toEqual(item);
    expect(translationGroupId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(translations).toEqual([{ id: walked.ids['inicio'], locale: 'es', slug: 'home', title: 'Inicio' }]);
    expect(keysOf(regions)).toEqual(['aside', 'main']);
    expect(keysOf(seo)).toEqual(['canonical_url', 'meta_description', 'meta_title', 'og_image', 'robots']);
  });
  it('seo: each may be null', async () => {
    expect((await walked.read('/pages/home')).body.data.seo).toEqual({
      meta_title: 'Harbour: home',
      meta_description: 'Ships and birds of the harbour',
      og_image: 'https://example.org/og.png',
      canonical_url: 'https://example.org/',
      robots: 'index',
    });
    expect((await walked.read('/pages/about')).body.data.seo).toEqual({
      ...{ meta_title: null, meta_description: null, og_image: null, canonical_url: null, robots: null },
    });
  });
  it('regions: arrays of block entries { id (pb_<n>), block_type, fields }', async () => {
    const { main, aside } = (await walked.read('/pages/home')).body.data.regions;
    expect(main).toEqual([{ id: `pb_${walked.ids['homeHero']}`, block_type: 'hero', fields: { heading: 'Ahoy' } }]);
    expect(aside).toEqual([
      {
        id: `pb_${walked.ids['homeShared']}`,
        block_type: 'hero',
        fields: { heading: 'Welcome' },
        is_shared: true,
        block_id: walked.ids['shared'],
      },
    ]);
  });
  it('terms: { taxonomy (vocabulary slug), term (term slug), weight (integer) }', async () => {
    const { terms } = (await walked.read('/pages/home')).body.data;
    expect(terms).toHaveLength(3);
    expect(terms).toEqual(
      expect.arrayContaining([
        { taxonomy: 'topics', term: 'news', weight: 2 },
        { taxonomy: 'topics', term: 'birds', weight: 0 },
        { taxonomy: 'places', term: 'cape', weight: 0 },
      ]),
    );
  });
  it("GET /pages/:slug: 404 with code NOT_FOUND and message 'Page not found' if not found", async () => {
    for (const path of ['/pages/nothing', '/pages/not-yet', '/pages/about?locale=es']) {
      const { status, body } = await walked.read(path);
      expect([path, status, body]).toEqual([path, 404, { errors: [{ code: 'NOT_FOUND', message: 'Page not found' }] }]);
    }
  });
});

describe('Localization rules', () => {
  it('slugs are unique per locale, so the same slug may exist in several locales', async () => {
    const titles = await Promise.all(
      ['', '?locale=en', '?locale=es'].map(async (query) => (await walked.read(`/pages/home${query}`)).body.data.title),
    );
    expect(titles).toEqual(['Home', 'Home', 'Inicio']);
  });
  it('Pages without a translation group exist in one locale only', async () => {
    const { data } = (await walked.read('/pages/about')).body;
    expect([data.translationGroupId, data.translations]).toEqual([null, []]);
  });
});

describe('Menu item (public REST)', () => {
  it('id, title, url, page_slug, target, attributes, children (nested items)', async () => {
    const { body } = await walked.read('/menus/main');
    const { ids } = walked;
    const item = (id: number | undefined, title: string, more: object) => ({
      ...{ id, title, url: null, page_slug: null, target: '_self', attributes: null, children: [] },
      ...more,
    });
    const deeper = item(ids['deeperItem'], 'Deeper', { url: '/deeper' });
    const deep = item(ids['deepItem'], 'Deep', { url: '/deep', target: '_blank', children: [deeper] });
    expect(body).toEqual({
      data: {
        id: ids['main'],
        name: 'Main',
        slug: 'main',
        items: [
          item(ids['aboutItem'], 'About', { page_slug: 'about', children: [deep] }),
          item(ids['elsewhereItem'], 'Elsewhere', { url: 'https://example.org' }),
        ],
      },
    });
  });
  it('GET /menus/:slug: depth (integer) limits nesting', async () => {
    const levels = (items: { children: never[] }[]): number =>
      1 + Math.max(-1, ...items.map(({ children }) => levels(children)));
    for (const [query, depth] of [
      ['', 3],
      ['?depth=1', 1],
      ['?depth=2', 2],
      ['?depth=9', 3],
    ] as const)
      expect([query, levels((await walked.read(`/menus/main${query}`)).body.data.items)]).toEqual([query, depth]);
    const { status, body } = await walked.read('/menus/main?depth=x');
    expect([status, body.errors[0].code, body.errors[0].path]).toEqual([400, 'VALIDATION', ['depth']]);
  });
});

describe('Term (public)', () => {
  const term = (name: string, slug: string, more: object = {}) => ({
    ...{ id: walked.ids[slug], name, slug, weight: 0, fields: null },
    ...more,
  });
  it('GET /taxonomies/:slug/terms: a flat taxonomy returns a plain list without children', async () => {
    const { body } = await walked.read('/taxonomies/topics/terms');
    expect(body).toEqual({
      data: [term('Birds', 'birds', { fields: { colour: 'blue' } }), term('News', 'news', { weight: 2 })],
      meta: { total: 2 },
    });
  });
  it('children (hierarchical taxonomies only; nested tree)', async () => {
    const { body } = await walked.read('/taxonomies/places/terms');
    const cape = term('Cape', 'cape', { children: [] });
    expect(body.data).toEqual([term('North', 'north', { children: [cape] })]);
  });
});

describe('Media', () => {
  it.each([
    ['original', 'image/png', 1600, 800],
    ['thumbnail', 'image/webp', 150, 150],
    ['medium', 'image/webp', 600, 300],
    ['large', 'image/webp', 1200, 600],
  ] as const)('Variants served publicly: %s', async (variant, type, width, height) => {
    const sharp = (await import('sharp')).default;
    const reply = await fetch(`${walked.site.url}/api/content/media/${walked.ids['picture']}/${variant}`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, type]);
    expect(await sharp(Buffer.from(await reply.arrayBuffer())).metadata()).toMatchObject({ width, height });
  });
  it('info returns JSON metadata (dimensions, alt text, variant URLs) instead of the file', async () => {
    const { status, body } = await walked.read(`/media/${walked.ids['picture']}/info`);
    expect([status, body.data]).toMatchObject([200, { width: 1600, height: 800, altText: 'Ships at dawn' }]);
    expect(keysOf(body.data.variantUrls)).toEqual(['large', 'medium', 'thumbnail']);
    for (const url of [body.data.url, ...Object.values<string>(body.data.variantUrls)])
      expect([url, (await fetch(walked.site.url + url)).status]).toEqual([url, 200]);
  });
  it('variant is one of them; a medium that is not there is NOT_FOUND', async () => {
    expect((await walked.read(`/media/${walked.ids['picture']}/huge`)).body.errors[0].code).toBe('VALIDATION');
    expect((await walked.read('/media/999/info')).body.errors).toEqual([
      { code: 'NOT_FOUND', message: 'Media not found' },
    ]);
  });
});

describe('Public content interface', () => {
  it('GET /config: site config including defaultLocale and supportedLocales', async () => {
    expect((await walked.read('/config')).body).toEqual({
      data: {
        siteName: 'Harbour',
        tagline: 'Ships and birds',
        logo: null,
        footer: { text: '' },
        social: { mastodon: 'https://example.social/@harbour' },
        defaultLocale: 'en',
        supportedLocales: ['en', 'es', 'fr'],
        // Beyond the specification: what a front end needs to find the home page and to read an export.
        homeSlug: 'home',
        static: { expand: [], richtext: 'json' },
      },
    });
  });
  it('GET /schemas: all content type and block type schemas', async () => {
    const { contentTypes, blockTypes } = (await walked.read('/schemas')).body.data;
    expect(contentTypes.map(({ slug }: { slug: string }) => slug)).toEqual(['article', 'note']);
    expect(blockTypes.map(({ slug }: { slug: string }) => slug)).toEqual(['hero', 'text']);
    expect(contentTypes[0]).toMatchObject({ name: 'Article', description: 'A longer text' });
    expect(contentTypes[0].fieldsSchema).toContainEqual({ name: 'summary', type: 'text' });
    expect(contentTypes[0].regions).toEqual([{ name: 'main' }, { name: 'aside' }]);
    expect(blockTypes[0]).toMatchObject({ icon: 'star', fieldsSchema: [{ name: 'heading', type: 'text' }] });
  });
  it('GET /redirects: active URL redirects', async () => {
    expect((await walked.read('/redirects')).body.data).toEqual([
      { id: walked.ids['redirect'], fromPath: '/old', toPath: '/about', statusCode: 301 },
    ]);
  });
  it('GET /tracking-scripts: active tracking scripts; optional query page (page slug)', async () => {
    const names = async (query: string) =>
      (await walked.read(`/tracking-scripts${query}`)).body.data.head.map(({ name }: { name: string }) => name);
    expect(await names('')).toEqual(['Count']);
    expect(await names('?page=about')).toEqual(['Count', 'About']);
    expect(await names('?page=home')).toEqual(['Count']);
  });
  it('GET /og/:slug.png: generated social-sharing image', async () => {
    const reply = await fetch(`${walked.site.url}/api/content/og/home.png`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await fetch(`${walked.site.url}/api/content/og/not-yet.png`)).status).toBe(404);
  });
  it('Sitemap: all published pages but those whose robots is noindex, with absolute URLs from SITE_URL', async () => {
    const texts = await Promise.all(
      ['/sitemap.xml', '/api/content/sitemap.xml'].map(async (path) => (await fetch(walked.site.url + path)).text()),
    );
    expect(texts[0]).toBe(texts[1]);
    const addresses = [...texts[0]!.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
    expect(addresses.sort()).toEqual([
      'http://localhost:3000/',
      'http://localhost:3000/about',
      'http://localhost:3000/es',
    ]);
  });
});

describe('Search', () => {
  it('searches title and slug of published pages; { data: [{ id, type, title, slug, description, meta }], meta: { total, query } }', async () => {
    const { body } = await walked.read('/search?q=about');
    expect(body.meta).toEqual({ total: 1, query: 'about' });
    expect(body.data).toEqual([
      {
        ...{ id: walked.ids['about'], type: 'article', title: 'About us', slug: 'about', locale: 'en' },
        description: null,
        meta: (await walked.read('/pages/about')).body.data.meta,
      },
    ]);
    expect((await walked.read('/search?q=not+yet')).body.data).toEqual([]);
  });
  it('q: required string, minimum 2 characters', async () => {
    for (const query of ['', '?q=', '?q=a']) {
      const { status, body } = await walked.read(`/search${query}`);
      expect([query, status, body.errors[0].code, body.errors[0].path]).toEqual([query, 400, 'VALIDATION', ['q']]);
    }
    expect((await walked.read('/search?q=ab')).status).toBe(200);
  });
  it('type filters, limit cuts', async () => {
    expect((await walked.read('/search?q=home&type=note')).body.data).toEqual([]);
    const { body } = await walked.read('/search?q=home&limit=1');
    expect([body.data.length, body.meta.total]).toEqual([1, 2]);
  });
});

describe('Batch', () => {
  const batch = (body: object, headers = {}) => walked.site.ask('POST /content/batch', { body, headers });
  it('returns several pages and menus in one response', async () => {
    const { status, body } = await batch({ pages: ['home', 'about', 'not-yet'], menus: ['main', 'nothing'] });
    const single = async (path: string) => (await walked.read(path)).body.data;
    expect([status, body]).toEqual([
      200,
      {
        data: {
          pages: { home: await single('/pages/home'), about: await single('/pages/about') },
          menus: { main: await single('/menus/main') },
        },
      },
    ]);
  });
  it('at most 50 pages and 10 menus', async () => {
    const slugs = (count: number) => Array.from({ length: count }, (_, n) => `slug-${n}`);
    expect((await batch({ pages: slugs(50), menus: slugs(10) })).status).toBe(200);
    for (const [body, path] of [
      [{ pages: slugs(51) }, 'pages'],
      [{ menus: slugs(11) }, 'menus'],
    ] as const) {
      const { status, body: answer } = await batch(body);
      expect([status, answer.errors[0].code, answer.errors[0].path]).toEqual([400, 'VALIDATION', [path]]);
    }
  });
});

describe('Public content responses', () => {
  const post = (path: string, body: object, headers = {}) => walked.site.ask(`POST /content${path}`, { body, headers });
  it('carry Cache-Control (with max-age, s-maxage, stale-while-revalidate) and ETag', async () => {
    const paths = [
      '/pages',
      '/pages/home',
      '/menus/main',
      '/taxonomies/topics/terms',
      '/config',
      '/schemas',
      '/redirects',
    ];
    const more = ['/tracking-scripts', '/search?q=home', '/graphql?query={config{siteName}}', '/media/1/info'];
    const replies = await Promise.all([
      ...[...paths, ...more].map((path) => walked.read(path)),
      post('/batch', { pages: ['home'] }),
      post('/graphql', { query: '{ config { siteName } }' }),
    ]);
    for (const { status, headers } of replies) {
      expect([status, headers.get('cache-control')]).toEqual([200, CACHE]);
      expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
    }
  });
  it('a request with If-None-Match matching the current ETag returns 304 Not Modified', async () => {
    for (const path of ['/pages', '/pages/home', '/menus/main', '/graphql?query={menus{name}}']) {
      const etag = (await walked.read(path)).headers.get('etag')!;
      const again = await walked.read(path, { 'if-none-match': etag });
      expect([path, again.status, again.body]).toEqual([path, 304, undefined]);
      expect((await walked.read(path, { 'if-none-match': '"other"' })).status).toBe(200);
    }
    const etag = (await post('/batch', { pages: ['home'] })).headers.get('etag')!;
    expect((await post('/batch', { pages: ['home'] }, { 'if-none-match': etag })).status).toBe(200);
  });
  it('need no credentials', async () => {
    expect((await walked.read('/pages/home', { authorization: 'Bearer nonsense' })).status).toBe(200);
  });
});

describe('Errors', () => {
  it('Envelope: { errors: [{ code, message, path? }] }', async () => {
    for (const [path, status, code] of [
      ['/menus/nothing', 404, 'NOT_FOUND'],
      ['/taxonomies/nothing/terms', 404, 'NOT_FOUND'],
      ['/nothing', 404, 'NOT_FOUND'],
      ['/pages?limit=x', 400, 'VALIDATION'],
    ] as const) {
      const reply = await walked.read(path);
      expect([path, reply.status, keysOf(reply.body)]).toEqual([path, status, ['errors']]);
      expect(reply.body.errors[0]).toMatchObject({ code, message: expect.any(String) });
    }
  });
});

describe('GraphQL', () => {
  it('page: id, title, slug, type, locale, translationGroupId, translations, fields, seo, regions, meta', async () => {
    const { page } = await walked.query(`{ page(slug: "home") { id title slug type locale translationGroupId
      translations { id locale slug title } fields seo { metaTitle metaDescription ogImage canonicalUrl robots }
      regions meta { createdAt updatedAt publishedAt } } }`);
    const { status: _, terms: __, seo, meta, ...rest } = (await walked.read('/pages/home')).body.data;
    expect(page).toEqual({
      ...rest,
      seo: {
        metaTitle: seo.meta_title,
        metaDescription: seo.meta_description,
        ogImage: seo.og_image,
        canonicalUrl: seo.canonical_url,
        robots: seo.robots,
      },
      meta: { createdAt: meta.created_at, updatedAt: meta.updated_at, publishedAt: meta.published_at },
    });
  });
  it('page: slug: String!, locale: String', async () => {
    const query = 'query ($slug: String!, $locale: String) { page(slug: $slug, locale: $locale) { title } }';
    expect(await walked.query(query, { slug: 'home', locale: 'es' })).toEqual({ page: { title: 'Inicio' } });
    expect(await walked.query(query, { slug: 'home' })).toEqual({ page: { title: 'Home' } });
    expect(await walked.query(query, { slug: 'not-yet' })).toEqual({ page: null });
    const { status, body } = await walked.site.ask('POST /content/graphql', { body: { query: '{ page { id } }' } });
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'VALIDATION']);
  });
  it('menu: id, name, items { title, url, pageSlug, target, depth, children { title, url, pageSlug } }', async () => {
    const data = await walked.query(`{ menu(slug: "main") { id name items { title url pageSlug target depth
      children { title url pageSlug depth children { title depth } } } } }`);
    expect(data.menu).toEqual({
      id: walked.ids['main'],
      name: 'Main',
      items: [
        {
          ...{ title: 'About', url: null, pageSlug: 'about', target: '_self', depth: 0 },
          children: [
            { title: 'Deep', url: '/deep', pageSlug: null, depth: 1, children: [{ title: 'Deeper', depth: 2 }] },
          ],
        },
        { title: 'Elsewhere', url: 'https://example.org', pageSlug: null, target: '_self', depth: 0, children: [] },
      ],
    });
  });
  it('menus: id, name, slug', async () => {
    const { ids } = walked;
    expect((await walked.query('{ menus { id name slug } }')).menus).toEqual([
      { id: ids['main'], name: 'Main', slug: 'main' },
      { id: ids['footer'], name: 'Footer', slug: 'footer' },
    ]);
  });
  it('taxonomy: name, hierarchical, terms { id, name, slug, weight }', async () => {
    const { topics } = await walked.query(
      '{ topics: taxonomy(slug: "topics") { name hierarchical terms { id name slug weight } } }',
    );
    expect(topics).toEqual({
      name: 'Topics',
      hierarchical: false,
      terms: [
        { id: walked.ids['birds'], name: 'Birds', slug: 'birds', weight: 0 },
        { id: walked.ids['news'], name: 'News', slug: 'news', weight: 2 },
      ],
    });
  });
  it('taxonomies: name, slug, hierarchical', async () => {
    expect((await walked.query('{ taxonomies { name slug hierarchical } }')).taxonomies).toEqual([
      { name: 'Topics', slug: 'topics', hierarchical: false },
      { name: 'Places', slug: 'places', hierarchical: true },
    ]);
  });
  it('config: siteName, tagline, logo, defaultLocale, supportedLocales', async () => {
    expect((await walked.query('{ config { siteName tagline logo defaultLocale supportedLocales } }')).config).toEqual({
      siteName: 'Harbour',
      tagline: 'Ships and birds',
      logo: null,
      defaultLocale: 'en',
      supportedLocales: ['en', 'es', 'fr'],
    });
  });
  it('GET takes the query string parameter query; no mutations exist', async () => {
    const { body } = await walked.read('/graphql?query={config{siteName}}');
    expect(body).toEqual({ data: { config: { siteName: 'Harbour' } } });
    const mutation = { query: 'mutation { deletePage(id: 1) { id } }' };
    expect((await walked.site.ask('POST /content/graphql', { body: mutation })).status).toBe(400);
  });
});
