import { decodeUriText } from '../../lib/text/decodeUriText.ts';
import { trimEnds } from '../../lib/text/trimEnds.ts';
import type { Entry, Lookup } from '../entry.ts';
import type { Records } from '../records.ts';
import { siteSettings } from '../siteSettings.ts';
import { trimSlug } from '../text/slug.ts';
import { kindOfType } from './typeKind.ts';

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

/** Whether a page can be visited: records of data types have no address. */
export function hasAddress({ type }: Pick<AddressedPage, 'type'>, lookup: Pick<Lookup, 'byKey'>): boolean {
  const found = lookup.byKey('contentType', type);
  return !found || kindOfType(found.data) !== 'data';
}

/** The path of a page on its site; null for a record without an address. */
export const findPagePath = (
  page: Pick<AddressedPage, 'slug' | 'locale' | 'type'>,
  lookup: Pick<Lookup, 'byKey'>,
): string | null => (hasAddress(page, lookup) ? pagePath(page, siteSettings(lookup)) : null);

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

/** The slug that the pages of a single type have (`settings.slug`, by default that of the type); null for other types. */
export function singleSlugOf(type: Pick<Records['contentType'], 'settings' | 'slug'> | undefined): string | null {
  if (!type || kindOfType(type) !== 'single') return null;
  const { slug } = type.settings ?? {};
  return (typeof slug === 'string' && trimSlug(slug)) || type.slug;
}

/** The other pages of a single type in the locale of a page; of any other type none. */
export function findOtherSingles(
  { type, locale }: Pick<AddressedPage, 'type' | 'locale'>,
  id: number | undefined,
  lookup: Pick<Lookup, 'byKey' | 'find'>,
): readonly Entry<AddressedPage>[] {
  if (singleSlugOf(lookup.byKey('contentType', type)?.data) === null) return [];
  return lookup.find('page', 'byType', type).filter((other) => other.id !== id && other.data.locale === locale);
}
