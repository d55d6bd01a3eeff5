import { describe, expect, it } from 'vitest';
import { makeSite, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

/** One address of every public read. */
const READS = [
  '/api/content/pages',
  '/api/content/pages?filter[rating][gt]=1&expand=page&richtext=html',
  '/api/content/pages/home',
  '/api/content/menus/main',
  '/api/content/taxonomies/topics/terms',
  '/api/content/config',
  '/api/content/schemas',
  '/api/content/redirects',
  '/api/content/tracking-scripts?page=home',
  '/api/content/search?q=home&in=all',
  '/api/content/sitemap',
  '/api/content/graphql?query={menus{slug}}',
  '/sitemap.xml',
];
const CACHED = 'public, max-age=60, s-maxage=600, stale-while-revalidate=3600';
const REPEATED = ['etag', 'cache-control', 'content-type', 'content-length', 'vary', 'access-control-allow-origin'];

const ask = (site: Site, path: string, init: RequestInit = {}) => fetch(site.url + path, init);
const headersOf = ({ headers }: Response, names = REPEATED) => names.map((name) => [name, headers.get(name)]);

describe('every public read', () => {
  it('may be cached, has a strong tag, and varies by encoding only', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const path of READS) {
      const { status, headers } = await ask(site, path);
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, CACHED]);
      expect(headers.get('etag')).toMatch(/^"[\w-]+"$/);
      expect(headers.get('vary')).toMatch(/^Accept-Encoding(, Accept(, Quire-Ref)?)?$/);
      expect(headers.get('access-control-allow-origin')).toBe(path.startsWith('/api/') ? '*' : null);
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it('is 304 without a body for its tag, strong or weak, alone or in a list, and for *', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const path of READS) {
      const first = await ask(site, path);
      const etag = first.headers.get('etag') ?? '';
      for (const [tags, status] of [
        [etag, 304],
        [`W/${etag}`, 304],
        [`"x", W/"y", ${etag}`, 304],
        ['*', 304],
        ['"x"', 200],
        [etag.replaceAll('"', ''), 200],
      ] as const) {
        const again = await ask(site, path, { headers: { 'if-none-match': tags } });
        expect([path, tags, again.status]).toEqual([path, tags, status]);
        const kept = ['etag', 'cache-control', 'vary'];
        expect(headersOf(again, kept)).toEqual(headersOf(first, kept));
        if (status === 304) expect(await again.text()).toBe('');
      }
    }
  });

  it('answers HEAD as GET without the body', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const path of [...READS, '/api/content/pages/none']) {
      const [get, head] = [await ask(site, path), await ask(site, path, { method: 'HEAD' })];
      expect([path, head.status, headersOf(head)]).toEqual([path, get.status, headersOf(get)]);
      expect(await head.text()).toBe('');
    }
  });

  it('is the same for everybody: credentials, good or bad, are ignored', async () => {
    const site = await makeSite(SMALL_SITE);
    const { body } = await site.ask('POST /admin/auth/login', {
      body: { email: 'admin@example.org', password: 'correct horse' },
    });
    for (const path of [...READS, '/api/content/pages/secret']) {
      const plain = await ask(site, path);
      const text = await plain.text();
      for (const headers of [
        { authorization: `Bearer ${body.data.token}` },
        { authorization: 'Bearer nonsense' },
        { authorization: 'Basic x', cookie: 'preview=1' },
        { 'x-api-key': 'sk_nonsense' },
      ]) {
        const other = await ask(site, path, { headers });
        expect([path, other.status, await other.text()]).toEqual([path, plain.status, text]);
        expect(headersOf(other)).toEqual(headersOf(plain));
      }
    }
  });

  it('is valid at most until the next page appears or vanishes, if it depends on pages', async () => {
    const page = 'type: plain\ntitle: Soon\nstatus: published\nscheduledAt: 2026-02-01T12:00:07.900Z\n';
    const site = await makeSite({ ...SMALL_SITE, 'pages/en/soon.yaml': page });
    // Schemas contain default values, which may refer to pages.
    const timeless = /\/(taxonomies|config|redirects)/;
    for (const path of READS) {
      const { headers } = await ask(site, path);
      const expected = timeless.test(path) ? CACHED : 'public, max-age=7, s-maxage=7, stale-while-revalidate=0';
      expect([path, headers.get('cache-control')]).toEqual([path, expected]);
    }
  });
});
