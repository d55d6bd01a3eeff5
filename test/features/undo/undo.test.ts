import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSite, type Site } from '../../makeSite.ts';

const page = (id: number, title: string): string =>
  `id: ${id}\ntype: article\ntitle: ${title}\nstatus: published\nfields: { intro: Intro ${id}, price: "1" }\n`;
const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml': [
    'id: 1',
    'name: Article',
    'fieldsSchema:',
    '  - { name: intro, type: text }',
    '  - { name: price, type: text }',
    '',
  ].join('\n'),
  'pages/en/one.yaml': page(1, 'One'),
  'pages/en/two.yaml': page(2, 'Two'),
  'pages/en/three.yaml': page(3, 'Three'),
  'menus/main.yaml': 'id: 1\nname: Main\nitems: []\n',
};

let site: Site;
const ask = (
  call: string,
  body?: unknown,
  { as = 'editor', change }: { as?: 'admin' | 'editor'; change?: string } = {},
) =>
  site.ask(call, { as, ...(body !== undefined && { body }), ...(change && { headers: { 'Quire-Change': change } }) });
const fields = async (id: number, change?: string) =>
  (await ask(`GET /admin/pages/${id}`, undefined, { ...(change && { change }) })).body.data?.fields;

beforeAll(async () => {
  site = await makeSite(FILES, { whenDone: afterAll });
  site.setTime('2026-02-02T10:00:00.000Z');
  await ask('PATCH /admin/pages/1', { fields: { intro: 'By the editor' } });
  site.setTime('2026-02-02T11:00:00.000Z');
  await ask('PATCH /admin/pages/1', { fields: { price: '2' } }, { as: 'admin' });
  await ask('PATCH /admin/pages/1', { fields: { intro: 'By the editor, twice' } });
  await ask('POST /admin/pages', { type: 'article', slug: 'four', title: 'Four' });
  await ask('DELETE /admin/pages/3');
  await ask('PUT /admin/menus/1', { name: 'Menu' });
  await ask('POST /admin/changes', { title: 'Prices' });
  await ask('PATCH /admin/pages/2', { fields: { price: '2' } }, { change: 'prices' });
  await ask('PATCH /admin/pages/2', { fields: { price: '3' } }, { change: 'prices' });
  await ask('POST /admin/changes/prices/publish', {});
});

it('lists the edits that match, newest first', async () => {
  const { data, meta } = (await ask('GET /admin/undo?actor=user/2')).body;
  expect(meta.total).toBe(6);
  expect(data.map(({ records }: { records: readonly string[] }) => records.join())).toEqual([
    // A change that was published counts once.
    'page en/two',
    'menu main',
    'page en/three',
    'page en/four',
    'page en/one',
    'page en/one',
  ]);
  const since = (await ask('GET /admin/undo?actor=user/2&since=2026-02-02T10:30:00Z&type=article')).body;
  expect(since.data.map(({ records }: { records: readonly string[] }) => records.join())).toEqual([
    'page en/two',
    'page en/three',
    'page en/four',
    'page en/one',
  ]);
  expect((await ask('GET /admin/undo?actor=git&until=2026-02-02T00:00:00Z')).body.meta.total).toBe(0);
});

it('takes them back in a change, and keeps what others have edited', async () => {
  const { status, body } = await ask('POST /admin/undo', { filter: { actor: 'user/2' } });
  expect(status, JSON.stringify(body)).toBe(200);
  const { change, undone, records } = body.data;
  expect(undone).toHaveLength(6);
  expect(records).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'en/one', change: 'updated' }),
      expect.objectContaining({ key: 'en/three', change: 'created' }),
      expect.objectContaining({ key: 'en/four', change: 'deleted' }),
    ]),
  );
  expect(await fields(1)).toEqual({ intro: 'By the editor, twice', price: '2' });
  expect(await fields(1, change.name)).toEqual({ intro: 'Intro 1', price: '2' });
  expect(await fields(2, change.name)).toEqual({ intro: 'Intro 2', price: '1' });
  expect(await fields(3, change.name)).toEqual({ intro: 'Intro 3', price: '1' });
  expect((await ask('GET /admin/pages/4', undefined, { change: change.name })).status).toBe(404);
  // Byte for byte, where nobody else has edited the file.
  expect(site.git('show', `refs/heads/change/${change.name}:pages/en/two.yaml`)).toBe(FILES['pages/en/two.yaml']);
  expect((await ask(`POST /admin/changes/${change.name}/publish`, {})).status).toBe(200);
  expect(await fields(1)).toEqual({ intro: 'Intro 1', price: '2' });
  // There is nothing left of them.
  const again = await ask('POST /admin/undo', { filter: { actor: 'user/2', until: '2026-02-02T10:30:00Z' } });
  expect(again.body.data).toMatchObject({ change: null, commit: null, records: [] });
});

it('shows what clashes as for one undone edit, and leaves no change behind', async () => {
  site.setTime('2026-02-03T10:00:00.000Z');
  await ask('PATCH /admin/pages/2', { fields: { intro: 'By the editor' } });
  await ask('PATCH /admin/pages/2', { fields: { intro: 'By the admin' } }, { as: 'admin' });
  const filter = { actor: 'user/2', since: '2026-02-03T00:00:00Z', type: 'article' };
  const before = (await ask('GET /admin/changes')).body.meta.total;
  const clashing = await ask('POST /admin/undo', { filter });
  expect(clashing.status).toBe(409);
  expect(clashing.body.clashes).toMatchObject([
    { key: 'en/two', path: ['fields', 'intro'], base: 'By the editor', ours: 'By the admin', theirs: 'Intro 2' },
  ]);
  expect((await ask('GET /admin/changes')).body.meta.total).toBe(before);
  const resolve = [{ kind: 'page', key: 'en/two', path: ['fields', 'intro'], take: 'theirs' }];
  const taken = await ask('POST /admin/undo', { filter, resolve, title: 'Back' });
  expect(taken.body.data.change).toMatchObject({ title: 'Back' });
  expect(await fields(2, taken.body.data.change.name)).toMatchObject({ intro: 'Intro 2' });
});

it.each([[{}], [{ actor: 'user/9' }], [{ since: 'spring' }]])('refuses %j', async (filter) => {
  expect((await ask('POST /admin/undo', { filter })).status).toBe(400);
});

it('leaves out the edits of files that could not be read then', async () => {
  const commitByHand = (path: string, text: string) => {
    site.write(path, text);
    site.git('add', '--all');
    site.git('commit', '--quiet', '--message=By hand');
  };
  commitByHand('pages/en/odd.yaml', 'id: [\n');
  commitByHand('menus/main.yaml', `${site.read('menus/main.yaml')}# By hand\n`.replace('name: ', 'name: Our '));
  const list = async () => (await ask('GET /admin/undo?actor=git')).body;
  await expect
    .poll(async () => (await list()).data?.map(({ records }: { records: readonly string[] }) => records.join()))
    .toEqual(['menu main']);
});
