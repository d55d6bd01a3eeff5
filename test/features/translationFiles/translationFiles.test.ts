import { DOMParser, type Element, type Node, XMLSerializer } from '@xmldom/xmldom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jsToXliff12, xliff2js, xliff12ToJs } from 'xliff';
import { makeSite, PASSWORD, type Reply, type Site } from '../../makeSite.ts';

const AT = '2026-01-01T00:00:00.000Z';
const DOCUMENT = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Write ' },
        { type: 'text', text: '&amp;', marks: [{ type: 'code' }] },
        { type: 'text', text: ' ' },
        { type: 'text', text: 'to us', marks: [{ type: 'link', attrs: { href: '/contact' } }] },
        { type: 'hardBreak' },
        { type: 'text', text: 'or < call.' },
      ],
    },
    {
      type: 'bulletList',
      content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Milk' }] }] }],
    },
    { type: 'image', attrs: { src: 'https://example.org/a.png', alt: 'A house' } },
  ],
};
const PAGE = {
  id: 1,
  type: 'post',
  title: 'Hello',
  status: 'published',
  publishedAt: AT,
  createdAt: AT,
  seo: { metaTitle: 'Hello there' },
  fields: {
    lead: 'A lead.',
    seats: 3,
    body: DOCUMENT,
    notes: 'Some **bold** words\n\n<!-- kept -->\n\n- one\n- two\n',
    hero: { title: 'Top', more: { url: 'https://example.org', text: 'More' } },
    faq: [
      { question: 'Why?', rank: 1 },
      { question: 'How?', rank: 2 },
    ],
  },
  regions: { content: [{ id: 7, type: 'quote', fields: { words: 'Said so.' } }] },
};
const field = (name: string, type: string, fields?: readonly object[]): object => ({
  name,
  type,
  ...(fields && { fields }),
});
const FILES = {
  'site.yaml': 'siteName: Test\ndefaultLocale: en\nsupportedLocales: [en, fr]\n',
  'content-types/post.json': JSON.stringify({
    id: 1,
    name: 'Post',
    createdAt: AT,
    regions: ['content'],
    fieldsSchema: [
      ...[field('lead', 'text'), field('seats', 'integer'), field('body', 'richtext'), field('notes', 'markdown')],
      field('hero', 'object', [field('title', 'text'), field('more', 'link')]),
      field('faq', 'repeater', [field('question', 'text'), field('rank', 'integer')]),
    ],
  }),
  'block-types/quote.json': JSON.stringify({
    ...{ id: 1, name: 'Quote', createdAt: AT },
    fieldsSchema: [field('words', 'textarea')],
  }),
  'pages/en/hello.json': JSON.stringify(PAGE),
  'pages/en/other.json': JSON.stringify({ ...PAGE, id: 2, title: 'Other', fields: {}, regions: {}, seo: {} }),
};

const endings: (() => Promise<void>)[] = [];
let site: Site;
let token: string;
beforeAll(async () => {
  site = await makeSite(FILES, { whenDone: (end) => endings.push(end) });
  const body = { email: 'editor@example.org', password: PASSWORD };
  token = (await site.ask('POST /admin/auth/login', { body })).body.data.token;
});
afterAll(async () => {
  for (const end of endings) await end();
});

const as = 'editor';
const call = (path: string, body?: string | Uint8Array) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
  const method = body === undefined ? 'GET' : 'POST';
  return fetch(`${site.url}/api/admin/translations/${path}`, { method, headers, ...(body && { body }) } as RequestInit);
};
const sendOut = async (query: string): Promise<string> => (await call(`export?to=fr&${query}`)).text();
const bringIn = async (file: string | Uint8Array, query = '') =>
  (await call(`import?${query}`, file)).json() as Promise<Reply['body']>;
const inChange = async (name: string, path: string) =>
  (await site.ask(`GET ${path}`, { as, headers: { 'Quire-Change': name } })).body.data;
const translated = async (name: string, locale = 'fr') => {
  const pages: { id: number; locale: string }[] = await inChange(name, `/admin/pages?locale=${locale}`);
  return inChange(name, `/admin/pages/${pages[0]?.id}`);
};

/** Translates a file as a tool would that knows nothing but XML: every word is shouted, every code stays. */
function shout(xml: string, unitName: string): string {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const texts = (node: Node): void => {
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === 3) child.nodeValue = child.nodeValue?.toUpperCase() ?? '';
      else texts(child);
    }
  };
  for (const unit of Array.from(document.getElementsByTagName(unitName))) {
    const [source] = Array.from(unit.getElementsByTagName('source'));
    for (const old of Array.from(unit.getElementsByTagName('target'))) old.parentNode?.removeChild(old);
    const target = document.createElement('target');
    for (const child of Array.from(source?.childNodes ?? [])) target.appendChild(child.cloneNode(true));
    texts(target);
    source!.parentNode!.appendChild(target);
    (source!.parentNode as Element).removeAttribute('state');
  }
  return new XMLSerializer().serializeToString(document);
}

it.each([
  ['xliff', 'trans-unit'],
  ['xliff2', 'unit'],
])('brings a file of %s that an XML library has edited back into a change, with its codes', async (format, unit) => {
  const before = site.newCommits();
  const out = await sendOut(`format=${format}&page=1`);
  const { data } = await bringIn(shout(out, unit), 'title=French');
  expect(data).toMatchObject({ change: { title: 'French' }, locale: 'fr', pages: 1, left: [] });
  expect(site.newCommits()).toEqual(before);
  const page = await translated(data.change.name);
  expect(page).toMatchObject({ title: 'HELLO', status: 'draft', metaTitle: 'HELLO THERE', translation: { of: 'en' } });
  expect(page.fields).toEqual({
    lead: 'A LEAD.',
    seats: 3,
    body: JSON.parse(
      JSON.stringify(DOCUMENT)
        .replace('"Write "', '"WRITE "')
        .replace('"&amp;"', '"&AMP;"')
        .replace('"to us"', '"TO US"')
        .replace('or < call.', 'OR < CALL.')
        .replace('Milk', 'MILK')
        .replace('A house', 'A HOUSE'),
    ),
    notes: 'SOME **BOLD** WORDS\n\n<!-- kept -->\n\n- ONE\n- TWO\n',
    hero: { title: 'TOP', more: { url: 'https://example.org', text: 'MORE' } },
    faq: [
      { question: 'WHY?', rank: 1 },
      { question: 'HOW?', rank: 2 },
    ],
  });
  expect(page.regions.content[0]).toMatchObject({ block_type: 'quote', fields: { words: 'SAID SO.' } });
});

it('reads what the xliff package writes, and writes what it reads', async () => {
  const json = await xliff12ToJs(await sendOut('format=xliff&page=1'));
  const [[name, units]] = Object.entries(json.resources) as [
    [string, Record<string, { source: unknown; target?: unknown }>],
  ];
  expect(Object.keys(units)).toContain('fields.hero.more.text');
  expect((await xliff2js(await sendOut('format=xliff2&page=1'))).resources[name]).toBeDefined();
  units['fields.lead']!.target = 'Un chapeau & un titre.';
  units['fields.body.0']!.target = ['Écrivez ', { GenericSpan: { id: '2', contents: 'à nous' } }, ' !'];
  const { data } = await bringIn(await jsToXliff12(json, { indent: '' }));
  expect(data).toMatchObject({ units: 2, left: [] });
  const page = await translated(data.change.name);
  expect([page.title, page.fields.lead]).toEqual(['Hello', 'Un chapeau & un titre.']);
  expect(page.fields.body.content[0].content[1].marks).toEqual([{ type: 'link', attrs: { href: '/contact' } }]);
});

it('changes exactly the texts that are translated, and nothing where none is', async () => {
  const out = JSON.parse(await sendOut('format=json&page=1'));
  const empty = await bringIn(JSON.stringify(out));
  expect(empty.data).toMatchObject({ change: null, pages: 0, units: 0, left: [] });
  out.pages[0].units.find(({ id }: { id: string }) => id === 'fields.faq.1.question').target = 'Comment ?';
  const { data } = await bringIn(JSON.stringify(out));
  const page = await translated(data.change.name);
  expect(page.fields).toEqual({ ...PAGE.fields, faq: [PAGE.fields.faq[0], { question: 'Comment ?', rank: 2 }] });

  for (const format of ['xliff', 'xliff2', 'json']) {
    const again = await bringIn(
      await sendOut(`format=${format}&change=${data.change.name}`),
      `change=${data.change.name}`,
    );
    expect(again.data).toMatchObject({ units: 0, pages: 0, left: [] });
  }
});

it('reports what cannot be placed, with its translation', async () => {
  const out = JSON.parse(await sendOut('format=json&page=1'));
  const { units } = out.pages[0];
  const translate = (id: string, target: unknown) => {
    units.find((unit: { id: string }) => unit.id === id).target = target;
  };
  translate('fields.lead', 'Chapeau');
  translate('fields.body.0', 'Sans lien');
  units.push({ id: '__proto__', source: '', target: 'x' }, { id: '../../etc/passwd', source: '', target: 'y' });
  out.pages.push({ page: 99, rev: 'x', key: 'en/gone', units: [{ id: 'title', source: 'Gone', target: 'Parti' }] });
  const { data } = await bringIn(JSON.stringify(out));
  expect([data.units, data.left]).toEqual([
    1,
    [
      { page: 'en/hello', unit: 'fields.body.0', reason: 'codes', target: ['Sans lien'] },
      { page: 'en/hello', unit: '__proto__', reason: 'gone', target: ['x'] },
      { page: 'en/hello', unit: '../../etc/passwd', reason: 'gone', target: ['y'] },
      { page: 'en/gone', unit: 'title', reason: 'gone', target: ['Parti'] },
    ],
  ]);
});

it('tells which texts have changed in the source since a file was made, and asks for those of outdated translations', async () => {
  const { data: fr } = (await site.ask('POST /admin/pages/2/translate', { as, body: { locale: 'fr' } })).body;
  await site.ask(`PUT /admin/pages/${fr.id}`, { as, body: { title: 'Autre', fields: { lead: 'Ancien' } } });
  await site.ask('PUT /admin/pages/2', { as, body: { fields: { lead: 'Old', hero: { title: 'Same' } } } });
  await site.ask(`PUT /admin/pages/${fr.id}`, { as, body: { fields: { lead: 'Ancien' }, translation: { of: 'en' } } });
  const old = JSON.parse(await sendOut('format=json&page=2'));
  await site.ask('PUT /admin/pages/2', { as, body: { fields: { lead: 'New', hero: { title: 'Same' } } } });

  const outdated = await sendOut('format=json&state=outdated');
  expect(JSON.parse(outdated).pages[0].units).toMatchObject([
    { id: 'title', target: 'Autre', state: 'done' },
    { id: 'fields.lead', source: 'New', target: 'Ancien', state: 'open' },
    { id: 'fields.hero.title', target: null },
  ]);
  expect((await bringIn(outdated)).data).toMatchObject({ units: 0, pages: 0, left: [] });

  for (const unit of old.pages[0].units) unit.target = `${unit.source} !`;
  const late = await bringIn(JSON.stringify(old));
  expect(late.data).toMatchObject({ units: 2, left: [{ unit: 'fields.lead', reason: 'changed' }] });
  expect((await inChange(late.data.change.name, `/admin/pages/${fr.id}`)).translationState).toBe('outdated');

  const whole = await bringIn(shout(await sendOut('format=xliff2&page=2'), 'unit'));
  const page = await inChange(whole.data.change.name, `/admin/pages/${fr.id}`);
  expect([page.title, page.fields, page.translationState]).toEqual([
    'OTHER',
    { lead: 'NEW', hero: { title: 'SAME' } },
    'draft',
  ]);
});

it.each([
  ['a document type', '<!DOCTYPE xliff [<!ENTITY a "aaaa">]><xliff version="1.2"><file/></xliff>'],
  ['an element that is not closed', '<xliff version="1.2"><file original="x"><body></file></xliff>'],
  ['a file that ends too early', '<xliff version="1.2"><file original="x">'],
  ['another vocabulary', '<html version="1.2"></html>'],
  ['one language alone', '<xliff version="2.1" srcLang="en"></xliff>'],
  ['nesting without end', `<xliff version="1.2">${'<group>'.repeat(200)}`],
  ['JSON of something else', '{"format":"else"}'],
  ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00, 0xd8, 0x00])],
])('refuses %s', async (_, file) => {
  const { errors } = await bringIn(file);
  expect(errors).toMatchObject([{ code: 'VALIDATION', path: ['file'] }]);
});

it('lets viewers read, and only editors bring in', async () => {
  expect((await site.ask('GET /admin/translations/export?to=x', { as: 'viewer' })).status).toBe(400);
  expect((await site.ask('POST /admin/translations/import', { as: 'viewer' })).status).toBe(403);
});
