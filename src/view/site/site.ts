import type { Settings } from '../../model/entities/settings.ts';
import type { TrackingScript } from '../../model/entities/trackingScript.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { withoutHidden } from '../../model/fields/known.ts';
import { shownText } from '../../model/page/shownValues.ts';
import { showBlockType, showContentType } from '../admin/records.ts';
import { showImage } from '../media.ts';
import type { PublicContent } from '../publicContent.ts';

/** What a front end needs to know of the whole site. */
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

const byId = (a: Entry, b: Entry): number => a.id - b.id;

/** The types of content and of blocks, in the order they were made; a default that names a hidden page is null. */
export const showSchemas = (lookup: Lookup): object => ({
  contentTypes: [...lookup.all('contentType')].sort(byId).map((type) => withoutHidden(showContentType(type), lookup)),
  blockTypes: [...lookup.all('blockType')].sort(byId).map((type) => withoutHidden(showBlockType(type), lookup)),
});

export const showRedirects = (lookup: Lookup): readonly object[] =>
  [...lookup.all('redirect')].sort(byId).map(({ id, data }) => ({
    id,
    fromPath: data.fromPath,
    toPath: data.toPath,
    statusCode: data.statusCode,
  }));

/** Which of these are slugs of pages that everybody may see, in any locale. */
export function findPublicSlugs(slugs: readonly string[], content: PublicContent): readonly string[] {
  if (slugs.length === 0) return [];
  const known = new Set(content.pages({}, 'slug', 'asc').map(({ data }) => data.slug));
  return slugs.filter((slug) => known.has(slug));
}

/** The scripts of a page, in the order they are to run; those of every page alone where no public page is named. */
export function showTrackingScripts(content: PublicContent, pageSlug = ''): object {
  const all = [...content.all('trackingScript')];
  const targeted = all.filter(({ data }) => data.scope === 'targeted' && data.targetPages.includes(pageSlug));
  // Asked only for slugs that scripts name: all pages are looked through.
  const isTarget = targeted.length > 0 && findPublicSlugs([pageSlug], content).length > 0;
  const scripts = all
    .filter((script) => script.data.scope === 'global' || (isTarget && targeted.includes(script)))
    .sort((a, b) => a.data.priority - b.data.priority || byId(a, b));
  const at = (position: TrackingScript['position']): readonly object[] =>
    scripts
      .filter(({ data }) => data.position === position)
      .map(({ id, data }) => ({ id, name: data.name, code: data.code }));
  return { head: at('head'), body: at('body') };
}
