import type { ValuePath } from '../reference.ts';
import { staysOnSite } from './href.ts';
import { attributesOf, isNode, walk } from './node.ts';

/** An address within the same site that a document links to, and where it stands. */
export interface SiteLink {
  /** Without query and fragment, decoded: `/visit/getting-here`. */
  readonly address: string;
  readonly path: ValuePath;
}

/** The absolute addresses of the same site in the links and images of a document. */
export function siteLinksIn(document: unknown): readonly SiteLink[] {
  const links: SiteLink[] = [];
  const add = (href: unknown, path: ValuePath): void => {
    const address = siteAddress(href);
    if (address !== undefined) links.push({ address, path });
  };
  walk(document, (node, path) => {
    if (node.type === 'image') add(attributesOf(node)['href'], [...path, 'attrs', 'href']);
    const marks: readonly unknown[] = Array.isArray(node.marks) ? node.marks : [];
    for (const [index, mark] of marks.entries())
      if (isNode(mark) && mark.type === 'link')
        add(attributesOf(mark)['href'], [...path, 'marks', index, 'attrs', 'href']);
  });
  return links;
}

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
