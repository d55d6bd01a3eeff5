import { escapeHtml } from '../lib/escapeHtml.ts';
import type { Page } from '../model/entities/page.ts';
import type { Entry } from '../model/entry.ts';
import { pageUrl } from './pageUrl.ts';
import type { PublicContent } from './publicContent.ts';

/** Addresses in one file (sitemaps.org, "Sitemap file limits"). */
export const MAX_URLS = 50_000;

const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const XHTML = 'http://www.w3.org/1999/xhtml';
/** What forbids search engines to list a page (robots meta tag). */
const HIDDEN = /\b(noindex|none)\b/i;

type PageEntry = Entry<Page>;

export interface SitemapOptions {
  readonly siteUrl: string;
  /** Which part of a site that needs several, from 1; without it the whole, or the list of parts. */
  readonly part?: number | undefined;
  readonly maxUrls: number;
}

/** The public pages that search engines may list; null where there is no such part. */
export function showSitemap(content: PublicContent, options: SitemapOptions): string | null {
  const { siteUrl, part, maxUrls } = options;
  const pages = listedPages(content);
  const parts = partsOf(pages, maxUrls);
  if (part === undefined) return parts > 0 ? showIndex(parts, siteUrl) : showUrls(pages, content, siteUrl);
  if (part < 1 || part > parts) return null;
  return showUrls(pages.slice((part - 1) * maxUrls, part * maxUrls), content, siteUrl);
}

/** How many parts the sitemap needs; none where one file holds it. */
export const countSitemapParts = (content: PublicContent, maxUrls: number): number =>
  partsOf(listedPages(content), maxUrls);

const partsOf = ({ length }: readonly PageEntry[], maxUrls: number): number =>
  length > maxUrls ? Math.ceil(length / maxUrls) : 0;

const listedPages = (content: PublicContent): readonly PageEntry[] => content.pages({}, 'slug', 'asc').filter(isListed);

const isListed = ({ data }: PageEntry): boolean => !HIDDEN.test(data.seo.robots ?? '');

const document = (root: string, lines: readonly string[]): string =>
  ['<?xml version="1.0" encoding="UTF-8"?>', `<${root}>`, ...lines, `</${root.split(' ')[0]}>`, ''].join('\n');

const showIndex = (parts: number, siteUrl: string): string =>
  document(
    `sitemapindex xmlns="${SITEMAPS}"`,
    Array.from({ length: parts }, (_, index) => {
      // Beside it: what stands in a folder may list the addresses of that folder only, and a static host ignores queries.
      const url = `${siteUrl.replace(/\/+$/, '')}/sitemap-${index + 1}.xml`;
      return `  <sitemap><loc>${escapeHtml(url)}</loc></sitemap>`;
    }),
  );

function showUrls(pages: readonly PageEntry[], content: PublicContent, siteUrl: string): string {
  const settings = content.settings();
  const urls = new Map<PageEntry, string>();
  /** Each is named once by itself, and by every language it is in. */
  function urlOf(page: PageEntry): string {
    const url = urls.get(page) ?? escapeHtml(pageUrl(page.data, settings, siteUrl));
    urls.set(page, url);
    return url;
  }
  return document(
    `urlset xmlns="${SITEMAPS}" xmlns:xhtml="${XHTML}"`,
    pages.flatMap((page) => [
      '  <url>',
      `    <loc>${urlOf(page)}</loc>`,
      `    <lastmod>${page.updatedAt}</lastmod>`,
      ...alternatesOf(page, content).map(
        ([language, other]) =>
          `    <xhtml:link rel="alternate" hreflang="${escapeHtml(language)}" href="${urlOf(other)}"/>`,
      ),
      '  </url>',
    ]),
  );
}

/** A page in all its languages, itself included, and where speakers of any other are to go; none for a page in one language. */
function alternatesOf(page: PageEntry, content: PublicContent): readonly (readonly [string, PageEntry])[] {
  const others = content.translationsOf(page).filter(isListed);
  if (others.length === 0) return [];
  const all = [page, ...others].sort((a, b) => (a.data.locale < b.data.locale ? -1 : 1));
  const fallback = all.find(({ data }) => data.locale === content.settings().defaultLocale);
  return [
    ...all.map((one) => [one.data.locale, one] as const),
    ...(fallback ? [['x-default', fallback] as const] : []),
  ];
}
