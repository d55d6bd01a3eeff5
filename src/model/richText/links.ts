import type { ValuePath } from '../reference.ts';
import { staysOnSite } from './href.ts';
import { hrefsIn } from './hrefs.ts';

/** An address within the same site that a document links to, and where it stands. */
export interface SiteLink {
  /** Without query and fragment, decoded: `/visit/getting-here`. */
  readonly address: string;
  readonly path: ValuePath;
}

/** The absolute addresses of the same site in the links and images of a document. */
export const siteLinksIn = (document: unknown): readonly SiteLink[] =>
  hrefsIn(document).flatMap(({ href, path }) => {
    const address = siteAddress(href);
    return address === undefined ? [] : [{ address, path }];
  });

function siteAddress(href: unknown): string | undefined {
  if (typeof href !== 'string' || !href.startsWith('/') || !staysOnSite(href)) return undefined;
  const { pathname } = new URL(href, 'https://relative.invalid');
  try {
    return decodeURIComponent(pathname);
  } catch {
    // Not what any page is called: it is shown as it stands.
    return pathname;
  }
}
