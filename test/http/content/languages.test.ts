import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSite, type Reply, type Site } from '../../makeSite.ts';

const AT = '2026-01-01T00:00:00.000Z';
const pageText = (id: number, title: string, rest = ''): string =>
  `id: ${id}\ntype: post\ntitle: ${title}\nstatus: published\npublishedAt: ${AT}\ncreatedAt: ${AT}\n${rest}`;
const FILES = {
  'site.yaml': [
    'siteName: Harbour # what people call it',
    'tagline: Boats and more',
    'translations:',
    '  pt: { siteName: Porto, footer: { text: Obrigado } }',
    'defaultLocale: en',
    'supportedLocales: [en, pt, pt-BR, ar]',
    'fallbacks: { pt-BR: [pt], pt: [en] }',
    '',
  ].join('\n'),
  'content-types/post.yaml': [
    'id: 1',
    'name: Post',
    'translations: { pt: { name: Artigo } }',
    `createdAt: ${AT}`,
    'fieldsSchema:',
    '  - { name: lead, type: text, label: Lead, translations: { pt: { label: Chamada } } }',
    '  - { name: picture, type: media }',
    '  - { name: topic, type: term }',
    '  - { name: next, type: link }',
    '',
  ].join('\n'),
  'taxonomies/topics.yaml': [
    'id: 1',
    'name: Topics',
    'hierarchical: true',
    'terms:',
    '  - id: 1',
    '    slug: sea',
    '    name: Sea',
    '    translations: { pt: { name: Mar } }',
    '    children:',
    '      - { id: 2, slug: tides, name: Tides }',
    '',
  ].join('\n'),
  'menus/main.yaml': [
    'id: 1',
    'name: Main',
    'items:',
    '  - id: 1',
    '    title: About us',
    '    translations: { pt: { title: Sobre nós } }',
    '    page: en/about',
    '  - { id: 2, title: Shop, url: /shop }',
    '',
  ].join('\n'),
  'media/boat.yaml': `id: 7\nfilename: boat-12345678.jpg\naltText: A boat\ntranslations: { pt: { altText: Um barco } }\ncreatedAt: ${AT}\n`,
  'pages/en/about.yaml': pageText(1, 'About', 'translationGroup: g\n'),
  'pages/pt/sobre.yaml': pageText(
    2,
    'Sobre',
    'translationGroup: g\nfields: { picture: boat, topic: topics/sea, next: { page: en/contact } }\n',
  ),
  'pages/en/contact.yaml': pageText(3, 'Contact', 'translationGroup: c\nfields: { picture: boat }\n'),
  'pages/pt-BR/contato.yaml': pageText(4, 'Contato', 'translationGroup: c\n'),
};

let site: Site;
let end: () => Promise<void>;
beforeAll(async () => {
  const whenDone = (stop: () => Promise<void>): void => {
    end = stop;
  };
  site = await makeSite(FILES, { whenDone });
});
afterAll(() => end());

const dataOf = ({ body }: Reply) => body.data;
const get = async (path: string) => dataOf(await site.ask(`GET /content/${path}`));

it('answers in the language that is asked for, and in the words beside it otherwise', async () => {
  const titles = (menu: { items: { title: string }[] }) => menu.items.map(({ title }) => title);
  expect(titles(await get('menus/main'))).toEqual(['About us', 'Shop']);
  expect(titles(await get('menus/main?locale=pt'))).toEqual(['Sobre nós', 'Shop']);
  expect(titles(await get('menus/main?locale=ar'))).toEqual(['About us', 'Shop']);
  expect((await get('taxonomies/topics/terms?locale=pt'))[0]).toEqual({
    ...{ id: 1, name: 'Mar', slug: 'sea', weight: 0, fields: null },
    children: [{ id: 2, name: 'Tides', slug: 'tides', weight: 0, fields: null, children: [] }],
  });
  expect((await get('media/7/info?locale=pt')).alt).toBe('Um barco');
  expect((await get('media/7/info')).alt).toBe('A boat');
  expect(await get('config?locale=pt')).toMatchObject({
    ...{ siteName: 'Porto', tagline: 'Boats and more', footer: { text: 'Obrigado' } },
  });
  expect((await get('config')).siteName).toBe('Harbour');
  const [type] = (await get('schemas?locale=pt')).contentTypes;
  expect([type.name, type.fieldsSchema[0]]).toEqual(['Artigo', { name: 'lead', type: 'text', label: 'Chamada' }]);
  const page = await get('pages/sobre?locale=pt&expand=media,term');
  expect([page.fields.picture.alt, page.fields.topic.name]).toEqual(['Um barco', 'Mar']);
  expect((await get('pages/contact?expand=media')).fields.picture.alt).toBe('A boat');
  expect(JSON.stringify([await get('menus/main'), await get('config'), page])).not.toMatch(/"translations":\{/);
});

it('answers the same at the addresses of the static site', async () => {
  for (const [asked, file] of [
    ['menus/main?locale=pt', 'menus/pt/main.json'],
    ['taxonomies/topics/terms?locale=pt', 'taxonomies/pt/topics/terms.json'],
    ['config?locale=pt', 'config/pt.json'],
    ['schemas?locale=pt', 'schemas/pt.json'],
    ['media/7/info?locale=pt', 'media/pt/7/info.json'],
  ] as const)
    expect(await get(file), file).toEqual(await get(asked));
});

it('leads from a menu in one language to the pages in it', async () => {
  const [about] = (await get('menus/main?locale=pt')).items;
  expect([about.page_slug, about.page_locale]).toEqual(['sobre', 'pt']);
  expect((await get('menus/main')).items[0]).toEqual({
    ...{ id: 1, title: 'About us', url: null, page_slug: 'about', target: '_self', attributes: null, children: [] },
  });
});

it('lets other languages stand in only where a request asks for that, and says so', async () => {
  expect((await site.ask('GET /content/pages/sobre?locale=pt-BR')).status).toBe(404);
  const page = await get('pages/sobre?locale=pt-BR&fallback=true');
  expect([page.locale, page.requestedLocale, page.title]).toEqual(['pt', 'pt-BR', 'Sobre']);
  // Its links lead to the language that was asked for.
  expect([page.fields.next.locale, page.fields.next.url]).toEqual(['pt-BR', '/pt-BR/contato']);
  expect((await get('pages/sobre?locale=pt')).fields.next.url).toBe('/contact');
  expect((await get('pages/about?locale=pt-BR&fallback=true')).slug).toBe('sobre');
  expect((await get('pages/contact?locale=pt-BR&fallback=true')).slug).toBe('contato');
  expect((await site.ask('GET /content/pages/about?locale=ar&fallback=true')).status).toBe(404);
  expect(await get('pages?locale=pt-BR')).toHaveLength(1);

  const menu = await get('menus/main?locale=pt-BR&fallback=true');
  expect([menu.locale, menu.requestedLocale, menu.items[0].title, menu.items[0].page_locale]).toEqual([
    ...['pt', 'pt-BR', 'Sobre nós', 'pt'],
  ]);
  const body = { pages: ['sobre', 'contato'], menus: ['main'], locale: 'pt-BR', fallback: true };
  const batch = dataOf(await site.ask('POST /content/batch', { body }));
  expect([batch.pages.sobre.locale, batch.pages.contato.locale, batch.menus.main]).toEqual(['pt', 'pt-BR', menu]);
  const query =
    '{ page(slug: "sobre", locale: "pt-BR", fallback: true) { locale requestedLocale title } menu(slug: "main", locale: "pt") { locale items { title pageSlug pageLocale } } config(locale: "pt") { siteName } taxonomies(locale: "pt") { terms { name } } }';
  expect(dataOf(await site.ask('POST /content/graphql', { body: { query } }))).toEqual({
    page: { locale: 'pt', requestedLocale: 'pt-BR', title: 'Sobre' },
    menu: {
      locale: null,
      items: [
        { title: 'Sobre nós', pageSlug: 'sobre', pageLocale: 'pt' },
        { title: 'Shop', pageSlug: null, pageLocale: null },
      ],
    },
    config: { siteName: 'Porto' },
    taxonomies: [{ terms: [{ name: 'Mar' }] }],
  });
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  expect(sitemap).toContain('/pt-BR/contato');
  expect(sitemap).not.toContain('pt-BR/sobre');
});

it('refuses fallbacks that come back to themselves, and languages that the site does not have', async () => {
  const put = async (fallbacks: object) => {
    const { status, body } = await site.ask('PUT /admin/config', {
      as: 'admin',
      body: { fallbacks },
      headers: { prefer: 'reasons' },
    });
    return [
      status,
      ...(body.errors ?? []).map((one: { path: string[]; reason: string }) => [one.path.join('.'), one.reason]),
    ];
  };
  expect(await put({ pt: ['pt-BR'], 'pt-BR': ['pt'] })).toEqual([
    400,
    ['fallbacks.pt-BR.0', 'fallbackCycle'],
    ['fallbacks.pt.0', 'fallbackCycle'],
  ]);
  expect(await put({ pt: ['pt'] })).toEqual([400, ['fallbacks.pt.0', 'fallbackCycle']]);
  expect((await put({ fr: ['en'], pt: ['ru'] })).toSorted()).toEqual([
    ...[400, ['fallbacks.fr', 'oneOf'], ['fallbacks.pt.0', 'oneOf']],
  ]);
  expect(await put({ 'x y': ['en'] })).toEqual([400, ['fallbacks.x y', 'locale']]);
});

it('writes words beside the default, with no other line of the file changed', async () => {
  const as = 'editor';
  const before = site.read('menus/main.yaml');
  const put = (body: object) => site.ask('PUT /admin/menus/1/items/2', { as, body });
  expect(dataOf(await put({ translations: { 'PT-br': { title: 'Loja' }, ar: { title: ' ' } } })).translations).toEqual({
    'pt-BR': { title: 'Loja' },
  });
  expect(site.read('menus/main.yaml')).toContain('Loja');
  expect((await get('menus/main?locale=pt-BR')).items[1].title).toBe('Loja');
  const refused = await put({ translations: { 'no such': { title: 'x' }, pt: { title: 3 } } });
  expect([refused.status, refused.body.errors.map(({ path }: { path: string[] }) => path.join('.'))]).toEqual([
    ...[400, ['translations.no such', 'translations.pt.title']],
  ]);
  await put({ translations: null });
  expect(site.read('menus/main.yaml')).toBe(before);

  const patched = await site.ask('PATCH /admin/config', {
    as: 'admin',
    body: { translations: { pt: { tagline: 'Barcos' } } },
  });
  expect(dataOf(patched).translations.pt).toEqual({
    siteName: 'Porto',
    footer: { text: 'Obrigado' },
    tagline: 'Barcos',
  });
  expect(site.read('site.yaml')).toContain('siteName: Harbour # what people call it');
  expect((await get('config?locale=pt')).tagline).toBe('Barcos');
  const media = await site.ask('PUT /admin/media/7', { as, body: { translations: { pt: { altText: 'Barco' } } } });
  expect([dataOf(media).altText, dataOf(media).translations]).toEqual(['A boat', { pt: { altText: 'Barco' } }]);
  const term = { body: { translations: { pt: { name: 'Marés', fields: { note: 'x' } } } } };
  await site.ask('PUT /admin/taxonomies/1/terms/2', { as, ...term });
  expect((await get('taxonomies/topics/terms?locale=pt'))[0].children[0].name).toBe('Marés');
});

it('lists the words that a language lacks with its pages', async () => {
  const { body } = await site.ask('GET /admin/translations?to=pt&state=missing', { as: 'viewer' });
  const rows = body.data.map(({ kind, id, missing = [] }: { kind: string; id: number; missing?: string[][] }) => [
    ...[kind, id, ...missing.map((path) => path.join('.'))],
  ]);
  expect(rows).toEqual([
    ['page', 3],
    ['taxonomy', 1, 'name'],
    ['menu', 1, 'name', 'items.1.title'],
  ]);
  expect(body.meta.words).toEqual({ missing: 2, current: 3 });
});

it('warns of words in a language that the site does not have', async () => {
  await site.ask('PUT /admin/menus/1', { as: 'editor', body: { translations: { fr: { name: 'Principal' } } } });
  const problems = dataOf(await site.ask('GET /admin/problems', { as: 'admin' }));
  expect(problems.filter(({ code }: { code: string }) => code === 'UNSUPPORTED_LOCALE')).toMatchObject([
    { path: 'menus/main.yaml', line: 4 },
  ]);
});
