import { Agent } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { stride } from '../effort.ts';
import { long } from '../long.ts';
import { makeSite, NOW, type Site } from '../makeSite.ts';
import { sampleSite } from '../sampleSite.ts';
import { askRaw, type RawAnswer, type RawRequest } from './askRaw.ts';

/** Addresses of every public read, by its path in the table of endpoints. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  '/api/content/pages': [
    '/api/content/pages',
    '/api/content/pages?limit=2&offset=1&sort=title:asc&expand=media,term&richtext=html',
    '/api/content/pages?type=species&taxonomy=topics:tides&locale=fr',
    '/api/content/pages?limit=none',
  ],
  '/api/content/pages/:slug*': [
    '/api/content/pages/home',
    '/api/content/pages/species/turnstone/?locale=FR',
    '/api/content/pages/%68ome',
    '/api/content/pages/plans/new-pier',
    '/api/content/pages/%ff',
  ],
  '/api/content/pages/:locale/:slug*.json': [
    '/api/content/pages/en/species/turnstone.json?fields=none&locale=fr',
    '/api/content/pages/en/%68ome.json',
    '/api/content/pages/de/home.json',
  ],
  '/api/content/lists/:locale/all/:n.json': ['/api/content/lists/en/all/1.json', '/api/content/lists/en/all/0.json'],
  '/api/content/lists/:locale/type/:type/:n.json': ['/api/content/lists/fr/type/species/1.json'],
  '/api/content/lists/:locale/term/:vocabulary/:term/:n.json': ['/api/content/lists/en/term/topics/tides/1.json'],
  '/api/content/menus/:slug.json': ['/api/content/menus/main.json?depth=1', '/api/content/menus/none.json'],
  '/api/content/taxonomies/:slug/terms.json': ['/api/content/taxonomies/habitats/terms.json'],
  '/api/content/menus/:locale/:slug.json': ['/api/content/menus/fr/main.json'],
  '/api/content/taxonomies/:locale/:slug/terms.json': ['/api/content/taxonomies/fr/habitats/terms.json'],
  '/api/content/config/:locale.json': ['/api/content/config/fr.json'],
  '/api/content/schemas/:locale.json': ['/api/content/schemas/fr.json'],
  '/api/content/media/:locale/:id/info.json': ['/api/content/media/fr/1/info.json'],
  '/api/content/config.json': ['/api/content/config.json'],
  '/api/content/schemas.json': ['/api/content/schemas.json'],
  '/api/content/redirects.json': ['/api/content/redirects.json'],
  '/api/content/tracking-scripts.json': ['/api/content/tracking-scripts.json'],
  '/api/content/tracking-scripts/:page*.json': ['/api/content/tracking-scripts/tides.json'],
  '/api/content/media/:id/info.json': ['/api/content/media/1/info.json'],
  '/_headers': ['/_headers'],
  '/_redirects': ['/_redirects'],
  '/api/content/menus/:slug': [
    '/api/content/menus/main',
    '/api/content/menus/none',
    '/api/content/menus/main?locale=fr&fallback=true',
  ],
  '/api/content/taxonomies/:slug/terms': ['/api/content/taxonomies/habitats/terms'],
  '/api/content/config': ['/api/content/config'],
  '/api/content/schemas': ['/api/content/schemas'],
  '/api/content/redirects': ['/api/content/redirects'],
  '/api/content/tracking-scripts': ['/api/content/tracking-scripts?page=tides'],
  '/api/content/search/:locale.json': ['/api/content/search/en.json', '/api/content/search/de.json'],
  '/api/content/search': ['/api/content/search?q=tide&in=all', '/api/content/search?q=x'],
  '/api/content/sitemap': ['/api/content/sitemap'],
  '/api/content/sitemap.xml': ['/api/content/sitemap.xml'],
  '/sitemap.xml': ['/sitemap.xml'],
  '/sitemap-:part': ['/sitemap-1.xml'],
  '/api/content/og/:slug*': ['/api/content/og/home.png'],
  '/api/content/graphql': [
    '/api/content/graphql?query={pages(limit:20){id,title,fields}}',
    '/api/content/graphql?query={nothing}',
  ],
  '/api/content/media/:id/info': ['/api/content/media/1/info'],
  '/api/content/media/:id/:variant': [
    '/api/content/media/1/original',
    '/api/content/media/1/original.jpg',
    '/api/content/media/1/poster',
  ],
  '/api/openapi.json': ['/api/openapi.json'],
  '/api/docs': ['/api/docs'],
};

const COMBINATIONS: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'gzip, deflate, br' },
  { 'accept-encoding': 'br;q=0, gzip;q=0.5, identity;q=0.1' },
  { 'accept-encoding': 'identity;q=0' },
  { 'if-none-match': '*' },
  { 'if-none-match': '*', 'accept-encoding': 'br' },
  { 'if-none-match': '"other"' },
  { authorization: 'Bearer nonsense', 'x-api-key': 'sk_nonsense', cookie: 'a=b' },
  { origin: 'https://elsewhere.example', accept: 'application/graphql-response+json', range: 'bytes=0-9' },
  { 'x-request-id': 'mine', 'x-forwarded-for': '192.0.2.1', 'cache-control': 'no-cache', 'if-match': '"x"' },
];

/** In a short run each address gets one of the kinds of request in turn; in a long run all of them. */
const EVERY = stride(10);

const makeSampleSite = (): Promise<Site> => makeSite(sampleSite());

/** The ways in which requests may differ. */
const comparable = ({ status, headers, bytes }: RawAnswer) => {
  const { Date: _, 'X-Request-Id': id, ...rest } = headers;
  return { status, headers: { ...rest, hasId: id !== undefined }, bytes: bytes.toString('base64') };
};

it('knows an address of every public read', async () => {
  const { cms } = await makeSampleSite();
  const reads = cms.endpoints.filter(({ method, access }) => method === 'GET' && access === 'public');
  expect(Object.keys(ADDRESSES).sort()).toEqual(reads.map(({ path }) => path).sort());
});

/** A request with a body is always answered anew. */
const askAnew = (url: string, { method, headers, agent }: Required<Pick<RawRequest, 'method' | 'headers' | 'agent'>>) =>
  askRaw(url, { method, headers: { ...headers, 'content-length': '2' }, body: '{}', agent });

long.it('answers byte for byte the same from memory and anew, for any request', async () => {
  const site = await makeSampleSite();
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  let time = Date.parse(NOW);
  // Setting the clock back begins another edition, without known answers.
  const begin = (): void => {
    time -= 1;
    site.setTime(new Date(time).toISOString());
  };
  for (const [number, address] of Object.values(ADDRESSES).flat().entries()) {
    const { headers: first } = await askRaw(site.url + address, { agent });
    const tags = [first['ETag'], `W/${first['ETag']}`].map((tag) => ({ 'if-none-match': tag ?? '' }));
    const asked = [...COMBINATIONS, ...tags].filter((_, at) => (at + number) % EVERY === 0);
    for (const headers of asked) {
      for (const method of ['GET', 'HEAD']) {
        const url = site.url + address;
        begin();
        const answered = comparable(await askAnew(url, { method, headers, agent }));
        begin();
        const made = comparable(await askRaw(url, { method, headers, agent }));
        expect([address, headers, 'made', made]).toEqual([address, headers, 'made', answered]);
        for (const times of ['made to be kept', 'kept', 'kept for long']) {
          const known = comparable(await askRaw(url, { method, headers, agent }));
          expect([address, headers, times, known]).toEqual([address, headers, times, answered]);
        }
      }
    }
  }
});

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

it('sends the same content in every encoding, with different tags', async () => {
  const site = await makeSampleSite();
  for (const address of ['/api/content/pages', '/api/docs', '/sitemap.xml']) {
    const url = site.url + address;
    const plain = await askRaw(url);
    for (const [encoding, decode] of Object.entries(DECODERS)) {
      const headers = { 'accept-encoding': encoding };
      const packed = await askRaw(url, { headers });
      expect(packed.headers['Content-Encoding']).toBe(encoding);
      expect(packed.headers['Vary']).toContain('Accept-Encoding');
      expect(decode(packed.bytes).equals(plain.bytes)).toBe(true);
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
      const tag = packed.headers['ETag'] ?? '';
      expect(tag).not.toBe(plain.headers['ETag']);
      expect((await askRaw(url, { headers: { ...headers, 'if-none-match': tag } })).status).toBe(304);
      expect((await askRaw(url, { headers: { 'if-none-match': tag } })).status).toBe(200);
    }
  }
});

it('does not compress short answers, pictures and errors', async () => {
  const site = await makeSampleSite();
  for (const address of ['/api/content/config', '/api/content/og/home.png', '/api/content/pages/none']) {
    const { headers } = await askRaw(site.url + address, { headers: { 'accept-encoding': 'br, gzip' } });
    expect([address, headers['Content-Encoding']]).toEqual([address, undefined]);
  }
});
