import { expect, it } from 'vitest';
import { makeSite, type Reply, type Site } from '../../../makeSite.ts';

const AT = '2026-01-01T00:00:00.000Z';
const pageText = (id: number, title: string): string =>
  `id: ${id}\ntype: post\ntitle: ${title}\nstatus: published\npublishedAt: ${AT}\ncreatedAt: ${AT}\nfields:\n  lead: ${title} it is.\n  seats: 3\n`;
const FILES = {
  'site.yaml': 'siteName: Test\ndefaultLocale: en\nsupportedLocales: [en, de]\n',
  'content-types/post.yaml': `id: 1\nname: Post\ncreatedAt: ${AT}\nfieldsSchema:\n  - { name: lead, type: text }\n  - { name: seats, type: integer }\n`,
  'pages/en/one.yaml': pageText(1, 'One'),
  'pages/en/two.yaml': pageText(2, 'Two'),
};

const as = 'editor';
const dataOf = ({ body }: Reply) => body.data;
const put = (site: Site, id: number, body: object) => site.ask(`PUT /admin/pages/${id}`, { as, body });
const stateOf = async (site: Site, id: number): Promise<unknown> =>
  dataOf(await site.ask(`GET /admin/pages/${id}`, { as })).translationState;

it('knows what a translation was made from, and what has changed there since', async () => {
  const site = await makeSite(FILES);
  const { id, translation } = dataOf(await site.ask('POST /admin/pages/1/translate', { as, body: { locale: 'de' } }));
  expect(translation).toEqual({ of: 'en', rev: expect.stringMatching(/^[0-9a-f]{40}$/) });
  expect(await stateOf(site, id)).toBe('draft');
  expect(site.read('pages/de/one.yaml')).toContain(`translation:\n  of: en\n  rev: ${translation.rev}\n`);
  await put(site, id, { title: 'Eins', status: 'published' });
  expect(await stateOf(site, id)).toBe('current');

  // Neither its status nor its address is what a translation says.
  await put(site, 1, { status: 'archived', slug: 'first' });
  expect(await stateOf(site, id)).toBe('current');
  await put(site, 1, { status: 'published', fields: { lead: 'One it is.', seats: 4 } });
  expect(await stateOf(site, id)).toBe('outdated');
  expect(dataOf(await site.ask(`GET /admin/pages/${id}/source`, { as }))).toEqual({
    source: { id: 1, locale: 'en', title: 'One' },
    state: 'outdated',
    isKnown: true,
    changes: [{ path: ['fields', 'seats'], before: 3, after: 4 }],
  });

  const listed = dataOf(await site.ask('GET /admin/pages?state=outdated', { as }));
  expect(listed.map((one: { id: number }) => one.id)).toEqual([id]);
  const [source] = dataOf(await site.ask('GET /admin/pages?locale=en&search=one', { as }));
  expect(source.translations).toEqual([{ id, locale: 'de', status: 'published', translationState: 'outdated' }]);
  const { body } = await site.ask('GET /admin/translations?to=de&type=post', { as });
  expect(body.meta).toMatchObject({ total: 2, states: { missing: 1, draft: 0, current: 0, outdated: 1 } });
  expect(body.data.map(({ id: of, state }: { id: number; state: string }) => `${of} ${state}`)).toEqual([
    '1 outdated',
    '2 missing',
  ]);
  expect(dataOf(await site.ask('GET /admin/translations?to=de&type=post&state=missing', { as }))).toHaveLength(1);

  await put(site, id, { translation: { of: 'en' } });
  expect(await stateOf(site, id)).toBe('current');
  expect(dataOf(await site.ask(`GET /admin/pages/${id}/source`, { as })).changes).toEqual([]);
  const refused = await put(site, id, { translation: { of: 'fr' } });
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, ['translation', 'of']]);
  const kept = dataOf(await put(site, id, { title: 'Eins!' }));
  expect(kept.translation.of).toBe('en');
  const left = dataOf(await put(site, id, { translationGroupId: null }));
  expect(left.translation).toBeUndefined();
  expect(JSON.stringify((await site.ask('GET /content/pages/one?locale=de')).body)).not.toContain('"rev"');
});

it('says nothing of pages that were never translated with Quire', async () => {
  const site = await makeSite(FILES);
  const page = dataOf(await site.ask('GET /admin/pages/1', { as: 'viewer' }));
  expect(Object.keys(page)).not.toContain('translation');
  expect(dataOf(await site.ask('GET /admin/pages/1/source', { as: 'viewer' }))).toEqual({
    ...{ source: null, state: null, isKnown: false, changes: [] },
  });
});
