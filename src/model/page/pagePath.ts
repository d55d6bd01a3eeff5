import type { Page } from '../entities/page.ts';
import type { Settings } from '../entities/settings.ts';

type Site = Pick<Settings, 'defaultLocale' | 'homeSlug'>;

/** Where a page stands on the site: `/about`, `/es/sobre` in a locale that is not the default, `/` and `/es` for the home page. */
export function pagePath({ slug, locale }: Pick<Page, 'slug' | 'locale'>, { defaultLocale, homeSlug }: Site): string {
  const segments = [locale === defaultLocale ? '' : locale, slug === homeSlug ? '' : slug].filter(Boolean);
  // Of what it keeps, slugs and locales hold slashes only.
  return `/${encodeURI(segments.join('/'))}`;
}
