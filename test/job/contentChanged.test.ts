import { expect, it } from 'vitest';
import { endpoint } from '../../src/extend/endpoint.ts';
import { defineExtension } from '../../src/extend/extension.ts';
import { until } from '../http/makeServer.ts';
import { follow, type Heard, type Stream } from '../http/stream/followEvents.ts';
import { long } from '../long.ts';
import { makeSite, NOW, type Reply, type Site } from '../makeSite.ts';

const MADE = 'createdAt: 2026-01-01T00:00:00.000Z\n';
const page = (id: number, title: string, more = ''): string =>
  `id: ${id}\ntype: note\ntitle: ${title}\nstatus: published\n${MADE}${more}`;
const FILES = {
  'site.yaml': 'siteName: Harbour\nsupportedLocales: [en, es]\n',
  'content-types/note.yaml': `id: 1\nname: Note\n${MADE}fieldsSchema: [{ name: next, type: page }]\n`,
  'block-types/text.yaml': `id: 1\nname: Text\n${MADE}fieldsSchema: [{ name: text, type: text }]\n`,
  'blocks/shown.yaml': `id: 50\ntype: text\ntitle: Shown\n${MADE}fields: { text: One. }\n`,
  'blocks/canary-block.yaml': `id: 51\ntype: text\ntitle: Canary\n${MADE}fields: { text: One. }\n`,
  'pages/en/home.yaml': page(1, 'Home', 'regions: { main: [{ id: 60, block: shown }] }\n'),
  'pages/en/about.yaml': page(2, 'About', 'fields: { next: en/home }\n'),
  'pages/en/canary.yaml': page(3, 'Canary', 'regions: { main: [{ id: 61, block: canary-block }] }\n').replace(
    'published',
    'draft',
  ),
  'menus/main.yaml': `id: 1\nname: Main\n${MADE}items: [{ id: 1, title: Home, page: en/home }]\n`,
  'taxonomies/topics.yaml': `id: 1\nname: Topics\n${MADE}terms: [{ id: 1, slug: news, name: News }]\n`,
};

const send = (site: Site, call: string, body?: unknown): Promise<Reply> => site.ask(call, { as: 'admin', body });
const contentOf = ({ heard }: Stream): readonly Heard[] => heard.filter(({ event }) => event === 'content.changed');

/** The content.changed event after a write; nothing if the public sees nothing of it. */
async function toldOf(site: Site, stream: Stream, call: string, body?: unknown): Promise<readonly Heard['data'][]> {
  const from = stream.heard.length;
  expect((await send(site, call, body)).body.errors).toBeUndefined();
  // The event of a hidden page comes after it.
  const title = `Watched ${from}`;
  await send(site, 'PUT /admin/pages/3', { title });
  await until(() => stream.heard.some(({ data }) => data.data.title === title));
  return contentOf({ ...stream, heard: stream.heard.slice(from) }).map(({ data }) => data.data);
}

it('a commit is sent with its records and the addresses that show them, after its other events', async () => {
  const site = await makeSite(FILES);
  const stream = await follow(site);
  const parent = site.git('rev-parse', 'HEAD').trim();
  const { headers } = await send(site, 'PUT /admin/pages/1', { title: 'Start' });
  await until(() => contentOf(stream).length === 1);
  expect(stream.heard.map(({ event }) => event)).toEqual(['page.updated', 'content.changed']);
  expect(stream.heard[1]?.data).toEqual({
    type: 'content.changed',
    timestamp: NOW,
    data: {
      commit: headers.get('x-commit'),
      parent,
      records: [{ kind: 'page', key: 'en/home', id: 1, change: 'updated' }],
      recordCount: 1,
      urls: [
        '/api/content/lists/en/all/1.json',
        '/api/content/lists/en/type/note/1.json',
        '/api/content/og/en/home.png',
        '/api/content/og/home',
        '/api/content/og/home.png',
        '/api/content/pages',
        '/api/content/pages/about',
        '/api/content/pages/en/about.json',
        '/api/content/pages/en/home.json',
        '/api/content/pages/home',
        '/api/content/search',
        '/api/content/search/en.json',
        '/api/content/sitemap',
        '/api/content/sitemap.xml',
        '/sitemap.xml',
      ],
    },
  });
});

it('every kind of record is sent', async () => {
  const site = await makeSite(FILES);
  const stream = await follow(site);
  const told = async (call: string, body?: unknown) => {
    const all = await toldOf(site, stream, call, body);
    return all.map(({ records, urls }) => [records.map((one: Heard['data']) => `${one.change} ${one.kind}`), urls]);
  };
  const menu = ['/api/content/menus/main', '/api/content/menus/main.json'];
  const terms = ['/api/content/taxonomies/topics/terms', '/api/content/taxonomies/topics/terms.json'];
  const redirects = ['/_redirects', '/api/content/redirects', '/api/content/redirects.json'];
  const config = ['/api/content/config', '/api/content/config.json'];
  const schemas = ['/api/content/schemas', '/api/content/schemas.json'];
  const scripts = ['/api/content/tracking-scripts', '/api/content/tracking-scripts.json'];
  expect(await told('PUT /admin/menus/1', { name: 'First' })).toEqual([[['updated menu'], menu]]);
  expect(await told('PUT /admin/taxonomies/1/terms/1', { name: 'Latest' })).toEqual([[['updated taxonomy'], terms]]);
  expect(await told('POST /admin/redirects', { fromPath: '/a', toPath: '/b' })).toEqual([
    [['created redirect'], redirects],
  ]);
  expect(await told('PUT /admin/redirects/1', { isActive: false })).toEqual([[['deleted redirect'], redirects]]);
  expect(await told('PUT /admin/redirects/1', { toPath: '/c' })).toEqual([]);
  expect(await told('PUT /admin/config', { tagline: 'By the sea' })).toEqual([[['updated settings'], config]]);
  expect(await told('PUT /admin/config', { homeSlug: 'about' })).toEqual([[['updated settings'], ['/*']]]);
  expect(await told('PUT /admin/content-types/1', { description: 'Short' })).toEqual([
    [['updated contentType'], schemas],
  ]);
  expect(await told('POST /admin/tracking-scripts', { name: 'Count', code: 'x' })).toEqual([
    [['created trackingScript'], scripts],
  ]);
  expect(await told('PUT /admin/blocks/50', { fields: { text: 'Two.' } })).toEqual([
    [['updated block'], ['/api/content/pages/en/home.json', '/api/content/pages/home']],
  ]);
});

it('the list of redirects is sent when a page that one leads to is hidden or shown', async () => {
  const site = await makeSite({
    ...FILES,
    'redirects/a.yaml': 'id: 1\nfromPath: /a\ntoPath: /about\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
  });
  const stream = await follow(site);
  const isTold = async (call: string, body: object): Promise<boolean> => {
    const [told] = await toldOf(site, stream, call, body);
    return ['/_redirects', '/api/content/redirects'].every((url) => told?.urls.includes(url));
  };
  expect(await isTold('PUT /admin/pages/2', { title: 'Us' })).toBe(false);
  expect(await isTold('PUT /admin/pages/2', { status: 'draft' })).toBe(true);
  expect(await toldOf(site, stream, 'PUT /admin/redirects/1', { statusCode: 302 })).toEqual([]);
  expect(await isTold('PUT /admin/pages/2', { status: 'published' })).toBe(true);
  expect(await isTold('PUT /admin/redirects/1', { statusCode: 301 })).toBe(true);
});

it('SEC-20 hidden records are not sent, not even their names', async () => {
  const site = await makeSite(FILES);
  const stream = await follow(site);
  expect(await toldOf(site, stream, 'PUT /admin/pages/3', { title: 'Canary two' })).toEqual([]);
  expect(await toldOf(site, stream, 'PUT /admin/blocks/51', { fields: { text: 'Two.' } })).toEqual([]);
  const script = { name: 'S', code: 'x', scope: 'targeted', targetPages: ['canary'] };
  expect(await toldOf(site, stream, 'POST /admin/tracking-scripts', script)).toEqual([]);
  const items = [
    { title: 'Home', pageId: 1 },
    { title: 'Canary', pageId: 3 },
  ];
  await send(site, 'POST /admin/menus/1/items', items[1]);
  // A page that links to the hidden one only has its own event.
  const [first] = await toldOf(site, stream, 'PUT /admin/pages/2', { fields: { next: 3 } });
  expect(JSON.stringify(first)).not.toMatch(/canary/i);
  const everything = contentOf(stream).map(({ data }) => data);
  expect(JSON.stringify(everything)).not.toMatch(/canary/i);
  // Once published, it is sent as if it were new.
  const [shown] = await toldOf(site, stream, 'PUT /admin/pages/3', { status: 'published' });
  expect(shown.records).toEqual([{ kind: 'page', key: 'en/canary', id: 3, change: 'created' }]);
  expect(shown.urls).toContain('/api/content/menus/main.json');
});

it('a page that leaves or joins a list is sent with all files of the list, otherwise with the one that has it', async () => {
  const many = Array.from({ length: 120 }, (_, index) => [
    `pages/en/p${index}.yaml`,
    page(100 + index, `P${index}`, `publishedAt: 2025-01-01T00:${String(index % 60).padStart(2, '0')}:00.000Z\n`),
  ]);
  const site = await makeSite({ ...FILES, ...Object.fromEntries(many) });
  const stream = await follow(site);
  const lists = ({ urls }: Heard['data']): readonly string[] =>
    urls.flatMap((url: string) => /lists\/en\/all\/(\d+)\.json/.exec(url)?.[1] ?? []);
  const [edited] = await toldOf(site, stream, 'PUT /admin/pages/1', { title: 'Start' });
  expect(lists(edited)).toEqual(['1']);
  const [removed] = await toldOf(site, stream, 'DELETE /admin/pages/2');
  expect(lists(removed)).toEqual(['1', '2', '3']);
  expect(removed.records).toEqual([{ kind: 'page', key: 'en/about', id: 2, change: 'deleted' }]);
  const made = { title: 'New', typeId: 1, status: 'published' };
  expect(lists((await toldOf(site, stream, 'POST /admin/pages', made))[0])).toEqual(['1', '2', '3']);
});

long.it('a folder with many differences is sent as a whole, with the number of records', async () => {
  const site = await makeSite(FILES);
  const stream = await follow(site);
  // Until it is known what mentions what, more is sent than has changed.
  await site.cms.store.prepareReferences();
  const main = site.git('rev-parse', 'HEAD').trim();
  site.git('switch', '--quiet', '--create', 'large');
  for (let index = 0; index < 300; index += 1) site.write(`pages/en/p${index}.yaml`, page(1000 + index, `P${index}`));
  site.git('add', '--all');
  site.git('commit', '--quiet', '--message=Many');
  const [told] = await toldOf(site, stream, 'PUT /admin/menus/1', { name: 'Again' });
  expect(told).toMatchObject({ parent: main, commit: site.git('rev-parse', 'HEAD~2').trim(), recordCount: 300 });
  expect(told.records).toHaveLength(200);
  expect(told.urls).toEqual([
    '/api/content/lists/*',
    '/api/content/og/*',
    '/api/content/pages',
    '/api/content/pages/*',
    '/api/content/search',
    '/api/content/search/en.json',
    '/api/content/sitemap',
    '/api/content/sitemap.xml',
    '/sitemap.xml',
  ]);
});

it('listeners that were away receive the same, even with a restart and the time of a page in between', async () => {
  const site = await makeSite({ ...FILES, 'pages/en/alone.yaml': page(4, 'Alone') });
  const begin = site.git('rev-parse', 'HEAD').trim();
  const there = await follow(site);
  const unpublishAt = new Date(Date.parse(NOW) + 60_000).toISOString();
  await send(site, 'PUT /admin/pages/1', { title: 'Start' });
  await send(site, 'PUT /admin/pages/4', { unpublishAt });
  await send(site, 'PUT /admin/menus/1', { name: 'First' });
  await until(() => contentOf(there).length === 3);
  site.setTime(unpublishAt);
  // It is gone at its time, and the commit that unpublishes it changes nothing for the public.
  await until(() => there.heard.filter(({ event }) => event === 'page.updated').length === 3);
  expect(contentOf(there).map(({ data }) => data.data.records.map((one: Heard['data']) => one.change))).toEqual([
    ['updated'],
    ['updated'],
    ['updated'],
    ['deleted'],
  ]);
  const shown = (stream: Stream) =>
    contentOf(stream).map(({ data: { timestamp, data } }) => [timestamp, data.records, data.urls]);
  const told = shown(there);
  await there.leave();
  await site.restart();
  const away = await follow(site, `${begin}.${Date.parse(NOW)}`);
  await until(() => contentOf(away).length === 4);
  expect(shown(away)).toEqual(told);
});

it("names the answers of a site's own code for whatever that may read, also if nothing else shows it", async () => {
  const list = endpoint('GET', '/list', { access: 'public' }, ({ content }) => content.blocks());
  const others = endpoint('GET', '/list', { access: 'viewer' }, () => 1);
  const site = await makeSite(FILES, {
    extensions: () => [
      defineExtension({ name: 'lists', version: '1.0.0', endpoints: [list] }),
      defineExtension({ name: 'members', version: '1.0.0', endpoints: [others] }),
    ],
  });
  const stream = await follow(site);
  const [page] = await toldOf(site, stream, 'PUT /admin/pages/1', { title: 'Start' });
  expect(page?.urls).toContain('/api/x/lists/*');
  expect(page?.urls.join()).not.toContain('members');
  const [block] = await toldOf(site, stream, 'PUT /admin/blocks/51', { title: 'Canary', fields: { text: 'Two.' } });
  expect(block).toMatchObject({ records: [], recordCount: 0, urls: ['/api/x/lists/*'] });
  expect(await toldOf(site, stream, 'PUT /admin/pages/3', { title: 'Hidden' })).toEqual([]);
});
