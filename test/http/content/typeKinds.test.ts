import { expect, it } from 'vitest';
import { makeSite, type Reply } from '../../makeSite.ts';

const AT = '2026-01-01T00:00:00.000Z';
const pageText = (id: number, type: string, title: string, more = ''): string =>
  `id: ${id}\ntype: ${type}\ntitle: ${title}\nstatus: published\npublishedAt: ${AT}\ncreatedAt: ${AT}\n${more}`;

const FILES = {
  'site.yaml': 'siteName: Test\ndefaultLocale: en\nsupportedLocales: [en, de]\nredirectOnRename: true\n',
  'content-types/post.yaml': `id: 1
name: Post
createdAt: ${AT}
fieldsSchema:
  - { name: author, type: reference, settings: { types: [person] } }
  - { name: more, type: link }
`,
  'content-types/person.yaml': `id: 2\nname: Person\nsettings: { kind: data }\ncreatedAt: ${AT}\nfieldsSchema:\n  - { name: role, type: text }\n`,
  'content-types/footer.yaml': `id: 3\nname: Footer\nsettings: { kind: single }\ncreatedAt: ${AT}\n`,
  'pages/en/hello.yaml': pageText(
    1,
    'post',
    'Hello',
    'fields:\n  author: en/person/ada\n  more: { page: en/person/ada }\n',
  ),
  'pages/en/person/ada.yaml': pageText(2, 'person', 'Ada Lovelace', 'fields:\n  role: Mathematician\n'),
  'menus/main.yaml': `id: 1\nname: Main\ncreatedAt: ${AT}\nitems:\n  - { id: 1, title: Ada, page: en/person/ada }\n`,
};

const refusalOf = ({ status, body }: Reply) =>
  [
    status,
    ...body.errors.map(({ path, reason }: { path?: readonly string[]; reason?: string }) => `${path} ${reason}`),
  ].join(' ');
/** Asks for the reasons of refusals. */
const headers = { prefer: 'reasons' };

const titlesOf = (reply: { body: { data: readonly { title: string }[] } }): readonly string[] =>
  reply.body.data.map(({ title }) => title);

it('shows records without an address only where they are asked for', async () => {
  const site = await makeSite(FILES);
  expect(titlesOf(await site.ask('GET /content/pages'))).toEqual(['Hello']);
  expect(titlesOf(await site.ask('GET /content/pages?type=person'))).toEqual(['Ada Lovelace']);
  expect(titlesOf(await site.ask('GET /content/pages?ids=2'))).toEqual(['Ada Lovelace']);
  expect(titlesOf(await site.ask('GET /admin/pages', { as: 'viewer' }))).toEqual(['Hello']);
  expect(titlesOf(await site.ask('GET /admin/pages?type=person', { as: 'viewer' }))).toEqual(['Ada Lovelace']);
  expect((await site.ask('GET /admin/page-tree', { as: 'viewer' })).body.data).toHaveLength(1);
  for (const address of ['pages/person/ada', 'pages/en/person/ada.json', 'og/person/ada.png'])
    expect([address, (await site.ask(`GET /content/${address}`)).status]).toEqual([address, 404]);
  expect((await site.ask('GET /content/search?q=lovelace&in=all')).body.meta.total).toBe(0);
  expect((await site.ask('GET /content/lists/en/type/person/1.json')).body.meta.total).toBe(1);
  expect((await site.ask('GET /content/lists/en/all/1.json')).body.meta.total).toBe(1);
  expect(await (await fetch(`${site.url}/sitemap.xml`)).text()).not.toContain('ada');
  const batch = await site.ask('POST /content/batch', { body: { pages: ['person/ada', 'hello'] } });
  expect(Object.keys(batch.body.data.pages)).toEqual(['hello']);
  const { data } = (
    await site.ask('POST /content/graphql', {
      body: { query: '{ page(slug: "person/ada") { id } pages(type: "person") { data { title } } }' },
    })
  ).body;
  expect(data).toEqual({ page: null, pages: { data: [{ title: 'Ada Lovelace' }] } });
  const shown = (await site.ask('GET /content/pages/hello?expand=reference')).body.data;
  expect(shown.fields.author).toMatchObject({ id: 2, title: 'Ada Lovelace', fields: { role: 'Mathematician' } });
  expect(shown.fields.more).toMatchObject({ pageId: 2, page_slug: null, url: null });
  expect((await site.ask('GET /content/menus/main')).body.data.items).toEqual([]);
});

it('makes keys below the type, leaves no redirect for them, and lists again what changes its kind', async () => {
  const site = await makeSite(FILES);
  const made = await site.ask('POST /admin/pages', {
    as: 'editor',
    body: { type: 'person', title: 'Grace Hopper', status: 'published' },
  });
  expect(made.body.data).toMatchObject({ slug: 'person/grace-hopper' });
  expect(titlesOf(await site.ask('GET /content/pages?type=person&sort=title:asc'))).toEqual([
    'Ada Lovelace',
    'Grace Hopper',
  ]);
  expect(titlesOf(await site.ask('GET /content/pages'))).toEqual(['Hello']);
  const { id } = made.body.data;
  await site.ask(`PUT /admin/pages/${id}`, { as: 'editor', headers, body: { slug: 'grace' } });
  expect(site.read('pages/en/person/grace.yaml')).toContain('Grace Hopper');
  expect((await site.ask('GET /content/redirects')).body.data).toEqual([]);
  const refused = await site.ask('PUT /admin/content-types/2', { as: 'admin', headers, body: { settings: null } });
  expect(refusalOf(refused)).toBe('400 settings,kind kindFixed');
  site.write('content-types/person.yaml', FILES['content-types/person.yaml'].replace('data', 'page'));
  await expect
    .poll(async () => titlesOf(await site.ask('GET /content/pages?sort=title:asc')))
    .toEqual(['Ada Lovelace', 'Grace Hopper', 'Hello']);
  expect((await site.ask('GET /content/pages/person/ada')).status).toBe(200);
});

it('has one page of a single type for each locale, always at the same slug', async () => {
  const site = await makeSite(FILES);
  const make = (body: object) =>
    site.ask('POST /admin/pages', { as: 'editor', headers, body: { type: 'footer', ...body } });
  expect(refusalOf(await make({ title: 'A', slug: 'elsewhere' }))).toBe('400 slug singleSlug');
  const made = await make({ title: 'At the bottom', status: 'published' });
  expect(made.body.data.slug).toBe('footer');
  expect(refusalOf(await make({ title: 'Another' }))).toBe('409 slug taken');
  const { id } = made.body.data;
  expect(refusalOf(await site.ask(`PUT /admin/pages/${id}`, { as: 'editor', headers, body: { slug: 'x' } }))).toBe(
    '400 slug singleSlug',
  );
  const copy = await site.ask(`POST /admin/pages/${id}/duplicate`, { as: 'editor', headers });
  expect(refusalOf(copy)).toBe('409 typeId onlyOne');
  const translated = await site.ask(`POST /admin/pages/${id}/translate`, {
    as: 'editor',
    headers,
    body: { locale: 'de' },
  });
  expect(translated.body.data).toMatchObject({ locale: 'de', slug: 'footer' });
  const retyped = await site.ask('PUT /admin/pages/1', { as: 'editor', headers, body: { type: 'footer', fields: {} } });
  expect(refusalOf(retyped)).toBe('409 slug taken');
  expect((await site.ask('GET /content/pages/footer')).body.data.title).toBe('At the bottom');
  site.write('pages/en/second.yaml', pageText(77, 'footer', 'Second'));
  const codes = async (): Promise<readonly string[]> =>
    (await site.ask('GET /admin/problems', { as: 'admin' })).body.data
      .filter(({ code }: { code: string }) => code.includes('SINGLE'))
      .map(({ code, path }: { code: string; path: string }) => `${code} ${path}`);
  await expect
    .poll(codes)
    .toEqual([
      'SECOND_SINGLE pages/en/footer.yaml',
      'SINGLE_SLUG pages/en/second.yaml',
      'SECOND_SINGLE pages/en/second.yaml',
    ]);
});
