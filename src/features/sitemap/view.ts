import { compareText } from '../../lib/text/compareText.ts';
import { escapeHtml } from '../../lib/text/escapeHtml.ts';
import type { PageEntry } from '../../model/entities/page.ts';
import type { Settings } from '../../model/entities/settings.ts';
import { pagePath } from '../../model/page/pagePath.ts';
import { withoutSlash } from '../../view/page/pageUrl.ts';
import type { PublicContent } from '../../view/publicContent.ts';

/** The most addresses in one file (sitemaps.org, "Sitemap file limits"). */
export const MAX_URLS = 50_000;

const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const XHTML = 'http://www.w3.org/1999/xhtml';
/** The robots rules that forbid search engines to list a page. `none` can also be the value of another rule: `max-image-preview:none`. */
const HIDDEN = /\bnoindex\b|(^|,)\s*none\s*(,|$)/i;

interface SitemapSite extends Pick<Settings, 'defaultLocale' | 'homeSlug'> {
  readonly siteUrl: string;
}

export interface SitemapOptions {
  readonly siteUrl: string;
  /** Which part to show, from 1. Without it the whole sitemap is shown, or the index of its parts if it needs several. */
  readonly part?: number | undefined;
  readonly maxUrls: number;
}

/**
 * The public pages that search engines may list, as the pieces of a text; null if there is no such part. The content is
 * read at once, so the pieces may be consumed while it changes.
 */
export function showSitemap(
  content: PublicContent,
  { siteUrl, part, maxUrls }: SitemapOptions,
): Iterable<string> | null {
  const pages = listedPages(content);
  const parts = countRanges(pages, maxUrls);
  const { defaultLocale, homeSlug } = content.settings();
  const site = { defaultLocale, homeSlug, siteUrl };
  if (part === undefined) return parts > 0 ? showIndex(parts, siteUrl) : showUrls(pages, site, [0, pages.length]);
  if (part < 1 || part > parts) return null;
  return showUrls(pages, site, [(part - 1) * maxUrls, part * maxUrls]);
}

/** How many parts the sitemap needs; 0 if one file is enough. */
export const countSitemapParts = (content: PublicContent, maxUrls: number): number =>
  countRanges(listedPages(content), maxUrls);

const countRanges = ({ length }: readonly PageEntry[], maxUrls: number): number =>
  length > maxUrls ? Math.ceil(length / maxUrls) : 0;

const listedPages = (content: PublicContent): readonly PageEntry[] => content.pages({}, 'slug', 'asc').filter(isListed);

/** Whether search engines may list a page. */
export const isListed = ({ data: { seo } }: PageEntry): boolean => seo.robots === undefined || !HIDDEN.test(seo.robots);

function* document(root: string, lines: Iterable<string>): Generator<string, void> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>\n`;
  for (const line of lines) yield line === '' ? '' : `${line}\n`;
  yield `</${root.split(' ')[0]}>\n`;
}

const showIndex = (parts: number, siteUrl: string): Iterable<string> =>
  document(
    `sitemapindex xmlns="${SITEMAPS}"`,
    Array.from({ length: parts }, (_, index) => {
      // In the root: a sitemap in a folder may only list addresses in that folder, and a static host ignores queries.
      const url = `${withoutSlash(siteUrl)}/sitemap-${index + 1}.xml`;
      return `  <sitemap><loc>${escapeHtml(url)}</loc></sitemap>`;
    }),
  );

/** A page with its address, escaped for XML. */
interface SitemapPage {
  readonly page: PageEntry;
  readonly url: string;
  readonly group: SitemapGroup;
}

/** Pages that are translations of each other. */
interface SitemapGroup {
  readonly pages: SitemapPage[];
  /** The links to all of them, the same for each page; made for the first page shown. */
  links?: string;
}

const showUrls = (pages: readonly PageEntry[], site: SitemapSite, part: SitemapRange): Iterable<string> =>
  document(`urlset xmlns="${SITEMAPS}" xmlns:xhtml="${XHTML}"`, urlLines(pages, site, part));

type SitemapRange = readonly [from: number, to: number];

function* urlLines(pages: readonly PageEntry[], site: SitemapSite, [from, to]: SitemapRange): Generator<string, void> {
  const listed: SitemapPage[] = [];
  for (const one of groupTranslations(pages, site)) {
    listed.push(one);
    // An empty piece, at which the consumer may pause.
    yield '';
  }
  for (const { page, url, group } of listed.slice(from, to)) {
    group.links ??= showLinks(group.pages, site);
    yield `  <url>
    <loc>${url}</loc>
    <lastmod>${page.updatedAt}</lastmod>${group.links}
  </url>`;
  }
}

function* groupTranslations(
  pages: readonly PageEntry[],
  { siteUrl, ...site }: SitemapSite,
): Generator<SitemapPage, void> {
  const base = withoutSlash(siteUrl);
  const groups = new Map<string, SitemapGroup>();
  for (const page of pages) {
    const name = page.data.translationGroup;
    const group = (name === undefined ? undefined : groups.get(name)) ?? { pages: [] };
    if (name !== undefined && group.pages.length === 0) groups.set(name, group);
    const one = { page, url: escapeHtml(base + pagePath(page.data, site)), group };
    group.pages.push(one);
    yield one;
  }
}

/** Links to the page in each locale, and to the default one for speakers of other languages. */
function showLinks(group: readonly SitemapPage[], { defaultLocale }: Pick<SitemapSite, 'defaultLocale'>): string {
  // Of several pages in one locale the first counts.
  const byLocale = new Map(group.toReversed().map((one) => [one.page.data.locale, one]));
  if (byLocale.size < 2) return '';
  const sorted = [...byLocale.values()].sort((a, b) => compareText(a.page.data.locale, b.page.data.locale));
  const fallback = sorted.find(({ page }) => page.data.locale === defaultLocale);
  return [
    ...sorted.map(({ page, url }) => writeAlternateLink(page.data.locale, url)),
    fallback ? writeAlternateLink('x-default', fallback.url) : '',
  ].join('');
}

const writeAlternateLink = (language: string, url: string): string =>
  `\n    <xhtml:link rel="alternate" hreflang="${escapeHtml(language)}" href="${url}"/>`;
