import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSite, type Site } from '../../makeSite.ts';

const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml': [
    'id: 1',
    'name: Article',
    'fieldsSchema:',
    '  - { name: subtitle, type: text }',
    '  - { name: price, type: text }',
    '  - { name: body, type: richtext }',
    'regions: [main]',
    '',
  ].join('\n'),
  'block-types/text.yaml': 'id: 1\nname: Text\nfieldsSchema:\n  - { name: text, type: text }\n',
  'pages/en/boats.yaml': [
    'id: 7',
    'type: article',
    'title: Boats',
    'status: published',
    'fields:',
    '  subtitle: Old boats',
    '  price: "10"',
    'regions:',
    '  main:',
    '    - { id: 12, type: text, fields: { text: Ahoy } }',
    '',
  ].join('\n'),
  'menus/main.yaml': 'id: 1\nname: Main\nitems:\n  - { id: 1, title: Home, url: / }\n',
};

let site: Site;
interface BlamedValue {
  readonly path: readonly (string | number)[];
  readonly block: number | null;
  readonly of: string;
  readonly commit: string | null;
  readonly before: unknown;
}
interface Blamed {
  readonly values: readonly BlamedValue[];
  readonly commits: readonly Record<string, unknown>[];
}

const ask = (call: string, body?: unknown, change?: string) =>
  site.ask(call, {
    as: 'editor',
    ...(body !== undefined && { body }),
    ...(change && { headers: { 'Quire-Change': change } }),
  });
const blame = async (path: string): Promise<Blamed> => (await ask(`GET /admin/${path}/blame`)).body.data;

/** Which commit brought each value, by its note or else its first line. */
function say({ values, commits }: Blamed): Readonly<Record<string, unknown>> {
  const named = new Map(commits.map(({ commit, note, message }) => [commit, note ?? message]));
  return Object.fromEntries(
    values.map(({ path, of, commit, before }) => [
      `${path.join('.')}${of === 'item' ? ' (item)' : ''}`,
      `${named.get(commit)}${before === null ? '' : `, was ${JSON.stringify(before)}`}`,
    ]),
  );
}

/** The answer, which must be none of a refusal. */
async function ok(asked: ReturnType<Site['ask']>) {
  const reply = await asked;
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply;
}

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (...texts: readonly string[]) => ({ type: 'doc', content: texts.map(paragraph) });

beforeAll(async () => {
  site = await makeSite(FILES, { whenDone: afterAll });
  const edit = (fields: object, revisionNote: string, change?: string) =>
    site.ask('PATCH /admin/pages/7', {
      as: 'editor',
      body: { fields, revisionNote },
      headers: { 'Content-Type': 'application/merge-patch+json', ...(change && { 'Quire-Change': change }) },
    });
  await edit({ price: '12' }, 'price corrected');
  await edit({ body: doc('One.', 'Two.') }, 'text begun');
  await ask('POST /admin/changes', { title: 'Summer' });
  await edit({ body: doc('Zero.', 'One.', 'Two, too.') }, 'text corrected', 'summer');
  await edit({ subtitle: 'Boats of old' }, 'while the change was open');
  await ask('POST /admin/changes/summer/publish', {});
  await ok(
    site.ask('POST /admin/migrations', {
      as: 'admin',
      body: {
        type: { kind: 'contentType', slug: 'article' },
        operations: [{ rename: { from: 'subtitle', to: 'standfirst' } }],
      },
    }),
  );
});

it('says which commit brought each value and each paragraph, and what was there before', async () => {
  const found = say(await blame('pages/7'));
  expect(found).toMatchObject({
    'fields.price': 'price corrected, was "10"',
    'fields.body.content.0': 'text corrected',
    'fields.body.content.1': 'text begun',
    'fields.body.content.2': `text corrected, was ${JSON.stringify(paragraph('Two.'))}`,
    'regions.main.0 (item)': 'Begin',
  });
});

it('follows a field that was renamed, and says what made an edit live', async () => {
  const page = await blame('pages/7');
  expect(say(page)['fields.standfirst']).toBe('while the change was open, was "Old boats"');
  const inChange = page.commits.find(({ note }) => note === 'text corrected');
  expect(inChange).toMatchObject({ published: { title: 'Summer', approvedBy: [] }, actor: 'user/2', isAgent: false });
  const direct = page.commits.find(({ note }) => note === 'price corrected');
  expect(direct).toMatchObject({ published: null, author: { name: expect.any(String) } });
});

it('follows a page that is renamed, and blocks that are moved', async () => {
  const { body } = await ask('GET /admin/pages/7');
  const regions = { main: [{ blockTypeSlug: 'text', fields: { text: 'New' } }, { id: body.data.regions.main[0].id }] };
  await ok(ask('PUT /admin/pages/7', { slug: 'ships', regions, revisionNote: 'moved' }));
  const page = await blame('pages/7');
  const found = say(page);
  expect(found['fields.price']).toBe('price corrected, was "10"');
  expect(found['regions.main.0 (item)']).toBe('moved');
  expect(found['regions.main.1.fields.text']).not.toBe('moved');
  expect(page.values.find(({ path }) => path.join('.') === 'regions.main.1.fields.text')).toMatchObject({ block: 12 });
  const byFile = (await ask('GET /admin/blame?file=pages/en/ships.yaml')).body.data;
  expect(byFile).toEqual(page);
  expect((await ask('GET /admin/blame?file=pages/en/none.yaml')).status).toBe(404);
});

it('blames other records, and what is edited beside what is live', async () => {
  const menu = await ask('GET /admin/menus/1');
  await ask('PUT /admin/menus/1/items/1', { title: 'Start' });
  expect(menu.status).toBe(200);
  expect(say(await blame('menus/1'))['items.0.title']).toContain('was "Home"');
  for (const path of ['config', 'content-types/1', 'block-types/1'])
    expect((await blame(path)).values.length).toBeGreaterThan(1);
  site.write(
    'pages/en/ships.yaml',
    site.read('pages/en/ships.yaml').replace("price: '12'", 'price: 13').replace('price: "12"', 'price: "13"'),
  );
  await expect
    .poll(async () => (await blame('pages/7')).values.find(({ path }) => path.join('.') === 'fields.price'))
    .toMatchObject({ commit: null, before: '12' });
});
