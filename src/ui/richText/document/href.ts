const PAGE = /^page:[^\s?#]+(?:[?#]\S*)?$/;
const SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];
/** Relative addresses are resolved against a host that does not exist. */
const BASE = 'https://relative.invalid';

/** Whether a document may link to an address; the server has the last word. */
export function isLinkableHref(href: string): boolean {
  if (PAGE.test(href)) return true;
  return href === href.trim() && URL.canParse(href, BASE) && SCHEMES.includes(new URL(href, BASE).protocol);
}

/** Whether a picture may be loaded from an address. */
export const isLoadableSource = (src: string): boolean =>
  src === src.trim() && URL.canParse(src, BASE) && ['http:', 'https:'].includes(new URL(src, BASE).protocol);

/** The page that a link names, and the rest after it: `page:en/about#team`. */
export function readPageLink(href: string): { readonly key: string; readonly rest: string } | undefined {
  const [, key, rest = ''] = /^page:([^\s?#]+)([?#]\S*)?$/.exec(href) ?? [];
  return key === undefined ? undefined : { key, rest };
}

/** Whether what was typed is meant as an address. A word typed to find a page is not, although it could be a relative one. */
export const isTypedHref = (href: string): boolean =>
  readPageLink(href) !== undefined || (/^(?:[a-z][a-z+.-]*:|\/|#|\?|\.)/i.test(href) && isLinkableHref(href));

const HOST = /^[^\s/?#@:]+\.[a-z]{2,}(?:[:/?#]\S*)?$/i;
const MAIL = /^[^\s@/]+@[^\s@/]+\.[a-z]{2,}$/i;

/** Completes a typed address: `example.org` becomes `https://example.org`. */
export function completeHref(typed: string): string {
  const text = typed.trim();
  if (MAIL.test(text)) return `mailto:${text}`;
  return HOST.test(text) && !/^[a-z][a-z+.-]*:\/\//i.test(text) ? `https://${text}` : text;
}
