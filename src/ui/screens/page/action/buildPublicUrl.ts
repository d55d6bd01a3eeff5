import type { Data } from '../../../wire/sendRequest.ts';

interface LocalizedSlug {
  readonly slug: string;
  readonly locale: string;
}

/** The public address of a page: the default language has no prefix, and the home page is at the root. */
export function buildPublicUrl({ slug, locale }: LocalizedSlug, settings: Data<'GET /api/admin/config'>): string {
  const { siteUrl, defaultLocale, homeSlug } = settings;
  const parts = [...(locale === defaultLocale ? [] : [locale]), ...(slug === homeSlug ? [] : [slug])];
  return `${siteUrl.replace(/\/$/, '')}/${parts.join('/')}`;
}
