import { describe, expect, it } from 'vitest';
import { sitemapEndpoints } from '../../../src/features/sitemap/endpoints.ts';
import { createEndpointCaller } from '../../../src/http/answer/ask.ts';
import { fillPathParams, type RawAnswer } from '../../../src/http/endpoint.ts';
import type { Page } from '../../../src/model/entities/page.ts';
import { CmsError } from '../../../src/model/errors.ts';
import { pagePath } from '../../../src/model/page/pagePath.ts';
import type { PublicContent } from '../../../src/view/publicContent.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const page = (more = '') =>
  `type: plain\ntitle: A page\nstatus: published\n${more}createdAt: 2026-01-02T00:00:00.000Z\n`;

const textOf = async (site: Site, path: string) => (await fetch(site.url + path)).text();
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);

describe('the sitemap', () => {
  it('lists public pages with their languages, in exactly this form, at all its addresses', async () => {
    const site = await makeSite(SMALL_SITE, { env: { SITE_URL: 'https://example.org' } });
    const alternates = [
      '    <xhtml:link rel="alternate" hreflang="en" href="https://example.org/"/>',
      '    <xhtml:link rel="alternate" hreflang="es" href="https://example.org/es/inicio"/>',
      '    <xhtml:link rel="alternate" hreflang="x-default" href="https://example.org/"/>',
    ];
    const url = (loc: string, links: readonly string[] = []) => [
      '  <url>',
      `    <loc>${loc}</loc>`,
      '    <lastmod>2026-01-01T00:00:00.000Z</lastmod>',
      ...links,
      '  </url>',
    ];
    const response = await fetch(`${site.url}/sitemap.xml`);
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(response.headers.get('cache-control')).toContain('public, max-age=60');
    const xml = await response.text();
    expect(xml.split('\n')).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
      ...url('https://example.org/about'),
      ...url('https://example.org/', alternates),
      ...url('https://example.org/es/inicio', alternates),
      '</urlset>',
      '',
    ]);
    expect(await textOf(site, '/api/content/sitemap')).toBe(xml);
    expect(await textOf(site, '/api/content/sitemap.xml')).toBe(xml);
    const etag = response.headers.get('etag') ?? '';
    expect((await fetch(`${site.url}/sitemap.xml`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('leaves out noindex pages, also as languages of other pages', async () => {
    const group = 'translationGroup: g\n';
    const site = await makeSite({
      'content-types/plain.yaml': 'name: Plain\n',
      'site.yaml': 'supportedLocales: [en, es, fr]\n',
      'pages/en/a.yaml': page(group),
      'pages/es/a.yaml': page(`${group}seo: { robots: "NOINDEX, nofollow" }\n`),
      'pages/fr/a.yaml': page(`${group}scheduledAt: 2026-03-01T00:00:00.000Z\n`),
      'pages/en/none.yaml': page('seo: { robots: none }\n'),
      'pages/en/neither.yaml': page('seo: { robots: "max-image-preview:none, None" }\n'),
      'pages/en/follow.yaml': page('seo: { robots: "index, nofollow" }\n'),
      'pages/en/plain.yaml': page('seo: { robots: "max-image-preview:none, max-snippet: none" }\n'),
    });
    const xml = await textOf(site, '/sitemap.xml');
    expect(locations(xml)).toEqual(['a', 'follow', 'plain'].map((slug) => `http://localhost:3000/${slug}`));
    expect(xml).not.toContain('hreflang');
    site.setTime('2026-03-01T00:00:00.000Z');
    expect(locations(await textOf(site, '/sitemap.xml'))).toContain('http://localhost:3000/fr/a');
    expect(await textOf(site, '/sitemap.xml')).toContain('hreflang="x-default" href="http://localhost:3000/a"');
  });

  it('names each language once even if files repeat it in a group', async () => {
    const group = 'translationGroup: g\n';
    const site = await makeSite({
      'content-types/plain.yaml': 'name: Plain\n',
      'site.yaml': 'supportedLocales: [en, es]\n',
      'pages/en/a.yaml': page(group),
      'pages/en/b.yaml': page(group),
      'pages/en/c.yaml': page('translationGroup: h\n'),
      'pages/en/d.yaml': page('translationGroup: h\n'),
      'pages/es/a.yaml': page(group),
    });
    const xml = await textOf(site, '/sitemap.xml');
    const links = ['en" href="http://localhost:3000/a', 'es" href="http://localhost:3000/es/a'];
    const ofGroup = [...links, 'x-default" href="http://localhost:3000/a'];
    expect([...xml.matchAll(/hreflang="(.*)"\/>/g)].map(([, link]) => link)).toEqual([
      ...ofGroup,
      ...ofGroup,
      ...ofGroup,
    ]);
    expect(locations(xml)).toHaveLength(5);
  });

  it('SEC-28 writes addresses in any script as valid XML and URLs', async () => {
    const site = await makeSite({
      'content-types/plain.yaml': 'name: Plain\n',
      'pages/en/über/日本.yaml': page(),
    });
    expect(locations(await textOf(site, '/sitemap.xml'))).toEqual([
      'http://localhost:3000/%C3%BCber/%E6%97%A5%E6%9C%AC',
    ]);
  });

  it('has no parts if one file is enough', async () => {
    const site = await makeSite({ 'content-types/plain.yaml': 'name: Plain\n', 'pages/en/a.yaml': page() });
    for (const part of ['1.xml', '2.xml', '0.xml', '01.xml', '1', 'x.xml', '9999999.xml'])
      expect([part, (await fetch(`${site.url}/sitemap-${part}`)).status]).toEqual([part, 404]);
  });

  it('is an index of parts beyond the limit of one file', async () => {
    const pages = Array.from({ length: 7 }, (_, id) => ({
      id,
      updatedAt: 'then',
      data: { slug: `p${id}`, locale: 'en', seo: {} } as Page,
    }));
    const content = {
      pages: () => pages,
      translationsOf: () => [],
      secondsToNextChange: () => undefined,
      settings: () => ({ defaultLocale: 'en', homeSlug: 'home' }),
    } as unknown as PublicContent;
    const endpoints = sitemapEndpoints(content, { siteUrl: 'https://example.org/', maxUrls: 3 });
    const files = await Promise.all(
      endpoints.flatMap((endpoint) =>
        [...(endpoint.exports?.() ?? [])].map(async (params): Promise<[string, string]> => {
          const { raw } = (await createEndpointCaller(endpoint)(params)) as RawAnswer;
          return [`https://example.org${fillPathParams(endpoint.path, params)}`, String(raw)];
        }),
      ),
    );
    const textAt = new Map(files);
    const whole = textAt.get('https://example.org/sitemap.xml') ?? '';
    expect(whole).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
    expect(locations(whole)).toEqual([...textAt.keys()].filter((url) => !url.endsWith('/sitemap.xml')));
    expect(locations(whole).flatMap((url) => locations(textAt.get(url ?? '') ?? ''))).toEqual(
      pages.map(({ data }) => `https://example.org/${data.slug}`),
    );
    await expect(createEndpointCaller(endpoints.at(-1)!)({ part: '4.xml' })).rejects.toThrow(CmsError);
  });
});

it('puts a page under its locale unless it is the default, and the home page at the root', () => {
  const site = { defaultLocale: 'en', homeSlug: 'home' };
  for (const [locale, slug, path] of [
    ['en', 'home', '/'],
    ['es', 'home', '/es'],
    ['en', 'a/b', '/a/b'],
    ['pt-BR', 'a/b', '/pt-BR/a/b'],
  ] as const)
    expect(pagePath({ locale, slug }, site)).toBe(path);
});
