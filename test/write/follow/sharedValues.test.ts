import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSite, type Reply, type Site } from '../../makeSite.ts';
import { enterAs } from '../../security/rights/enterAs.ts';

const AT = '2026-01-01T00:00:00.000Z';
const pageText = (id: number, title: string, price: number, group = 'g'): string =>
  `id: ${id}\ntype: talk\ntitle: ${title}\nstatus: published\npublishedAt: ${AT}\ncreatedAt: ${AT}\ntranslationGroup: ${group}\nfields:\n  lead: ${title}\n  price: ${price} # in crowns\n`;
const typeText = (rest: string): string =>
  `id: 1\nname: Talk\ncreatedAt: ${AT}\nfieldsSchema:\n  - { name: lead, type: text }\n  - { name: price, type: integer${rest} }\n`;
const FILES = {
  'site.yaml': 'defaultLocale: en\nsupportedLocales: [en, de, fr]\n',
  'content-types/talk.yaml': typeText(''),
  'pages/en/one.yaml': pageText(1, 'One', 10),
  'pages/de/eins.yaml': pageText(2, 'Eins', 12),
  'pages/fr/un.yaml': pageText(3, 'Un', 10),
  'pages/en/two.yaml': pageText(4, 'Two', 5, 'h'),
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
const priceOf = async (id: number): Promise<unknown> =>
  dataOf(await site.ask(`GET /admin/pages/${id}`, { as: 'viewer' })).fields.price;
it('shows which values differ before a field is shared, and takes those that are chosen', async () => {
  const operations = [{ share: { field: 'price', take: { g: 'de' } } }];
  const body = { type: { kind: 'contentType', slug: 'talk' }, operations };
  const seen = dataOf(await site.ask('POST /admin/migrations', { as: 'admin', body: { ...body, dryRun: true } }));
  expect(seen.counts).toEqual({ contentType: 1, page: 2 });
  const notes = seen.records.flatMap(({ key, notes: all }: { key: string; notes: { value: unknown }[] }) =>
    all.map(({ value }) => `${key} ${value}`),
  );
  expect(notes.toSorted()).toEqual(['en/one 10', 'fr/un 10']);
  await site.ask('POST /admin/migrations', { as: 'admin', body });
  expect([await priceOf(1), await priceOf(2), await priceOf(3), await priceOf(4)]).toEqual([12, 12, 12, 5]);
  expect(site.read('content-types/talk.yaml')).toContain('shared: true');
  expect(site.newCommits()).toHaveLength(1);
});

it('writes a shared value into all translations in one commit, and nothing else of them', async () => {
  const before = site.newCommits().length;
  const saved = await site.ask('PUT /admin/pages/2', { as: 'editor', body: { fields: { lead: 'Neu', price: 20 } } });
  expect(dataOf(saved)).toMatchObject({ id: 2, fields: { lead: 'Neu', price: 20 } });
  expect([await priceOf(1), await priceOf(3), await priceOf(4)]).toEqual([20, 20, 5]);
  expect(site.read('pages/fr/un.yaml')).toBe(FILES['pages/fr/un.yaml'].replace('price: 10', 'price: 20'));
  expect(site.newCommits().length).toBe(before + 1);
  // What is not shared stays where it is.
  await site.ask('PUT /admin/pages/2', { as: 'editor', body: { title: 'Eins!' } });
  expect(site.git('show', '--name-only', '--format=', 'HEAD').trim()).toBe('pages/de/eins.yaml');
});

it('asks for the right to each page that a shared value would change', async () => {
  const allow = [{ do: ['update', 'publish'], on: ['page'], locales: ['de'] }] as const;
  const { headers } = await enterAs(site, { extends: 'viewer', allow, deny: [] }, { byKey: true });
  const put = (fields: object) => site.ask('PUT /admin/pages/2', { headers, body: { fields } });
  const refused = await put({ lead: 'Neu', price: 30 });
  expect([refused.status, refused.body.errors.map(({ path }: { path: string[] }) => path)]).toEqual([
    ...[
      403,
      [
        ['translations', 'en'],
        ['translations', 'fr'],
      ],
    ],
  ]);
  expect([await priceOf(1), await priceOf(2)]).toEqual([20, 20]);
  expect((await put({ lead: 'Neuer', price: 20 })).status).toBe(200);
});

it('gives a new translation the value of its group', async () => {
  const body = { type: 'talk', title: 'Zwei', locale: 'de', translationGroupId: 'h' };
  const made = dataOf(await site.ask('POST /admin/pages', { as: 'editor', body }));
  expect(made.fields).toEqual({ price: 5 });
  const priced = { type: 'talk', title: 'Deux', locale: 'fr', translationGroupId: 'h', fields: { price: 6 } };
  await site.ask('POST /admin/pages', { as: 'editor', body: priced });
  expect([await priceOf(4), await priceOf(made.id)]).toEqual([6, 6]);
});

it('names values that differ all the same, in every file concerned', async () => {
  site.write('pages/fr/un.yaml', site.read('pages/fr/un.yaml').replace('price: 20', 'price: 21'));
  site.git('commit', '-qam', 'Another price');
  await expect
    .poll(async () =>
      dataOf(await site.ask('GET /admin/problems', { as: 'admin' }))
        .filter(({ code }: { code: string }) => code === 'SHARED_VALUE')
        .map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`),
    )
    .toEqual([
      'pages/de/eins.yaml: is shared by all translations, and pages/fr/un.yaml has another value',
      'pages/en/one.yaml: is shared by all translations, and pages/fr/un.yaml has another value',
      'pages/fr/un.yaml: is shared by all translations, and pages/de/eins.yaml has another value',
    ]);
});
