import type { Data } from '../wire/sendRequest.ts';

interface AddressedPage {
  readonly slug: string;
  readonly locale: string;
}

type AddressSettings = Data<'GET /api/admin/config'>;

/** The public address of a page: the default language has no prefix, and the home page is at the root. */
export function buildPublicUrl(
  { slug, locale }: AddressedPage,
  { siteUrl, defaultLocale, homeSlug }: AddressSettings,
): string {
  const parts = [...(locale === defaultLocale ? [] : [locale]), ...(slug === homeSlug ? [] : [slug])];
  return `${siteUrl.replace(/\/$/, '')}/${parts.join('/')}`;
}
