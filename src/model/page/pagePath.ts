import { decodeUriText } from '../../lib/text/decodeUriText.ts';
import { trimEnds } from '../../lib/text/trimEnds.ts';
import type { Records } from '../records.ts';

type AddressedPage = Records['page'];
type PathSettings = Pick<Records['settings'], 'defaultLocale' | 'homeSlug'>;

/** The path of a page on the site: `/about`, `/es/sobre` in a locale other than the default, `/` and `/es` for the home page. */
export function pagePath(
  { slug, locale }: Pick<AddressedPage, 'slug' | 'locale'>,
  { defaultLocale, homeSlug }: PathSettings,
): string {
  const segments = [locale === defaultLocale ? '' : locale, slug === homeSlug ? '' : slug].filter(Boolean);
  // The slashes are those of slugs and between the segments, so `encodeURI` may leave them.
  return `/${encodeURI(segments.join('/'))}`;
}

/** The key that a page at a path of the site has, whether there is one or not; the path may be encoded. */
export function pageKeyAt(
  path: string,
  { defaultLocale, supportedLocales, homeSlug }: PathSettings & Pick<Records['settings'], 'supportedLocales'>,
): string {
  const [first = '', ...rest] = trimEnds(decodeUriText(path), /\//).split('/');
  const isLocale = supportedLocales.includes(first);
  const slug = (isLocale ? rest : [first, ...rest]).join('/') || homeSlug;
  return `${isLocale ? first : defaultLocale}/${slug}`;
}
