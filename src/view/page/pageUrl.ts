import { trimEnd } from '../../lib/text/trimEnds.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Settings } from '../../model/entities/settings.ts';
import { pagePath } from '../../model/page/pagePath.ts';

/** The address of a site as paths are put behind it. */
export const withoutSlash = (siteUrl: string): string => trimEnd(siteUrl, /\//);

/** The address of a page, `siteUrl` being that of the site without a slash at its end. */
export const pageUrl = (
  page: Pick<Page, 'slug' | 'locale'>,
  site: Pick<Settings, 'defaultLocale' | 'homeSlug'>,
  siteUrl: string,
): string => withoutSlash(siteUrl) + pagePath(page, site);
