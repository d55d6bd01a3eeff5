import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSite, type Site } from '../../makeSite.ts';

const page = (id: number, more = ''): string =>
  `id: ${id}\ntype: article\ntitle: Page ${id}\nstatus: published\nfields: { intro: Intro ${id}, price: "1" }\n${more}`;
const BLOCKS = [
  'regions:',
  '  main:',
  '    - { id: 11, type: text, fields: { text: One } }',
  '    - { id: 12, type: text, fields: { text: Two } }',
  '',
].join('\n');
const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml':
    'id: 1\nname: Article\nfieldsSchema:\n  - { name: intro, type: text }\n  - { name: price, type: text }\nregions: [main]\n',
  'block-types/text.yaml': 'id: 1\nname: Text\nfieldsSchema:\n  - { name: text, type: text }\n',
  'pages/en/one.yaml': page(1, BLOCKS),
  'pages/en/two.yaml': page(2),
  'pages/en/three.yaml': page(3),
  'menus/main.yaml': 'id: 1\nname: Main\nitems: []\n',
};

let site: Site;
let first: string;
const ask = (call: string, body?: unknown, change?: string) =>
  site.ask(call, {
    as: 'editor',
    ...(body !== undefined && { body }),
    ...(change && { headers: { 'Quire-Change': change } }),
  });
const read = async (id: number, change?: string) => (await ask(`GET /admin/pages/${id}`, undefined, change)).body.data;

beforeAll(async () => {
  site = await makeSite(FILES, { whenDone: afterAll });
  first = site.git('rev-parse', 'HEAD').trim();
  site.setTime('2026-03-01T10:00:00.000Z');
  await ask('PATCH /admin/pages/1', { fields: { intro: 'New intro', price: '2' } });
  await ask('DELETE /admin/pages/1/blocks/12');
  await ask('PUT /admin/pages/2', { slug: 'second' });
  site.setTime('2026-03-03T10:00:00.000Z');
  await ask('DELETE /admin/pages/3');
  await ask('PUT /admin/menus/1', { name: 'Menu' });
  await ask('POST /admin/changes', { title: 'Later' });
  await ask('PATCH /admin/pages/1', { fields: { price: '3' } }, 'later');
});

const compared = async (query: string) => (await ask(`GET /admin/compare?${query}`)).body;
const names = (body: { readonly data: readonly { kind: string; key: string; change: string }[] }) =>
  body.data.map(({ kind, key, change }) => `${kind} ${key} ${change}`);

it('compares a commit, a date and a change with what is live, and with each other', async () => {
  const all = await compared(`from=${first}`);
  expect(names(all)).toEqual([
    'menu main updated',
    'page en/one updated',
    'page en/second updated',
    'page en/three deleted',
    'redirect two created',
  ]);
  expect(all.meta).toMatchObject({
    total: 5,
    from: { commit: first },
    counts: [
      { kind: 'menu', type: null, count: 1 },
      { kind: 'page', type: 'article', count: 3 },
      { kind: 'redirect', type: null, count: 1 },
    ],
    files: [],
  });
  expect(all.data[1].values).toEqual(
    expect.arrayContaining([
      { path: ['fields', 'price'], change: 'changed', before: '1', after: '2' },
      expect.objectContaining({ path: ['regions', 'main', 1], change: 'removed' }),
    ]),
  );
  expect(names(await compared('from=2026-03-02'))).toEqual(['menu main updated', 'page en/three deleted']);
  expect(names(await compared('from=2026-03-02&to=later'))).toContain('page en/one updated');
  expect((await compared(`from=now&to=later`)).data[0].values).toEqual([
    { path: ['fields', 'price'], change: 'changed', before: '2', after: '3' },
  ]);
  expect(names(await compared(`from=${first}&kind=menu`))).toEqual(['menu main updated']);
  expect((await compared(`from=${first}&type=article&limit=1`)).meta.total).toBe(3);
  // Before the first commit there was what that one has.
  expect((await compared('from=1999-01-01')).meta.from.commit).toBe(first);
});

it('brings single values over into a change, and whole records', async () => {
  const paths = [
    ['fields', 'price'],
    ['regions', 'main', 1],
  ];
  const records = [
    { kind: 'page', key: 'en/one', paths },
    { kind: 'page', key: 'en/three' },
    { kind: 'page', key: 'en/second' },
  ];
  const { status, body } = await ask('POST /admin/compare/bring', { from: first, records });
  expect(status, JSON.stringify(body)).toBe(200);
  const { name } = body.data.change;
  const one = await read(1, name);
  expect(one.fields).toEqual({ intro: 'New intro', price: '1' });
  expect(one.regions.main.map(({ id }: { id: string }) => id)).toEqual(['pb_11', 'pb_12']);
  expect(await read(3, name)).toMatchObject({ slug: 'three', fields: { intro: 'Intro 3' } });
  expect(await read(2, name)).toMatchObject({ slug: 'two' });
  expect(await read(2)).toMatchObject({ slug: 'second' });
});

it('brings over into a change that one works in', async () => {
  const records = [{ kind: 'page', key: 'en/one', paths: [['fields', 'price']] }];
  const { body } = await ask('POST /admin/compare/bring', { from: first, records }, 'later');
  expect(body.data).toMatchObject({ change: null, records: [{ key: 'en/one', change: 'updated' }] });
  expect((await read(1, 'later')).fields).toEqual({ intro: 'New intro', price: '1' });
});

it.each([
  ['GET /admin/compare?from=nothing', undefined, 404],
  ['GET /admin/compare', undefined, 400],
  ['POST /admin/compare/bring', { from: 'now', records: [{ kind: 'page', key: 'en/none' }] }, 404],
  ['POST /admin/compare/bring', { from: '2026-03-02', records: [] }, 400],
  [
    'POST /admin/compare/bring',
    { from: '2026-03-02', records: [{ kind: 'menu', key: 'main', paths: [['items', 4]] }] },
    400,
  ],
])('refuses %s %j', async (call, body, status) => {
  expect((await ask(call, body)).status).toBe(status);
});
