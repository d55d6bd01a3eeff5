import type { Records } from '../records.ts';

type Page = Records['page'];
type Site = Pick<Records['settings'], 'defaultLocale' | 'homeSlug'>;

/** The path of a page on the site: `/about`, `/es/sobre` in a locale other than the default, `/` and `/es` for the home page. */
export function pagePath({ slug, locale }: Pick<Page, 'slug' | 'locale'>, { defaultLocale, homeSlug }: Site): string {
  const segments = [locale === defaultLocale ? '' : locale, slug === homeSlug ? '' : slug].filter(Boolean);
  // The slashes are those of slugs and between the segments, so `encodeURI` may leave them.
  return `/${encodeURI(segments.join('/'))}`;
}
