import { expect, it } from 'vitest';
import { defineExtension, type ExtensionDefinition } from '../../../src/extend/extension.ts';
import { derive, rule } from '../../../src/extend/rule.ts';
import { makeSite } from '../../makeSite.ts';
import { maps, SHOP } from './shop.ts';

const books = defineExtension({
  ...{ name: 'books', version: '1.0.0' },
  rules: [
    rule({
      id: 'short',
      types: ['shop'],
      drafts: true,
      check: ({ record, at }) => (record.title === 'Long' ? [at('title', 'is long')] : []),
    }),
  ],
  derives: [derive({ types: ['shop'], field: 'label', from: ({ title }) => `${title}!` })],
});

const FILES = {
  ...SHOP,
  'content-types/shop.yaml': `${SHOP['content-types/shop.yaml']}\n  - { name: label, type: text }\n`,
  'pages/en/a.yaml': `${SHOP['pages/en/a.yaml']}  label: A!\n`,
};

const READS = [
  'GET /content/pages/a',
  'GET /content/pages?type=shop',
  'GET /content/pages?type=shop&expand=media',
  'GET /admin/pages/1',
  'GET /admin/content-types',
  'GET /admin/problems',
];

it('keeps values when an extension goes, and shows all as before when it is back', async () => {
  let extensions: readonly ExtensionDefinition[] = [maps, books];
  const site = await makeSite(FILES, { extensions: () => extensions });
  const readAll = async () => Promise.all(READS.map(async (read) => (await site.ask(read, { as: 'admin' })).body));
  const before = await readAll();

  extensions = [];
  await site.restart();
  const shown = await site.ask('GET /content/pages/a');
  expect(shown.body).toMatchObject({
    data: { fields: { place: { lat: 54.3, lng: 10.1 }, price: 250, picture: 'boats', label: 'A!' } },
  });
  const problems = (await site.ask('GET /admin/problems', { as: 'admin' })).body as {
    data: readonly { code: string }[];
  };
  expect(problems.data.filter(({ code }) => code === 'UNKNOWN_FIELD_KIND')).toHaveLength(4);
  // An editor saves the page as it is shown, and its rules no longer count.
  const page = (await site.ask('GET /admin/pages/1', { as: 'editor' })).body as { data: { fields: object } };
  const saved = await site.ask('PUT /admin/pages/1', {
    as: 'editor',
    body: { title: 'Long', fields: page.data.fields },
  });
  expect(saved.status).toBe(200);
  await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title: 'A' } });
  expect(site.read('pages/en/a.yaml')).toBe(FILES['pages/en/a.yaml']);

  extensions = [maps, books];
  await site.restart();
  expect(site.git('status', '--porcelain')).toBe('');
  const again = await readAll();
  expect(withoutTimes(again)).toEqual(withoutTimes(before));
});

/** The page has been saved meanwhile. */
const withoutTimes = (answers: readonly unknown[]): unknown =>
  JSON.parse(JSON.stringify(answers, (key, value) => (/updated/i.test(key) ? undefined : value)));
