import { trimEnd } from '../../lib/text/trimEnds.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Lookup } from '../../model/entry.ts';
import { findPagePath } from '../../model/page/pagePath.ts';

/** The address of a site without trailing slashes, ready to append a path. */
export const withoutSlash = (siteUrl: string): string => trimEnd(siteUrl, /\//);

/** The address of a page on the site; null for a record without an address. */
export function pageUrl(page: Page, lookup: Pick<Lookup, 'byKey'>, siteUrl: string): string | null {
  const path = findPagePath(page, lookup);
  return path === null ? null : withoutSlash(siteUrl) + path;
}
