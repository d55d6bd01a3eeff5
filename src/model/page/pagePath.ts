import type { Records } from '../records.ts';

type Page = Records['page'];
type Site = Pick<Records['settings'], 'defaultLocale' | 'homeSlug'>;

/** Where a page stands on the site: `/about`, `/es/sobre` in a locale that is not the default, `/` and `/es` for the home page. */
export function pagePath({ slug, locale }: Pick<Page, 'slug' | 'locale'>, { defaultLocale, homeSlug }: Site): string {
  const segments = [locale === defaultLocale ? '' : locale, slug === homeSlug ? '' : slug].filter(Boolean);
  // Only slugs and locales hold slashes.
  return `/${encodeURI(segments.join('/'))}`;
}
