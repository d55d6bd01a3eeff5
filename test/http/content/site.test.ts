import { describe, expect, it } from 'vitest';
import { makeSite } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { refusalOf } from '../problemsOf.ts';

const MENU = `id: 5
name: Deep
createdAt: 2026-01-01T00:00:00.000Z
items:
  - id: 10
    title: Hidden parent
    page: en/secret
    children:
      - { id: 11, title: Seen, page: en/about, target: _blank, attributes: { rel: nofollow } }
      - { id: 12, title: Hidden leaf, page: en/secret }
  - { id: 13, title: Hidden, page: en/secret }
  - { id: 14, title: Hidden with an address, page: en/secret, url: /elsewhere }
  - { id: 15, title: A heading }
  - id: 16
    title: Nothing below
    page: en/secret
    children:
      - { id: 17, title: Hidden below, page: en/secret }
  - { id: 18, title: Gone, page: en/nowhere }
  - { id: 19, title: Hidden with an empty address, page: en/secret, url: '' }
`;

const NOTHING = { url: null, page_slug: null, target: '_self', attributes: null, children: [] };

describe('GET /content/menus/:slug', () => {
  it('shows items in exactly this form, without those that lead only to hidden pages', async () => {
    const site = await makeSite({ ...SMALL_SITE, 'menus/deep.yaml': MENU });
    const { status, body } = await site.ask('GET /content/menus/deep');
    expect(status).toBe(200);
    const seen = {
      ...NOTHING,
      id: 11,
      title: 'Seen',
      page_slug: 'about',
      target: '_blank',
      attributes: { rel: 'nofollow' },
    };
    expect(body).toEqual({
      data: {
        id: 5,
        name: 'Deep',
        slug: 'deep',
        items: [
          { ...NOTHING, id: 10, title: 'Hidden parent', children: [seen] },
          { ...NOTHING, id: 14, title: 'Hidden with an address', url: '/elsewhere' },
          { ...NOTHING, id: 15, title: 'A heading' },
        ],
      },
    });
  });

  it('ends at the requested depth, with the same items on each level', async () => {
    const site = await makeSite({ ...SMALL_SITE, 'menus/deep.yaml': MENU });
    const { items } = (await site.ask('GET /content/menus/deep?depth=1')).body.data;
    expect(items.map(({ id, children }: { id: number; children: [] }) => [id, children.length])).toEqual([
      [10, 0],
      [14, 0],
      [15, 0],
    ]);
    const whole = await site.ask('GET /content/menus/deep');
    expect((await site.ask('GET /content/menus/deep?depth=2')).body).toEqual(whole.body);
    for (const depth of ['0', '-1', 'x', '1.5'])
      expect(refusalOf(await site.ask(`GET /content/menus/deep?depth=${depth}`))).toBe('400 VALIDATION depth');
    expect(refusalOf(await site.ask('GET /content/menus/none'))).toBe('404 NOT_FOUND');
  });

  it('gives items that lead to pages the path of the page, if asked to', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'menus/paths.yaml':
        'id: 7\nname: Paths\nitems:\n  - { id: 21, title: A, page: es/inicio }\n  - { id: 22, title: B, page: en/secret, url: /old }\n  - { id: 23, title: C, page: en/home, url: /here }\n',
    });
    const urls = async (query: string) =>
      (await site.ask(`GET /content/menus/paths${query}`)).body.data.items.map(({ url }: { url: string }) => url);
    expect(await urls('')).toEqual([null, '/old', '/here']);
    expect(await urls('?expand=page')).toEqual(['/es/inicio', '/old', '/here']);
  });

  it('SEC-21 shows an item as soon as its page is due, in spite of caches', async () => {
    const page = SMALL_SITE['pages/en/about.yaml'];
    const site = await makeSite({
      ...SMALL_SITE,
      'pages/en/about.yaml': `${page}scheduledAt: 2026-02-01T12:00:20.000Z\n`,
    });
    const titles = async () =>
      (await site.ask('GET /content/menus/main')).body.data.items.map(({ title }: { title: string }) => title);
    const { headers } = await site.ask('GET /content/menus/main');
    expect(headers.get('cache-control')).toBe('public, max-age=20, s-maxage=20, stale-while-revalidate=0');
    expect(await titles()).toEqual(['Elsewhere']);
    site.setTime('2026-02-01T12:00:20.000Z');
    expect(await titles()).toEqual(['About', 'Elsewhere']);
  });
});

describe('GET /content/taxonomies/:slug/terms', () => {
  const term = (id: number, slug: string, more: object = {}) => ({
    id,
    name: slug.toUpperCase(),
    slug,
    weight: 0,
    fields: null,
    ...more,
  });
  const file = (more: string) =>
    `id: 1\nname: Topics\n${more}createdAt: 2026-01-01T00:00:00.000Z\nterms:\n  - { id: 3, slug: c, name: C, weight: 5 }\n  - id: 2\n    slug: b\n    name: B\n    fields: { colour: red }\n    %\n`;

  it('is a flat list without children for flat vocabularies, by weight and name', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'taxonomies/topics.yaml': file('').replace('    %\n', '  - { id: 1, slug: a, name: A }\n'),
    });
    expect((await site.ask('GET /content/taxonomies/topics/terms')).body).toEqual({
      data: [term(1, 'a'), term(2, 'b', { fields: { colour: 'red' } }), term(3, 'c', { weight: 5 })],
      meta: { total: 3 },
    });
    expect(refusalOf(await site.ask('GET /content/taxonomies/none/terms'))).toBe('404 NOT_FOUND');
  });

  it('is a tree for hierarchical vocabularies', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'taxonomies/topics.yaml': file('hierarchical: true\n').replace(
        '%',
        'children:\n      - { id: 1, slug: a, name: A }',
      ),
    });
    const child = term(1, 'a', { children: [] });
    expect((await site.ask('GET /content/taxonomies/topics/terms')).body.data).toEqual([
      term(2, 'b', { fields: { colour: 'red' }, children: [child] }),
      term(3, 'c', { weight: 5, children: [] }),
    ]);
  });
});

describe('the rest of the site', () => {
  it('GET /content/config shows the public settings, not those of sessions', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'site.yaml': `${SMALL_SITE['site.yaml']}logo: media:mark\nsocial: { mastodon: https://social.example/@x }\n`,
      'media/mark.yaml':
        'id: 7\nfilename: mark-00000000.png\noriginalName: mark.png\nmimeType: image/png\nsize: 3\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
    });
    expect((await site.ask('GET /content/config')).body).toEqual({
      data: {
        siteName: 'Test site',
        tagline: '',
        logo: '/api/content/media/7/original.png',
        footer: { text: '' },
        social: { mastodon: 'https://social.example/@x' },
        defaultLocale: 'en',
        supportedLocales: ['en', 'es'],
        homeSlug: 'home',
        static: { expand: [], richtext: 'json' },
      },
    });
  });

  it('GET /content/schemas shows the types as admins see them, except the normalized fields', async () => {
    const site = await makeSite(SMALL_SITE);
    const { data } = (await site.ask('GET /content/schemas')).body;
    const types = await site.ask('GET /admin/content-types', { as: 'viewer' });
    const blockTypes = await site.ask('GET /admin/block-types', { as: 'viewer' });
    const shown = (all: readonly object[]) => all.map((type) => ({ ...type, fields: undefined }));
    expect(data).toEqual({ contentTypes: shown(types.body.data), blockTypes: shown(blockTypes.body.data) });
    expect(data.contentTypes).toHaveLength(2);
  });

  it('SEC-20 GET /content/redirects leaves out those that lead to a hidden page, until it is public again', async () => {
    const redirect = (id: number, from: string, to: string): string =>
      `id: ${id}\nfromPath: ${from}\ntoPath: ${to}\ncreatedAt: 2026-01-01T00:00:00.000Z\n`;
    const site = await makeSite({
      ...SMALL_SITE,
      'redirects/a.yaml': redirect(1, '/a', '/about'),
      'redirects/b.yaml': redirect(2, '/b', '/a'),
      'redirects/c.yaml': redirect(3, '/c', '/%61bout/?x=1#y'),
      'redirects/d.yaml': redirect(4, '/d', '/nothing'),
      'redirects/e.yaml': redirect(5, '/e', 'https://example.org/about'),
    });
    const shown = async (): Promise<readonly string[]> => {
      const { body } = await site.ask('GET /content/redirects');
      const rules = await (await fetch(`${site.url}/_redirects`)).text();
      const own = rules.split('\n').filter((line) => !line.startsWith('/api/'));
      expect(own.flatMap((line) => line.split(' ')[0] || [])).toEqual(
        body.data.map((one: Record<string, string>) => one['fromPath']),
      );
      return body.data.map((one: Record<string, string>) => one['fromPath']);
    };
    const set = (body: object) => site.ask('PUT /admin/pages/3', { as: 'editor', body });
    expect(await shown()).toEqual(['/a', '/b', '/c', '/d', '/e']);
    for (const hidden of [{ status: 'draft' }, { status: 'archived' }]) {
      await set(hidden);
      expect(await shown()).toEqual(['/d', '/e']);
      expect((await site.ask('GET /admin/redirects', { as: 'viewer' })).body.meta.total).toBe(5);
      await set({ status: 'published' });
      expect(await shown()).toEqual(['/a', '/b', '/c', '/d', '/e']);
    }
    await set({ scheduledAt: '2026-02-01T12:01:00.000Z' });
    expect(await shown()).toEqual(['/d', '/e']);
    site.setTime('2026-02-01T12:01:01.000Z');
    expect(await shown()).toEqual(['/a', '/b', '/c', '/d', '/e']);
  });

  it('GET /content/redirects lists active ones', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'redirects/b.yaml': 'id: 2\nfromPath: /b\ntoPath: /c\nstatusCode: 302\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
      'redirects/a.yaml': 'id: 1\nfromPath: /a\ntoPath: /c\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
      'redirects/off.yaml': 'id: 3\nfromPath: /x\ntoPath: /y\nisActive: false\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
    });
    expect((await site.ask('GET /content/redirects')).body).toEqual({
      data: [
        { id: 1, fromPath: '/a', toPath: '/c', statusCode: 301 },
        { id: 2, fromPath: '/b', toPath: '/c', statusCode: 302 },
      ],
      meta: { total: 2 },
    });
  });

  it('GET /content/tracking-scripts returns global ones, and those of the named page', async () => {
    const script = (id: number, more: string) =>
      `id: ${id}\nname: S${id}\n${more}createdAt: 2026-01-01T00:00:00.000Z\ncode: "<!-- ${id} -->"\n`;
    const site = await makeSite({
      ...SMALL_SITE,
      'tracking-scripts/a.yaml': script(1, 'priority: 5\n'),
      'tracking-scripts/b.yaml': script(2, 'priority: -5\n'),
      'tracking-scripts/c.yaml': script(3, 'scope: targeted\ntargetPages: [about]\n'),
      'tracking-scripts/d.yaml': script(4, 'position: body\nscope: targeted\ntargetPages: [home, about]\n'),
      'tracking-scripts/e.yaml': script(5, 'isActive: false\n'),
      'tracking-scripts/f.yaml': script(6, 'scope: targeted\ntargetPages: [secret, inicio, none]\n'),
    });
    const ids = async (query: string) => {
      const { head, body } = (await site.ask(`GET /content/tracking-scripts${query}`)).body.data;
      return [head, body].map((list: { id: number }[]) => list.map(({ id }) => id));
    };
    expect((await site.ask('GET /content/tracking-scripts')).body).toEqual({
      data: {
        head: [
          { id: 2, name: 'S2', code: '<!-- 2 -->' },
          { id: 1, name: 'S1', code: '<!-- 1 -->' },
        ],
        body: [],
      },
    });
    expect(await ids('?page=about')).toEqual([[2, 3, 1], [4]]);
    expect(await ids('?page=/home/')).toEqual([[2, 1], [4]]);
    expect(await ids('?page=nothing')).toEqual([[2, 1], []]);
    // A page of another locale, a hidden page and a missing one.
    expect(await ids('?page=inicio')).toEqual([[2, 6, 1], []]);
    for (const slug of ['secret', 'none']) expect(await ids(`?page=${slug}`)).toEqual([[2, 1], []]);
  });
});

describe('POST /content/batch', () => {
  it('returns pages and menus exactly as single reads do, and leaves out missing and hidden ones', async () => {
    const site = await makeSite(SMALL_SITE);
    const { status, body, headers } = await site.ask('POST /content/batch', {
      body: { pages: ['home', 'about', 'secret', 'none', '__proto__'], menus: ['main', 'none'] },
    });
    const single = async (path: string) => (await site.ask(`GET /content/${path}`)).body.data;
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        pages: { home: await single('pages/home'), about: await single('pages/about') },
        menus: { main: await single('menus/main') },
      },
    });
    expect(headers.get('cache-control')).toBe('public, max-age=60, s-maxage=600, stale-while-revalidate=3600');
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(site.newCommits()).toEqual([]);
  });

  it('accepts a locale, an empty body, and at most 50 pages and 10 menus', async () => {
    const site = await makeSite(SMALL_SITE);
    const ask = (body: object) => site.ask('POST /content/batch', { body });
    const spanish = await ask({ pages: ['inicio', 'home'], locale: 'ES' });
    expect(Object.keys(spanish.body.data.pages)).toEqual(['inicio']);
    expect((await ask({})).body).toEqual({ data: { pages: {}, menus: {} } });
    const many = (count: number) => Array.from({ length: count }, (_, n) => `p${n}`);
    expect((await ask({ pages: many(50), menus: many(10) })).status).toBe(200);
    expect(refusalOf(await ask({ pages: many(51), menus: many(11) }))).toBe('400 VALIDATION pages VALIDATION menus');
    expect(refusalOf(await ask({ pages: 'home', menus: [1] }))).toBe('400 VALIDATION pages VALIDATION menus.0');
    expect(refusalOf(await ask({ locale: '../x' }))).toBe('400 VALIDATION locale');
  });
});
