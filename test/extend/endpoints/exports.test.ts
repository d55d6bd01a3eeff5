import { expect, it } from 'vitest';
import { type EndpointDefinition, endpoint } from '../../../src/extend/endpoint.ts';
import { defineExtension } from '../../../src/extend/extension.ts';
import type { LoadedExtension } from '../../../src/extend/loaded.ts';
import { exportOf, filesIn } from '../../features/staticSite/exportOf.ts';
import { makeSite, NOW } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const load = (endpoints: readonly EndpointDefinition[], hash = 'a'): readonly LoadedExtension[] => [
  { definition: defineExtension({ name: 'shop', version: '1.0.0', endpoints }), folder: null, hash },
];

const OF_TYPE = endpoint(
  'GET',
  '/of/:type',
  {
    access: 'public',
    query: { limit: { type: 'integer', default: 2 } },
    exports: () => [{ type: 'article' }, { type: 'plain' }],
  },
  ({ params, query, content }) => ({
    limit: query['limit'],
    titles: content.pages({ type: params['type'] ?? '' }).map(({ title }) => title),
  }),
);
const TODAY = endpoint('GET', '/today', { access: 'public', exports: () => [{}] }, ({ now }) => now);
const OUTSIDE = endpoint('GET', '/outside', { access: 'public', exports: () => [{}] }, async () => 'Sunny');
const FOUND = endpoint(
  'GET',
  '/found',
  { access: 'public', exports: () => [{}] },
  async ({ content }) => (await content.search('secret')).length,
);
const HIDDEN = endpoint(
  'GET',
  '/hidden/:slug',
  { access: 'public', exports: () => [{ slug: 'secret' }] },
  ({ params, content }) => {
    const page = content.page(params['slug'] ?? '');
    if (!page)
      throw Object.assign(new Error(), { name: 'CmsError', code: 'NOT_FOUND', details: [{ path: [], message: '' }] });
    return page;
  },
);

const own = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filesIn(folder)).filter(([path]) => path.startsWith('api/x/')));

it('writes files that hold what a server answers at their addresses', async () => {
  const extensions = load([OF_TYPE, TODAY, OUTSIDE, FOUND, HIDDEN]);
  const site = await makeSite(SMALL_SITE, { extensions: () => [extensions[0]!.definition] });
  const { folder, done, manifest } = await exportOf(site, { extensions });
  const files = own(folder);
  expect(Object.keys(files)).toEqual(
    ['found', 'of/article', 'of/plain', 'outside', 'today'].map((name) => `api/x/shop/${name}.json`),
  );
  expect(JSON.parse(files['api/x/shop/of/plain.json']!)).toEqual({ data: { limit: 2, titles: ['About us'] } });
  expect(done.leftOut).toEqual(['api/x/shop/hidden/secret.json']);
  for (const [path, text] of Object.entries(files)) {
    const answer = await fetch(`${site.url}/${path}`);
    expect([path, answer.status, Buffer.from(await answer.arrayBuffer()).toString('latin1')]).toEqual([
      path,
      200,
      text,
    ]);
    expect(manifest.files.has(path)).toBe(true);
  }
});

it('makes again only the files that a change affects', async () => {
  const site = await makeSite(SMALL_SITE);
  const extensions = load([OF_TYPE, TODAY]);
  const first = await exportOf(site, { extensions });
  const again = { extensions, folder: first.folder, since: first.manifest };
  expect((await exportOf(site, again)).done.made).toBe(0);
  await site.ask('PATCH /admin/pages/3', { as: 'editor', body: { title: 'About them', type: 'plain' } });
  const { done } = await exportOf(site, again);
  expect(JSON.parse(own(first.folder)['api/x/shop/of/plain.json']!).data.titles).toEqual(['About them']);
  expect(done.made).toBeLessThan(done.files);
  const whole = await exportOf(site, { extensions });
  expect(filesIn(first.folder)).toEqual(filesIn(whole.folder));
});

it('makes a file again at another time if its code reads the time', async () => {
  const site = await makeSite(SMALL_SITE);
  const extensions = load([OF_TYPE, TODAY]);
  const first = await exportOf(site, { extensions });
  const later = new Date(new Date(NOW).getTime() + 60_000);
  const { done } = await exportOf(site, { extensions, folder: first.folder, since: first.manifest, at: later });
  expect(done.made).toBe(1);
  expect(JSON.parse(own(first.folder)['api/x/shop/today.json']!).data).toBe(later.toISOString());
});

it('makes everything again when the code has changed, and nothing else than before without code', async () => {
  const site = await makeSite(SMALL_SITE);
  const plain = await exportOf(site);
  const first = await exportOf(site, { extensions: load([OF_TYPE]) });
  const changed = load([OF_TYPE], 'b');
  const { done } = await exportOf(site, { extensions: changed, folder: first.folder, since: first.manifest });
  expect(done.made).toBe(done.files);
  const without = await exportOf(site, { folder: first.folder });
  expect(filesIn(without.folder)).toEqual(filesIn(plain.folder));
});

it('refuses a file whose name its code makes up wrongly', async () => {
  const site = await makeSite(SMALL_SITE);
  for (const params of [{}, { type: '' }, { type: 'a/b' }, { type: '..' }]) {
    const odd = endpoint('GET', '/of/:type', { access: 'public', exports: () => [params] }, () => 1);
    await expect(exportOf(site, { extensions: load([odd]) })).rejects.toThrow(/"shop" exports a file|cannot be a file/);
  }
});
