import { trimEnd } from '../lib/trimEnds.ts';
import type { Page } from '../model/entities/page.ts';
import type { Settings } from '../model/entities/settings.ts';

type Site = Pick<Settings, 'defaultLocale' | 'homeSlug'>;

/** Where a page stands on the site: `/about`, `/es/sobre` in a locale that is not the default, `/` and `/es` for the home page. */
export function pagePath({ slug, locale }: Pick<Page, 'slug' | 'locale'>, { defaultLocale, homeSlug }: Site): string {
  const segments = [locale === defaultLocale ? '' : locale, slug === homeSlug ? '' : slug].filter(Boolean);
  // Of what it keeps, slugs and locales hold slashes only.
  return `/${encodeURI(segments.join('/'))}`;
}

/** The address of a site as paths are put behind it. */
export const withoutSlash = (siteUrl: string): string => trimEnd(siteUrl, /\//);

/** The address of a page, `siteUrl` being that of the site without a slash at its end. */
export const pageUrl = (page: Pick<Page, 'slug' | 'locale'>, site: Site, siteUrl: string): string =>
  withoutSlash(siteUrl) + pagePath(page, site);
