import { trimEnds } from '../lib/text/trimEnds.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { documentsIn } from '../model/fields/references.ts';
import type { Records } from '../model/records.ts';
import { valuesOf } from '../model/recordValues.ts';
import { siteLinksIn } from '../model/richText/links.ts';
import { settingsOf } from '../model/siteSettings.ts';
import { canonicalPath } from '../model/text/canonicalPath.ts';
import { finding, type PlacedLink, type Rule } from './rule.ts';
import type { Sound } from './sound.ts';

/** The links in a record that lead to addresses of its own site. */
export const linksIn = (entry: Entry, lookup: Lookup): readonly PlacedLink[] =>
  valuesOf(entry, lookup).flatMap(({ schema, values, path }) =>
    documentsIn(schema, values, path).flatMap(({ document, path: at }) =>
      siteLinksIn(document).map((link) => ({ link, at: [...at, ...link.path] })),
    ),
  );

/** Reports links in rich text that lead to no page, or to one that is not public. */
export const linkRule: Rule = ({ entry, lookup, links }) =>
  links.flatMap(({ link, at }) => {
    const state = stateOf(link.address, lookup);
    if (state === 'missing')
      return [finding(entry, 'error', 'BROKEN_LINK', `links to "${link.address}", which is not a page`, at)];
    return state === 'hidden'
      ? [finding(entry, 'warning', 'HIDDEN_LINK', `links to "${link.address}", which is not published`, at)]
      : [];
  });

/** Reports mentions of unpublished pages in pages and blocks: by page fields, links, and `page:` in rich text. */
export const mentionRule: Rule = ({ entry, lookup, references }) =>
  entry.kind === 'page' || entry.kind === 'block'
    ? references
        .filter(({ kind, key }) => kind === 'page' && isHidden(lookup.byKey('page', key)))
        .map(({ key, path }) =>
          finding(entry, 'warning', 'HIDDEN_LINK', `leads to the page "${key}", which is not published`, path),
        )
    : [];

const isHidden = (page: Entry<Records['page']> | undefined): boolean =>
  page !== undefined && page.data.status !== 'published';

/** Whether an address of the site leads to something, and whether everybody may see it. */
function stateOf(address: string, lookup: Sound): 'shown' | 'hidden' | 'missing' {
  if (isNoPage(address)) return 'shown';
  const key = pageKeyAt(address, lookup);
  const page = lookup.byKey('page', key);
  if (page) return isHidden(page) ? 'hidden' : 'shown';
  const redirects = lookup.find('redirect', 'byFromPath', canonicalPath(address));
  return redirects.some(({ data }) => data.isActive) || lookup.mayHold('page', key) ? 'shown' : 'missing';
}

const isNoPage = (address: string): boolean => /^\/(?:api|media|sitemap(?:-\d+)?\.xml)(?:\/|$)/.test(address);

/** Addresses begin with the locale, except those of the default locale. */
function pageKeyAt(address: string, lookup: Lookup): string {
  const { defaultLocale, supportedLocales, homeSlug } = settingsOf(lookup);
  const [first = '', ...rest] = trimEnds(address, /\//).split('/');
  const isLocale = supportedLocales.includes(first);
  const slug = (isLocale ? rest : [first, ...rest]).join('/') || homeSlug;
  return `${isLocale ? first : defaultLocale}/${slug}`;
}

/** The names that a link's state depends on. */
export const namesOf = (address: string, lookup: Lookup): readonly string[] =>
  isNoPage(address) ? [] : [`link:${pageKeyAt(address, lookup)}`, `redirect:${canonicalPath(address)}`];
