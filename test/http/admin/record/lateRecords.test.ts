import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '../../../long.ts';
import { makeSite, type Reply, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

const FILES = {
  ...SMALL_SITE,
  'media/harbour.yaml':
    'id: 1\nfilename: harbour-01234567.jpg\nmimeType: image/jpeg\nsize: 3\ntitle: Harbour\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
  'redirects/old.yaml': 'id: 1\nfromPath: /old\ntoPath: /new\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
  'tracking-scripts/count.yaml': 'id: 1\nname: Count\ncode: count()\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
};

/** The headers that ask to merge a write onto the version of a record it was made from. */
async function read({ ask }: Site, path: string): Promise<Readonly<Record<string, string>>> {
  const reply = await ask(`GET /admin/${path}`, { as: 'admin' });
  return { Prefer: 'merge', 'If-Match': reply.headers.get('etag')! };
}

type Json = Readonly<Record<string, unknown>>;

/** By the address of a record: different changes by two people. */
const RECORDS: readonly (readonly [string, Json, Json])[] = [
  ['pages/1', { title: 'Start' }, { metaTitle: 'Hello' }],
  ['blocks/1', { title: 'Saying' }, { fields: { text: 'Look thrice.' } }],
  ['blocks/2', { title: 'Greeting' }, { fields: { body: 'Hello here.' } }],
  ['menus/1', { name: 'Header' }, { slug: 'header' }],
  ['taxonomies/1', { name: 'Subjects' }, { description: 'What pages are about' }],
  ['config', { siteName: 'Our site' }, { tagline: 'Words' }],
  ['content-types/1', { name: 'Story' }, { description: 'To be read' }],
  ['block-types/1', { name: 'Prose' }, { category: 'words' }],
  ['media/1', { title: 'The harbour' }, { altText: 'Ships' }],
  ['redirects/1', { toPath: '/newer' }, { statusCode: 302 }],
  ['tracking-scripts/1', { name: 'Counter' }, { code: 'count(2)' }],
];

describe.each(someOf(['PUT', 'PATCH'], 1))('by %s', (method) => {
  let site: Site;
  beforeAll(async () => {
    site = await makeSite(FILES, { whenDone: afterAll });
  });

  it.each(RECORDS)('%s has the changes of two people', async (path, ours, theirs) => {
    const before = site.newCommits().length;
    const change = (body: Json, headers = {}): Promise<Reply> =>
      site.ask(`${method} /admin/${path}`, { as: 'admin', body, headers });
    const then = await read(site, path);
    expect((await change(ours)).status).toBe(200);
    const reply = await change(theirs, then);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('preference-applied')).toBe('merge');
    expect(reply.body.meta.merged).toHaveLength(1);
    expect(reply.body.data).toMatchObject({ ...ours, ...theirs });
    const [key = ''] = Object.keys(ours);
    const clash = await change({ [key]: '/other' }, then);
    expect(refusalOf(clash)).toMatch(/^409 CONFLICT /);
    expect(clash.body.clashes).toMatchObject([{ ours: ours[key], theirs: '/other' }]);
    expect(site.newCommits()).toHaveLength(before + 2);
  });
});

it('does not merge records that have no versions in git', async () => {
  const site = await makeSite(FILES);
  const then = await read(site, 'users/2');
  await site.ask('PUT /admin/users/2', { as: 'admin', body: { name: 'Edith' } });
  const reply = await site.ask('PUT /admin/users/2', { as: 'admin', body: { role: 'viewer' }, headers: then });
  expect(refusalOf(reply)).toBe('412 PRECONDITION_FAILED');
});

/** Calls to the admin interface, one after the other, all based on the version read before the first. */
async function both(site: Site, record: string, ours: readonly [string, Json?], theirs: readonly [string, Json?]) {
  const headers = await read(site, record);
  const first = await site.ask(ours[0].replace(' ', ' /admin/'), { as: 'admin', body: ours[1] });
  expect(first.status).toBeLessThan(300);
  return site.ask(theirs[0].replace(' ', ' /admin/'), { as: 'admin', body: theirs[1], headers });
}

/** The titles of a menu's items, or the names of a taxonomy's terms, each with its children. */
const titlesOf = (nodes: readonly Json[]): readonly unknown[] =>
  nodes.map(({ title, name, children }) => {
    const below = titlesOf((children ?? []) as readonly Json[]);
    return below.length > 0 ? [title ?? name, below] : (title ?? name);
  });

describe('parts of a menu', () => {
  const items = async ({ ask }: Site) => titlesOf((await ask('GET /admin/menus/1', { as: 'admin' })).body.data.items);

  it('are both added when two people add one', async () => {
    const site = await makeSite(FILES);
    const add = (title: string) => ['POST menus/1/items', { title, url: '/x' }] as const;
    const reply = await both(site, 'menus/1', add('Ours'), add('Theirs'));
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ data: { title: 'Theirs' }, meta: { merged: [['items']] } });
    expect(await items(site)).toEqual(['About', 'Elsewhere', 'Ours', 'Theirs']);
  });

  it('are changed and moved at once', async () => {
    const site = await makeSite(FILES);
    const order = { items: [{ id: 2 }, { id: 1, parentId: 2 }] };
    const change = ['PATCH menus/1/items/1', { title: 'We' }] as const;
    expect((await both(site, 'menus/1', ['PUT menus/1/items-order', order], change)).status).toBe(200);
    expect(await items(site)).toEqual([['Elsewhere', ['We']]]);
  });

  it('can be deleted while others change, but not if they themselves were changed', async () => {
    const site = await makeSite(FILES);
    const remove = ['DELETE menus/1/items/1'] as const;
    const reply = await both(site, 'menus/1', ['PATCH menus/1/items/2', { title: 'There' }], remove);
    expect(reply.body).toEqual({ data: { deleted: true }, meta: { merged: [['items']] } });
    expect(await items(site)).toEqual(['There']);
    const change = ['PATCH menus/1/items/2', { title: 'Here' }] as const;
    const clash = await both(site, 'menus/1', change, ['DELETE menus/1/items/2']);
    expect(refusalOf(clash)).toBe('409 CONFLICT items.0');
    const headers = await read(site, 'menus/1');
    await site.ask('DELETE /admin/menus/1/items/2', { as: 'admin' });
    const rename = (title: string) =>
      site.ask('PATCH /admin/menus/1/items/2', { as: 'admin', body: { title }, headers });
    expect(refusalOf(await rename('Where'))).toMatch(/^409 CONFLICT items/);
    // A write that leaves it unchanged does not object.
    expect(refusalOf(await rename('Here'))).toBe('404 NOT_FOUND');
    expect(await items(site)).toEqual([]);
  });
});

describe('parts of a taxonomy', () => {
  const terms = async ({ ask }: Site) =>
    titlesOf((await ask('GET /admin/taxonomies/1', { as: 'admin' })).body.data.terms);

  it('are both added when two people add one, or only one if it is the same', async () => {
    const site = await makeSite(FILES);
    const add = (name: string) => ['POST taxonomies/1/terms', { name }] as const;
    expect((await both(site, 'taxonomies/1', add('Ours'), add('Theirs'))).status).toBe(201);
    expect(await terms(site)).toEqual(['News', 'Ours', 'Theirs', 'Events']);
    expect(refusalOf(await both(site, 'taxonomies/1', add('Sport'), add('Sport')))).toMatch(/^400 VALIDATION/);
    expect(await terms(site)).toHaveLength(5);
  });

  it('are renamed while others are deleted, and pages follow', async () => {
    const site = await makeSite(FILES);
    const rename = ['PUT taxonomies/1/terms/1', { slug: 'reports' }] as const;
    expect((await both(site, 'taxonomies/1', ['DELETE taxonomies/1/terms/2'], rename)).status).toBe(200);
    expect(await terms(site)).toEqual(['News']);
    expect(site.read('pages/en/home.yaml')).toContain('topics: [reports]');
  });
});

describe('parts of a page', () => {
  const blocks = async ({ ask }: Site) => {
    const { regions } = (await ask('GET /admin/pages/1', { as: 'admin' })).body.data;
    return regions.content.map(({ id, fields }: { id: number; fields: Json }) => fields['body'] ?? id);
  };

  it('are both placed when two people place one', async () => {
    const site = await makeSite(FILES);
    const place = (body: string) =>
      ['POST pages/1/blocks', { region: 'content', blockTypeSlug: 'text', fields: { body } }] as const;
    const reply = await both(site, 'pages/1', place('Ours'), place('Theirs'));
    expect(reply.body).toMatchObject({
      data: { region: 'content', position: 3 },
      meta: { merged: [['regions', 'content']] },
    });
    expect(await blocks(site)).toEqual(['Hello there.', 'pb_3', 'Ours', 'Theirs']);
  });

  it('are removed and reordered while others change', async () => {
    const site = await makeSite(FILES);
    const edit = ['PUT pages/1/blocks/2', { fields: { body: 'Hi.' } }] as const;
    const order = ['PUT pages/1/blocks-order', { region: 'content', order: [3, 2] }] as const;
    expect((await both(site, 'pages/1', edit, order)).status).toBe(200);
    expect(await blocks(site)).toEqual(['pb_3', 'Hi.']);
    expect((await both(site, 'pages/1', ['PUT pages/1', { title: 'Start' }], ['DELETE pages/1/blocks/3'])).status).toBe(
      200,
    );
    expect(await blocks(site)).toEqual(['Hi.']);
    const late = await both(
      site,
      'pages/1',
      ['DELETE pages/1/blocks/2'],
      ['PUT pages/1/blocks/2', { fields: { body: 'Ho.' } }],
    );
    expect(refusalOf(late)).toMatch(/^409 CONFLICT regions.content/);
  });

  it('include its terms, written one at a time or all at once', async () => {
    const site = await makeSite(FILES);
    const terms = async () =>
      (await site.ask('GET /admin/pages/1/terms', { as: 'admin' })).body.data.map(({ termId }: Json) => termId);
    expect((await both(site, 'pages/1', ['DELETE pages/1/terms/1'], ['DELETE pages/1/terms/2'])).status).toBe(200);
    expect(await terms()).toEqual([]);
    const reply = await both(
      site,
      'pages/1',
      ['POST pages/1/terms', { termId: 1 }],
      ['PUT pages/1/terms', { termIds: [2] }],
    );
    expect(reply.body.meta).toEqual({ total: 2, merged: [['terms', 'topics']] });
    expect(await terms()).toEqual([1, 2]);
  });
});

it.each([
  [
    'pages/en/note.json',
    '{\n  "id": 9,\n  "type": "plain",\n  "title": "Note",\n  "status": "draft"\n}\n',
    '"title": "Ours"',
  ],
  [
    'pages/en/note.md',
    '---\nid: 9\ntype: story # so far\ntitle: Note\nstatus: draft\n---\n\nOne line.\n\nAnother line.\n',
    'title: Ours\n',
  ],
])('merges %s in its own format', async (path, text, written) => {
  const type = 'id: 9\nname: Story\nfieldsSchema:\n  - { name: text, type: markdown, body: true }\n';
  const site = await makeSite({ ...FILES, 'content-types/story.yaml': type, [path]: text });
  const isMarkdown = path.endsWith('.md');
  const [ours, theirs] = ['The one line.\n\nAnother line.\n', 'One line.\n\nAnother line, too.\n'];
  const reply = await both(
    site,
    'pages/9',
    ['PUT pages/9', { title: 'Ours', ...(isMarkdown && { fields: { text: ours } }) }],
    ['PUT pages/9', { metaTitle: 'Theirs', ...(isMarkdown && { fields: { text: theirs } }) }],
  );
  expect(reply.status).toBe(200);
  expect(site.read(path)).toContain(written);
  expect(site.read(path)).toMatch(/metaTitle"?: "?Theirs/);
  if (isMarkdown) expect(site.read(path)).toContain('# so far');
  if (isMarkdown) expect(site.read(path)).toContain('\nThe one line.\n\nAnother line, too.\n');
});
