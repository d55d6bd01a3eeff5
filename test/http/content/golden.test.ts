import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeSite, type Site } from '../../makeSite.ts';

const SAMPLE = join(import.meta.dirname, '../../../content');

/** The sample site without the bytes of its media. */
const sampleFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(SAMPLE, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(yaml|json|md)$/.test(path) && statSync(join(SAMPLE, path)).isFile())
      .map((path) => [path, readFileSync(join(SAMPLE, path), 'utf8')]),
  );

/** Every endpoint and every parameter of the content interface by the name of its file under `golden/`. */
const REQUESTS: Readonly<Record<string, string>> = {
  pages: '/pages?limit=3',
  'pages-offset': '/pages?limit=2&offset=3',
  'pages-locale': '/pages?locale=fr&limit=2&sort=title:asc',
  'pages-type': '/pages?type=species',
  'pages-term': '/pages?taxonomy=topics:tides&sort=slug:asc&fields=summary',
  'pages-filter': '/pages?filter[presence][in]=resident,winter&filter[months][contains]=jan&fields=presence,months',
  'pages-filter-range':
    '/pages?type=event&filter[places][gte]=10&filter[startsAt][lt]=2027-01-01&fields=places,startsAt',
  'pages-expand': '/pages?type=article&expand=reference,term&fields=seeAlso,topic&limit=2',
  'pages-richtext-html': '/pages?type=article&fields=body&richtext=html&limit=1&sort=slug:asc',
  'pages-nothing': '/pages?type=nothing',
  'pages-nonsense': '/pages?limit=x&offset=-1&sort=up&locale=..&expand=all&richtext=pdf&fields=,',
  'pages-filter-nonsense': '/pages?filter[secret][eq]=x&filter[places][gt]=many',
  'page-home': '/pages/home',
  'page-slashes': '/pages/species/turnstone',
  'page-locale': '/pages/species/turnstone?locale=FR',
  'page-expand': '/pages/events/dawn-watch?expand=page&fields=venue',
  'page-expand-media': '/pages/log/first-swift?expand=media&fields=cover,pictures',
  'page-richtext-markdown': '/pages/log/perseid-night?richtext=markdown',
  'page-richtext-html': '/pages/log/perseid-night?richtext=html',
  'page-hidden': '/pages/plans/new-pier',
  'page-missing': '/pages/no/such/page',
  menu: '/menus/main',
  'menu-depth': '/menus/main?depth=1',
  'menu-missing': '/menus/none',
  'terms-flat': '/taxonomies/topics/terms',
  'terms-tree': '/taxonomies/habitats/terms',
  config: '/config',
  schemas: '/schemas',
  redirects: '/redirects',
  'tracking-scripts': '/tracking-scripts',
  'tracking-scripts-page': '/tracking-scripts?page=tides',
  search: '/search?q=tide',
  'search-all': '/search?q=lamp&in=all&locale=en&type=page&limit=2',
  'search-nonsense': '/search?q=x',
  sitemap: '/sitemap.xml',
};

const HEADERS = ['cache-control', 'content-type', 'vary'];

async function answerOf(site: Site, path: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(`${site.url}/api/content${path}`, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  const golden = {
    request: `${init.method ?? 'GET'} ${path}`,
    status: response.status,
    headers: Object.fromEntries(HEADERS.map((name) => [name, response.headers.get(name)])),
    body: isJson ? JSON.parse(text) : text.split('\n'),
  };
  return `${JSON.stringify(golden, null, 2)}\n`;
}

it('answers about the sample site are exactly the files in golden/', async () => {
  const site = await makeSite(sampleFiles());
  for (const [name, path] of Object.entries(REQUESTS)) {
    await expect(await answerOf(site, path)).toMatchFileSnapshot(`golden/${name}.json`);
  }
  const batch = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pages: ['visit', 'none', 'plans/new-pier'], menus: ['footer'] }),
  };
  await expect(await answerOf(site, '/batch', batch)).toMatchFileSnapshot('golden/batch.json');
  const known = ['batch', ...Object.keys(REQUESTS)].map((name) => `${name}.json`);
  expect(readdirSync(join(import.meta.dirname, 'golden')).filter((file) => !known.includes(file))).toEqual([]);
});
