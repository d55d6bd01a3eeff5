import { isSafeHref } from '../../../model/richText/href.ts';

/** Whether a document may link to an address or a page; the server has the last word. */
export const isLinkableHref = (href: string): boolean => readPageLink(href) !== undefined || isSafeHref(href);

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
