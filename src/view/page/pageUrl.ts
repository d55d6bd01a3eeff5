import { trimEnd } from '../../lib/text/trimEnds.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Settings } from '../../model/entities/settings.ts';
import { pagePath } from '../../model/page/pagePath.ts';

/** The address of a site without trailing slashes, ready to append a path. */
export const withoutSlash = (siteUrl: string): string => trimEnd(siteUrl, /\//);

/** The address of a page on the site. */
export const pageUrl = (
  page: Pick<Page, 'slug' | 'locale'>,
  site: Pick<Settings, 'defaultLocale' | 'homeSlug'>,
  siteUrl: string,
): string => withoutSlash(siteUrl) + pagePath(page, site);
