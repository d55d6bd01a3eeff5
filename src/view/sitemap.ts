import { compareText } from '../lib/compareText.ts';
import { escapeHtml } from '../lib/escapeHtml.ts';
import { onceEach } from '../lib/onceEach.ts';
import type { Page } from '../model/entities/page.ts';
import type { Settings } from '../model/entities/settings.ts';
import type { Entry } from '../model/entry.ts';
import { pagePath } from './pageUrl.ts';
import type { PublicContent } from './publicContent.ts';

/** Addresses in one file (sitemaps.org, "Sitemap file limits"). */
export const MAX_URLS = 50_000;

const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const XHTML = 'http://www.w3.org/1999/xhtml';
/** What forbids search engines to list a page (robots meta tag); `none` may also be the value of another rule: `max-image-preview:none`. */
const HIDDEN = /\bnoindex\b|(^|,)\s*none\s*(,|$)/i;

type PageEntry = Entry<Page>;
/** A page's address as XML has it. */
type UrlOf = (page: PageEntry) => string;

interface Site extends Pick<Settings, 'defaultLocale' | 'homeSlug'> {
  readonly siteUrl: string;
}

export interface SitemapOptions {
  readonly siteUrl: string;
  /** Which part of a site that needs several, from 1; without it the whole, or the list of parts. */
  readonly part?: number | undefined;
  readonly maxUrls: number;
}

/** The public pages that search engines may list; null where there is no such part. */
export function showSitemap(content: PublicContent, { siteUrl, part, maxUrls }: SitemapOptions): string | null {
  const pages = listedPages(content);
  const parts = partsOf(pages, maxUrls);
  const site = { ...content.settings(), siteUrl };
  if (part === undefined) return parts > 0 ? showIndex(parts, siteUrl) : showUrls(pages, pages, site);
  if (part < 1 || part > parts) return null;
  return showUrls(pages.slice((part - 1) * maxUrls, part * maxUrls), pages, site);
}

/** How many parts the sitemap needs; none where one file holds it. */
export const countSitemapParts = (content: PublicContent, maxUrls: number): number =>
  partsOf(listedPages(content), maxUrls);

const partsOf = ({ length }: readonly PageEntry[], maxUrls: number): number =>
  length > maxUrls ? Math.ceil(length / maxUrls) : 0;

const listedPages = (content: PublicContent): readonly PageEntry[] => content.pages({}, 'slug', 'asc').filter(isListed);

const isListed = ({ data: { seo } }: PageEntry): boolean => seo.robots === undefined || !HIDDEN.test(seo.robots);

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

function showUrls(part: readonly PageEntry[], pages: readonly PageEntry[], { siteUrl, ...site }: Site): string {
  const base = siteUrl.replace(/\/+$/, '');
  const urlOf = onceEach(({ data }: PageEntry) => escapeHtml(base + pagePath(data, site)));
  const groups = groupTranslations(pages);
  const linksOf = onceEach((group: string) => showLinks(groups.get(group) ?? [], urlOf, site));
  return document(
    `urlset xmlns="${SITEMAPS}" xmlns:xhtml="${XHTML}"`,
    part.map(
      (page) => `  <url>
    <loc>${urlOf(page)}</loc>
    <lastmod>${page.updatedAt}</lastmod>${linksOf(page.data.translationGroup ?? '')}
  </url>`,
    ),
  );
}

/** The pages that search engines may list, by the group of those that are translations of each other. */
function groupTranslations(pages: readonly PageEntry[]): ReadonlyMap<string, readonly PageEntry[]> {
  const groups = new Map<string, PageEntry[]>();
  for (const page of pages) {
    const name = page.data.translationGroup;
    if (name === undefined) continue;
    const group = groups.get(name) ?? [];
    group.push(page);
    groups.set(name, group);
  }
  return groups;
}

/** What all pages of a group say: the page in each language, and where speakers of any other are to go. */
function showLinks(group: readonly PageEntry[], urlOf: UrlOf, { defaultLocale }: Pick<Site, 'defaultLocale'>): string {
  if (group.length < 2) return '';
  const pages = [...group].sort((a, b) => compareText(a.data.locale, b.data.locale));
  const fallback = pages.find(({ data }) => data.locale === defaultLocale);
  const links = [
    ...pages.map((page) => [page.data.locale, page] as const),
    ...(fallback ? [['x-default', fallback] as const] : []),
  ];
  return links
    .map(
      ([language, page]) =>
        `\n    <xhtml:link rel="alternate" hreflang="${escapeHtml(language)}" href="${urlOf(page)}"/>`,
    )
    .join('');
}
