import { expect, it } from 'vitest';
import { makeSite, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { refusalOf } from '../problemsOf.ts';

/** What campaigns, caches, frameworks and proxies add to addresses, and what old habits do. */
const FOREIGN = [
  ...['utm_source=a', 'fbclid=a', 'gclid=a', 'v=1', '_=17', 'cb=17', 't=17', 'rev=a', '_rsc=a', 'cache-bust=1'],
  ...['status=draft', 'preview=true', 'page_size=3', 'token=x', 'constructor=1', 'x[y]=1', '%00=1', '=1'],
].join('&');

const ADDRESSES = [
  ...['pages', 'pages/home', 'pages/en/home.json', 'lists/en/all/1.json', 'menus/main', 'menus/main.json', 'config'],
  ...['taxonomies/topics/terms', 'schemas', 'redirects', 'tracking-scripts', 'search?q=home', 'sitemap.xml'],
];

const fetchText = async (site: Site, path: string): Promise<readonly [number, string]> => {
  const answer = await fetch(`${site.url}/api/content/${path}`);
  return [answer.status, await answer.text()];
};

it('a parameter that others add to an address changes nothing, in memory or not', async () => {
  const site = await makeSite(SMALL_SITE);
  for (const path of ADDRESSES) {
    const plain = await fetchText(site, path);
    for (const _ of [1, 2, 3])
      expect([path, await fetchText(site, `${path}${path.includes('?') ? '&' : '?'}${FOREIGN}`)]).toEqual([
        path,
        plain,
      ]);
  }
});

it('a misspelt parameter is refused with the name that was meant, also while the answer without it is in memory', async () => {
  const site = await makeSite(SMALL_SITE);
  for (const path of ['pages', 'pages/home', 'menus/main', 'search?q=home'])
    for (const _ of [1, 2]) await fetchText(site, path);
  for (const [query, name, meant] of [
    ['pages?taxonmy=topics:news', 'taxonmy', 'taxonomy'],
    ['pages?limt=3', 'limt', 'limit'],
    ['pages?Limit=3', 'Limit', 'limit'],
    ['pages?id=3', 'id', 'ids'],
    ['pages?filters[a][eq]=3', 'filters', 'filter'],
    ['pages/home?expnad=media', 'expnad', 'expand'],
    ['pages/home?local=en', 'local', 'locale'],
    ['menus/main?dept=1', 'dept', 'depth'],
    ['search?q=home&tpye=article', 'tpye', 'type'],
    ['tracking-scripts?pages=home', 'pages', 'page'],
    ['graphql?querry={menus{id}}', 'querry', 'query'],
  ] as const) {
    const [status, text] = await fetchText(site, query);
    const { errors } = JSON.parse(text);
    expect([query, status, errors[0].message]).toEqual([
      ...[query, 400, expect.stringContaining(`is unknown; did you mean "${meant}"?`)],
    ]);
    if (errors[0].path) expect(errors[0].path).toEqual([name]);
  }
});

it('every unknown parameter is refused if the request prefers strict handling', async () => {
  const site = await makeSite(SMALL_SITE);
  const ask = (path: string) => site.ask(`GET /content/${path}`, { headers: { Prefer: 'handling=strict' } });
  for (const _ of [1, 2]) expect((await ask('pages?limit=3')).status).toBe(200);
  expect(refusalOf(await ask('pages?limit=3&utm_source=a'))).toBe('400 VALIDATION utm_source');
  expect(refusalOf(await ask('config?v=1'))).toBe('400 VALIDATION v');
  expect((await ask('media/1/original?v=1')).status).toBe(404);
});

it('holds in private lists and in other versions too', async () => {
  const site = await makeSite(SMALL_SITE);
  for (const path of ['admin/pages?statsu=draft', 'content/pages?ref=main&taxonmy=a'])
    expect((await site.ask(`GET /${path}`, { as: 'viewer' })).body.errors[0].message).toContain('did you mean');
  expect(refusalOf(await site.ask('GET /admin/pages?statsu=draft'))).toBe('401 UNAUTHORIZED');
  expect((await site.ask('GET /content/pages?ref=main&utm_source=a', { as: 'viewer' })).status).toBe(200);
});
