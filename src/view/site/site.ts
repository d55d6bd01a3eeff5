import type { Settings } from '../../model/entities/settings.ts';
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

/** Which of these slugs belong to a public page in any locale. */
export function findPublicSlugs(slugs: readonly string[], content: PublicContent): readonly string[] {
  if (slugs.length === 0) return [];
  const known = new Set(content.pages({}, 'slug', 'asc').map(({ data }) => data.slug));
  return slugs.filter((slug) => known.has(slug));
}
