import type { ValuePath } from '../reference.ts';
import { staysOnSite } from './href.ts';
import { hrefsIn } from './hrefs.ts';

/** An address on the same site that a document links to, and its path. */
export interface SiteLink {
  /** Without query and fragment, decoded: `/visit/getting-here`. */
  readonly address: string;
  readonly path: ValuePath;
}

/** The links of a document, and those around its images, that lead to an absolute path on the same site. */
export const siteLinksIn = (document: unknown): readonly SiteLink[] =>
  hrefsIn(document).flatMap(({ href, path }) => {
    const address = siteAddress(href);
    return address === undefined ? [] : [{ address, path }];
  });

/** The address of a link on the same site, as `SiteLink` has it; undefined for any other. */
export function siteAddress(href: unknown): string | undefined {
  if (typeof href !== 'string' || !href.startsWith('/') || !staysOnSite(href)) return undefined;
  const { pathname } = new URL(href, 'https://relative.invalid');
  try {
    return decodeURIComponent(pathname);
  } catch {
    // No page has such an address: it is reported as written.
    return pathname;
  }
}
