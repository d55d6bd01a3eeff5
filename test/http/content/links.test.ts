import { describe, expect, it } from 'vitest';
import { errorsOf } from '../../errorsOf.ts';
import { exportOf, filesIn } from '../../features/staticSite/exportOf.ts';
import { makeSite, type Site } from '../../makeSite.ts';

const HEAD = 'createdAt: 2026-01-01T00:00:00.000Z\n';
const page = (id: number, title: string, more = 'status: published\n'): string =>
  `id: ${id}\ntype: note\ntitle: ${title}\n${more}${HEAD}`;

/** A page that links to everything, from every place where links are possible. */
const LINKING = page(
  1,
  'Linking',
  `status: published
fields:
  more: { page: en/visit/getting-here, text: Onward, target: _blank }
  box: { inner: [{ to: { page: es/sobre } }, { to: { page: en/home } }, { to: { page: es/home } }] }
regions:
  content:
    - { id: 9, type: card, fields: { to: { url: https://a.example/b, text: Away } } }
    - { id: 10, block: shared }
`,
);

const FILES: Readonly<Record<string, string>> = {
  'site.yaml': 'siteName: Links\nsupportedLocales: [en, es]\n',
  'content-types/note.yaml': `name: Note
fieldsSchema:
  - { name: more, type: link }
  - { name: box, type: object, fields: [{ name: inner, type: repeater, fields: { to: link } }] }
regions: [content]
${HEAD}`,
  'block-types/card.yaml': `name: Card\nfieldsSchema: { to: link }\n${HEAD}`,
  'blocks/shared.yaml': `id: 11\ntype: card\ntitle: Shared\nfields: { to: { page: en/linking } }\n${HEAD}`,
  'pages/en/linking.yaml': LINKING,
  'pages/en/home.yaml': page(2, 'Home'),
  'pages/es/home.yaml': page(3, 'Inicio'),
  'pages/es/sobre.yaml': page(4, 'Sobre'),
  'pages/en/visit/getting-here.yaml': page(5, 'Getting here'),
  'pages/en/hidden.yaml': page(
    6,
    'Hidden',
    'status: draft\nfields: { more: { page: en/hidden }, box: { inner: [{ to: { page: en/gone } }] } }\n',
  ),
  'pages/en/dangling.yaml': page(
    7,
    'Dangling',
    'status: published\nfields: { more: { page: en/hidden, text: Soon }, box: { inner: [{ to: { page: en/gone } }, { to: { text: None } }] } }\n',
  ),
};

const NO_PAGE = { page_slug: null, locale: null, type: null, title: null };
const toHere = {
  pageId: 5,
  page_slug: 'visit/getting-here',
  locale: 'en',
  type: 'note',
  title: 'Getting here',
  url: '/visit/getting-here',
  text: 'Onward',
  target: '_blank',
};
const plainTo = (pageId: number, locale: string, slug: string, title: string, url: string) => ({
  ...{ pageId, page_slug: slug, locale, type: 'note', title, url },
  ...{ text: null, target: null },
});
const FIELDS = {
  more: toHere,
  box: {
    inner: [
      { to: plainTo(4, 'es', 'sobre', 'Sobre', '/es/sobre') },
      { to: plainTo(2, 'en', 'home', 'Home', '/') },
      { to: plainTo(3, 'es', 'home', 'Inicio', '/es') },
    ],
  },
};
const REGIONS = {
  content: [
    { fields: { to: { ...NO_PAGE, url: 'https://a.example/b', text: 'Away', target: null } } },
    { fields: { to: plainTo(1, 'en', 'linking', 'Linking', '/linking') } },
  ],
};

const STORY = `status: published
fields:
  story:
    type: doc
    content:
      - type: paragraph
        content:
          - { type: text, text: 'See ' }
          - { type: text, marks: [{ type: bold }, { type: link, attrs: { href: 'page:es/sobre#team', target: _blank } }], text: us }
          - { type: text, text: ' and ' }
          - { type: text, marks: [{ type: link, attrs: { href: page:en/hidden } }], text: that }
          - { type: text, marks: [{ type: bold }, { type: link, attrs: { href: page:en/gone } }], text: this }
      - { type: image, attrs: { src: /a.png, alt: A, href: page:en/home, linkTarget: _blank } }
      - { type: image, attrs: { src: /b.png, alt: B, href: page:en/hidden } }
`;
const STORY_FILES = {
  ...FILES,
  'content-types/note.yaml': `${FILES['content-types/note.yaml']}`.replace(
    'regions:',
    '  - { name: story, type: richtext, body: true }\nregions:',
  ),
  'pages/en/story.yaml': page(8, 'Story', STORY),
  'pages/en/words.md': `---\n${page(9, 'Words')}---\nGo [home](page:en/home?a=b), [there](page:en/hidden) or [away](https://a.example).\n`,
};

const read = async (site: Site, path: string) => (await site.ask(`GET /content/${path}`)).body.data;

describe('links of fields', () => {
  it('are resolved in every place and in every kind of answer', async () => {
    const site = await makeSite(FILES);
    const shown = await read(site, 'pages/linking');
    expect([shown.fields, shown.regions]).toMatchObject([FIELDS, REGIONS]);
    expect(Object.keys(shown.fields.more)).toEqual(Object.keys(toHere));
    const listed = (await read(site, 'pages')).find(({ id }: { id: number }) => id === 1);
    expect(listed.fields).toEqual(FIELDS);
    const batch = await site.ask('POST /content/batch', { body: { pages: ['linking'] } });
    expect(batch.body.data.pages.linking).toEqual(shown);
    const query = '{ page(slug: "linking") { fields regions } }';
    expect((await site.ask('POST /content/graphql', { body: { query } })).body.data.page).toMatchObject({
      fields: FIELDS,
      regions: REGIONS,
    });
    const { folder } = await exportOf(site);
    expect(JSON.parse(filesIn(folder)['api/content/pages/en/linking.json'] ?? '').data).toEqual(shown);
  });

  it('lead nowhere while their page is hidden or missing, and keep their own text', async () => {
    const site = await makeSite(FILES);
    expect((await read(site, 'pages/dangling')).fields).toEqual({
      more: { ...NO_PAGE, url: null, text: 'Soon', target: null },
      box: {
        inner: [
          { to: { ...NO_PAGE, url: null, text: null, target: null } },
          { to: { ...NO_PAGE, url: null, text: 'None', target: null } },
        ],
      },
    });
    const preview = await site.ask('GET /content/preview/pages/hidden', { as: 'viewer' });
    expect(preview.body.data.fields.more).toEqual(plainTo(6, 'en', 'hidden', 'Hidden', '/hidden'));
  });

  it('follow their page to another address, and settings that change addresses', async () => {
    const site = await makeSite(FILES);
    await site.ask('PUT /admin/pages/5', { as: 'editor', body: { slug: 'directions', title: 'Directions' } });
    await site.ask('PUT /admin/config', { as: 'admin', body: { homeSlug: 'linking', defaultLocale: 'es' } });
    const { more, box } = (await read(site, 'pages/linking?locale=en')).fields;
    expect(more).toEqual({ ...toHere, page_slug: 'directions', title: 'Directions', url: '/en/directions' });
    expect(box.inner.map(({ to }: { to: { url: string } }) => to.url)).toEqual(['/sobre', '/en/home', '/home']);
  });

  it('change with their target, after a write or with time, whatever was shown before', async () => {
    const ends = page(5, 'Getting here', 'status: published\nunpublishAt: 2026-08-01T00:00:00.000Z\n');
    const type = `${FILES['content-types/note.yaml']}`.replace('regions:', '  - { name: near, type: page }\nregions:');
    const site = await makeSite({
      ...FILES,
      'content-types/note.yaml': type,
      'pages/en/visit/getting-here.yaml': ends,
      'pages/en/linking.yaml': LINKING.replace('fields:', 'fields:\n  near: en/visit/getting-here'),
    });
    const shown = async () => {
      const { near, more } = (await read(site, `pages/linking?expand=page&fields=near,more`)).fields;
      return [near?.title, more.title, more.url];
    };
    expect(await shown()).toEqual(['Getting here', 'Getting here', '/visit/getting-here']);
    await site.ask('PUT /admin/pages/5', { as: 'editor', body: { title: 'Directions' } });
    expect(await shown()).toEqual(['Directions', 'Directions', '/visit/getting-here']);
    site.setTime('2026-08-02T00:00:00.000Z');
    expect(await shown()).toEqual([undefined, null, null]);
  });

  it('are shown to admins as they were sent', async () => {
    const site = await makeSite(FILES);
    const { body } = await site.ask('GET /admin/pages/1', { as: 'editor' });
    expect(body.data.fields.more).toEqual({ pageId: 5, text: 'Onward', target: '_blank' });
    const again = await site.ask('PUT /admin/pages/1', { as: 'editor', body: { fields: body.data.fields } });
    expect([again.status, again.body.data.fields]).toEqual([200, body.data.fields]);
    expect(site.read('pages/en/linking.yaml')).toContain('more: { page: en/visit/getting-here');
  });
});

describe('links of rich text to pages', () => {
  it('show the path of their page in every form; without a public page they are their text', async () => {
    const site = await makeSite(STORY_FILES);
    const { story } = (await read(site, 'pages/story')).fields;
    const [paragraph, linked, unlinked] = story.content;
    expect(paragraph.content.map(({ marks }: { marks?: object[] }) => marks)).toEqual([
      undefined,
      [{ type: 'bold' }, { type: 'link', attrs: { href: '/es/sobre#team', target: '_blank' } }],
      undefined,
      undefined,
      [{ type: 'bold' }],
    ]);
    expect([linked.attrs, unlinked.attrs]).toEqual([
      { src: '/a.png', alt: 'A', href: '/', linkTarget: '_blank' },
      { src: '/b.png', alt: 'B' },
    ]);
    expect((await read(site, 'pages/story?richtext=html')).fields.story).toBe(
      '<p>See <strong><a href="/es/sobre#team" target="_blank" rel="noopener">us</a></strong> and that<strong>this</strong></p>' +
        '<a href="/" target="_blank" rel="noopener"><img src="/a.png" alt="A"></a><img src="/b.png" alt="B">',
    );
    expect((await read(site, 'pages/words?richtext=markdown')).fields.story).toBe(
      'Go [home](/?a=b), there or [away](https://a.example).\n',
    );
    const query = '{ page(slug: "story") { fields } }';
    expect((await site.ask('POST /content/graphql', { body: { query } })).body.data.page.fields.story).toEqual(story);
  });

  it('are rendered once while their targets stay the same, and again when they change', async () => {
    const site = await makeSite(STORY_FILES);
    const htmlOf = async () => (await read(site, `pages/story?richtext=html&fields=story`)).fields.story;
    expect(await htmlOf()).toContain('and that');
    await site.ask('PUT /admin/pages/6', { as: 'editor', body: { status: 'published' } });
    expect(await htmlOf()).toContain('and <a href="/hidden">that</a>');
    await site.ask('PUT /admin/pages/6', { as: 'editor', body: { status: 'draft' } });
    expect(await htmlOf()).toContain('and that');
    await site.ask('PUT /admin/config', { as: 'admin', body: { homeSlug: 'linking' } });
    expect(await htmlOf()).toContain('<a href="/home" target');
  });

  it('follow their page to another address, in the commit that moves it', async () => {
    const site = await makeSite(STORY_FILES);
    await site.ask('PUT /admin/pages/4', { as: 'editor', body: { slug: 'quienes/somos' } });
    await site.ask('PUT /admin/pages/2', { as: 'editor', body: { slug: 'start' } });
    expect(site.newCommits()).toHaveLength(2);
    expect(site.read('pages/en/story.yaml')).toBe(
      STORY_FILES['pages/en/story.yaml']
        .replace('page:es/sobre', 'page:es/quienes/somos')
        .replace('en/home', 'en/start'),
    );
    expect(site.read('pages/en/words.md')).toBe(STORY_FILES['pages/en/words.md'].replace('en/home', 'en/start'));
    expect(site.git('status', '--porcelain')).toBe('');
    const { content } = (await read(site, 'pages/story')).fields.story;
    expect(content[0].content[1].marks[1].attrs.href).toBe('/es/quienes/somos#team');
  });

  it('are shown to admins as in the file, and accepted like that', async () => {
    const site = await makeSite(STORY_FILES);
    const { fields } = (await site.ask('GET /admin/pages/8', { as: 'editor' })).body.data;
    expect(fields.story.content[0].content[1].marks[1].attrs.href).toBe('page:es/sobre#team');
    const link = (href: string, text: string) => ({ type: 'text', marks: [{ type: 'link', attrs: { href } }], text });
    const send = (...content: object[]) => {
      const story = { ...fields.story, content: [...fields.story.content, { type: 'paragraph', content }] };
      return site.ask('PUT /admin/pages/8', { as: 'editor', body: { fields: { story } } });
    };
    const refused = await send(link('page:en/never', 'a'), link('page:home', 'b'), link('page:en/linking', 'c'));
    const at = (index: string) => ['fields', 'story', 'content', '3', 'content', index, 'marks', '0', 'attrs', 'href'];
    expect(refused.body.errors).toEqual([
      { code: 'VALIDATION', path: at('0'), message: 'does not exist' },
      { code: 'VALIDATION', path: at('1'), message: expect.stringMatching(/^must be an http.* or page:<locale>/) },
    ]);
    // A link that was broken before does not prevent the write.
    expect((await send(link('page:en/linking', 'c'))).status).toBe(200);
    expect(site.read('pages/en/story.yaml')).toMatch(/page:en\/gone[\s\S]*page:en\/linking/);
  });

  it('are reported as problems if there is no such page', async () => {
    const site = await makeSite(STORY_FILES);
    const data = errorsOf((await site.ask('GET /admin/problems', { as: 'viewer' })).body.data);
    expect(data.filter(({ path }: { path: string }) => path.includes('story'))).toMatchObject([
      { code: 'DANGLING_REFERENCE', message: 'mentions the page "en/gone", which does not exist' },
    ]);
  });
});

describe('a page that is deleted', () => {
  it('leaves broken mentions that nobody is shown, until a revert restores it with all of them', async () => {
    const menu = `id: 1\nname: Main\nitems:\n  - { id: 1, title: About, page: es/sobre }\n  - { id: 2, title: Us, url: /us, page: es/sobre }\n  - { id: 3, title: Up, page: es/sobre, children: [{ id: 4, title: Home, page: en/home }] }\n${HEAD}`;
    const site = await makeSite({ ...STORY_FILES, 'menus/main.yaml': menu });
    const shown = async () => [
      (await read(site, 'pages/linking')).fields,
      (await read(site, 'pages/story')).fields,
      await read(site, 'menus/main'),
    ];
    const broken = async () =>
      new Set(
        (await site.ask('GET /admin/problems', { as: 'viewer' })).body.data
          .filter(({ message }: { message: string }) => message.includes('es/sobre'))
          .map(({ path }: { path: string }) => path),
      ).size;
    const before = await shown();
    const { body } = await site.ask('DELETE /admin/pages/4', { as: 'editor' });
    expect(body.meta).toEqual({
      references: [
        { type: 'menu', id: 1, title: 'Main' },
        { type: 'page', id: 1, title: 'Linking', slug: 'linking', locale: 'en' },
        { type: 'page', id: 8, title: 'Story', slug: 'story', locale: 'en' },
      ],
    });
    expect(site.git('show', '--format=', '--name-status', 'HEAD')).toBe('D\tpages/es/sobre.yaml\n');
    const [linking, story, items] = await shown();
    expect(linking.box.inner[0].to).toEqual({ ...NO_PAGE, url: null, text: null, target: null });
    expect(story.story.content[0].content[1].marks).toEqual([{ type: 'bold' }]);
    expect(items.items.map(({ id, page_slug }: { id: number; page_slug: string | null }) => [id, page_slug])).toEqual([
      [2, null],
      [3, null],
    ]);
    expect(await broken()).toBe(3);

    site.git('revert', '--no-edit', 'HEAD');
    await expect.poll(shown).toEqual(before);
    expect(await broken()).toBe(0);
  });
});

describe('pages by their ids', () => {
  const idsOf = async (site: Site, query: string) =>
    (await read(site, `pages?${query}`)).map(({ id }: { id: number }) => id);

  it('are the public ones, in the order of the list, combined with other parameters', async () => {
    const site = await makeSite(FILES);
    expect(await idsOf(site, 'ids=7,5,6,2,99&sort=title:asc')).toEqual([7, 5, 2]);
    expect(await idsOf(site, 'filter[id][in]=7,5,6,2,99&sort=title:desc')).toEqual([2, 5, 7]);
    expect(await idsOf(site, 'ids=7,5,4&filter[id][in]=5,1,4')).toEqual([5]);
    expect(await idsOf(site, 'filter[id]=5')).toEqual([5]);
    expect(await idsOf(site, 'ids=3,4,5&locale=es&sort=slug:asc')).toEqual([3, 4]);
    expect(await idsOf(site, 'ids=3,4,5&type=other')).toEqual([]);
    expect(await idsOf(site, 'ids=1,2,5&taxonomy=topics')).toEqual([]);
    const { body } = await site.ask('GET /content/pages?ids=7,5,2&limit=1&offset=1&sort=title:asc');
    expect([body.data[0].id, body.meta]).toEqual([5, { total: 3, limit: 1, offset: 1 }]);
  });

  it('require 1 to 100 ids', async () => {
    const site = await makeSite(FILES);
    const many = Array.from({ length: 100 }, (_, index) => index + 1).join(',');
    expect((await idsOf(site, `ids=${many}`)).length).toBe(4);
    for (const query of ['ids=', 'ids=a', 'ids=1,,2', 'ids=0', 'ids=1.5', `ids=${many},101`, 'ids=1&ids=2'])
      expect([query, (await site.ask(`GET /content/pages?${query}`)).body.errors]).toMatchObject([
        query,
        [{ code: 'VALIDATION', path: ['ids'] }],
      ]);
    for (const query of ['filter[id][in]=a', 'filter[id][gt]=1', `filter[id][in]=${many},101`])
      expect([query, (await site.ask(`GET /content/pages?${query}`)).body.errors]).toMatchObject([
        query,
        [{ code: 'VALIDATION', path: expect.arrayContaining(['filter', 'id']) }],
      ]);
  });
});
