import { describe, expect, it } from 'vitest';
import { countSitemapParts, isListed, showSitemap } from '../../../src/features/sitemap/view.ts';
import type { PublicContent } from '../../../src/view/publicContent.ts';
import { pageFile, siteInMemory } from '../../view/siteInMemory.ts';

const options = { siteUrl: 'https://a.example/', maxUrls: 2 };
const textOf = (content: PublicContent, more: object = {}): string | null => {
  const pieces = showSitemap(content, { ...options, ...more });
  return pieces && [...pieces].join('');
};
const all = (text: string | null, pattern: RegExp): readonly string[] =>
  [...(text ?? '').matchAll(pattern)].map(([, found]) => found!);

const pages = (count: number) =>
  siteInMemory(
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`pages/en/p${at}.yaml`, pageFile({ id: at + 1 })])),
  ).content;

it('is one document of the public pages, each escaped and with its translations', () => {
  const { content } = siteInMemory({
    'pages/en/index.yaml': pageFile({ id: 1, translationGroup: 'g' }),
    'pages/de/heim.yaml': pageFile({ id: 2, translationGroup: 'g' }),
    'pages/de/zweit.yaml': pageFile({ id: 3, translationGroup: 'g' }),
    'pages/en/hidden.yaml': pageFile({ id: 4, status: 'draft' }),
    'pages/en/shy.yaml': pageFile({ id: 5, seo: { robots: 'noindex' } }),
    'site.yaml': { homeSlug: 'index' },
  });
  const link = (language: string, path: string): string =>
    `\n    <xhtml:link rel="alternate" hreflang="${language}" href="https://a.example${path}"/>`;
  const links = link('de', '/de/heim') + link('en', '/') + link('x-default', '/');
  const url = (path: string): string =>
    `  <url>\n    <loc>https://a.example${path}</loc>\n    <lastmod>2026-01-01T00:00:00.000Z</lastmod>${links}\n  </url>\n`;
  expect(textOf(content, { maxUrls: 3 })).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' +
      `${url('/de/heim')}${url('/')}${url('/de/zweit')}</urlset>\n`,
  );
});

describe('a page with the robots rules', () => {
  it.each([
    [undefined, true],
    ['', true],
    ['index, follow', true],
    ['noindex', false],
    ['follow, NOINDEX', false],
    ['none', false],
    ['nofollow , none', false],
    ['max-image-preview:none', true],
    ['nonesuch', true],
  ])('%s is listed: %s', (robots, expected) => {
    expect(
      isListed({ data: { seo: { ...(robots !== undefined && { robots }) } } } as Parameters<typeof isListed>[0]),
    ).toBe(expected);
  });
});

describe('the parts of a sitemap', () => {
  it.each([
    [0, 0],
    [2, 0],
    [3, 2],
    [4, 2],
    [5, 3],
  ])('of %i pages, two in a file, are %i', (count, parts) => {
    const content = pages(count);
    expect(countSitemapParts(content, 2)).toBe(parts);
    const listed = Array.from({ length: parts }, (_, at) =>
      all(textOf(content, { part: at + 1 }), /<loc>(.*)<\/loc>/g),
    );
    expect(listed.every(({ length }) => length > 0 && length <= 2)).toBe(true);
    if (parts > 0) expect(listed.flat()).toEqual(all(textOf(content, { maxUrls: 9 }), /<loc>(.*)<\/loc>/g));
    for (const part of [-1, 0, parts + 1]) expect(textOf(content, { part })).toBeNull();
  });

  it('are named by the index, in the root of the site', () => {
    expect(all(textOf(pages(5)), /<loc>(.*)<\/loc>/g)).toEqual(
      [1, 2, 3].map((part) => `https://a.example/sitemap-${part}.xml`),
    );
    expect(textOf(pages(5))).not.toContain('<url>');
  });
});
