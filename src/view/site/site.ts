import type { Settings } from '../../model/entities/settings.ts';
import type { TrackingScript } from '../../model/entities/trackingScript.ts';
import { compareEntryIds, type Lookup } from '../../model/entry.ts';
import { withoutHidden } from '../../model/fields/fittedValues.ts';
import { shownText } from '../../model/page/shownValues.ts';
import { showBlockType, showContentType } from '../admin/records.ts';
import { showImage } from '../media.ts';
import type { PublicContent } from '../publicContent.ts';

/** What a front end needs to know about the whole site. */
export const showSite = (settings: Settings, lookup: Lookup): object => ({
  siteName: settings.siteName,
  tagline: settings.tagline,
  logo: showImage(settings.logo, lookup),
  footer: settings.footer,
  social: Object.fromEntries(Object.entries(settings.social).filter(([, url]) => shownText(url, 'href') !== null)),
  defaultLocale: settings.defaultLocale,
  supportedLocales: settings.supportedLocales,
  homeSlug: settings.homeSlug,
  static: settings.static,
});

/** The content types and block types by id; a default that names a hidden page is null. */
export const showSchemas = (lookup: Lookup): object => ({
  contentTypes: [...lookup.all('contentType')]
    .sort(compareEntryIds)
    .map((type) => withoutHidden(showContentType(type), lookup)),
  blockTypes: [...lookup.all('blockType')]
    .sort(compareEntryIds)
    .map((type) => withoutHidden(showBlockType(type), lookup)),
});

export const showRedirects = (lookup: Lookup): readonly object[] =>
  [...lookup.all('redirect')].sort(compareEntryIds).map(({ id, data }) => ({
    id,
    fromPath: data.fromPath,
    toPath: data.toPath,
    statusCode: data.statusCode,
  }));

/** Which of these slugs belong to a public page in any locale. */
export function findPublicSlugs(slugs: readonly string[], content: PublicContent): readonly string[] {
  if (slugs.length === 0) return [];
  const known = new Set(content.pages({}, 'slug', 'asc').map(({ data }) => data.slug));
  return slugs.filter((slug) => known.has(slug));
}

/** The scripts for a page in running order; without a public page with this slug, only the scripts for all pages. */
export function showTrackingScripts(content: PublicContent, pageSlug = ''): object {
  const all = [...content.all('trackingScript')];
  const targeted = all.filter(({ data }) => data.scope === 'targeted' && data.targetPages.includes(pageSlug));
  // Looked up only for slugs that scripts target: the search goes through all pages.
  const isTarget = targeted.length > 0 && findPublicSlugs([pageSlug], content).length > 0;
  const scripts = all
    .filter((script) => script.data.scope === 'global' || (isTarget && targeted.includes(script)))
    .sort((a, b) => a.data.priority - b.data.priority || compareEntryIds(a, b));
  const at = (position: TrackingScript['position']): readonly object[] =>
    scripts
      .filter(({ data }) => data.position === position)
      .map(({ id, data }) => ({ id, name: data.name, code: data.code }));
  return { head: at('head'), body: at('body') };
}
