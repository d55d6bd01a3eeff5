import type { Data } from '../wire/sendRequest.ts';

interface AddressedPage {
  readonly slug: string;
  readonly locale: string;
}

type AddressSettings = Data<'GET /api/admin/config'>;

/** The path of a page on the site: the default language has no prefix, and the home page is at the root. */
export function publicPath({ slug, locale }: AddressedPage, { defaultLocale, homeSlug }: AddressSettings): string {
  const parts = [...(locale === defaultLocale ? [] : [locale]), ...(slug === homeSlug ? [] : [slug])];
  return `/${parts.join('/')}`;
}

/** The public address of a page. */
export const buildPublicUrl = (page: AddressedPage, settings: AddressSettings): string =>
  `${settings.siteUrl.replace(/\/$/, '')}${publicPath(page, settings)}`;
