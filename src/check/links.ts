import type { Entry, Lookup } from '../model/entry.ts';
import { documentsIn } from '../model/fields/references.ts';
import { pageKeyAt } from '../model/page/pagePath.ts';
import type { Records } from '../model/records.ts';
import { recordValues } from '../model/recordValues.ts';
import { siteAddress, siteLinksIn } from '../model/richText/links.ts';
import { siteSettings } from '../model/siteSettings.ts';
import { canonicalPath } from '../model/text/canonicalPath.ts';
import type { ReadableRecords } from './readableRecords.ts';
import { type CheckRule, finding, type LocatedLink } from './rule.ts';

/** The links in a record that lead to addresses of its own site; an active redirect is one. */
export const linksIn = (entry: Entry, lookup: Lookup): readonly LocatedLink[] =>
  entry.kind === 'redirect' ? linksOfRedirect(entry.data as Records['redirect']) : linksInTexts(entry, lookup);

function linksOfRedirect({ isActive, toPath }: Records['redirect']): readonly LocatedLink[] {
  const address = isActive ? siteAddress(toPath) : undefined;
  return address === undefined ? [] : [{ link: { address, path: [] }, at: ['toPath'] }];
}

const linksInTexts = (entry: Entry, lookup: Lookup): readonly LocatedLink[] =>
  recordValues(entry, lookup).flatMap(({ schema, values, path }) =>
    documentsIn(schema, values, { path, lookup }).flatMap(({ document, path: at }) =>
      siteLinksIn(document).map((link) => ({ link, at: [...at, ...link.path] })),
    ),
  );

/** Reports links in rich text, and redirects, that lead to no page, or to one that is not public. */
export const linkRule: CheckRule = ({ entry, lookup, links }) =>
  links.flatMap(({ link, at }) => {
    const state = addressState(link.address, lookup);
    const isRedirect = entry.kind === 'redirect';
    const leads = `${isRedirect ? 'leads' : 'links'} to "${link.address}", which is not`;
    // A redirect may lead to an address that only the front end knows.
    if (state === 'missing')
      return [finding(entry, isRedirect ? 'warning' : 'error', 'BROKEN_LINK', `${leads} a page`, at)];
    return state === 'hidden' ? [finding(entry, 'warning', 'HIDDEN_LINK', `${leads} published`, at)] : [];
  });

/** Reports active redirects away from the address of a published page, which nobody can then visit. */
export const redirectRule: CheckRule = ({ entry, lookup }) => {
  const { isActive, fromPath } = entry.data as Records['redirect'];
  if (entry.kind !== 'redirect' || !isActive) return [];
  const page = lookup.byKey('page', pageKeyAt(canonicalPath(fromPath), siteSettings(lookup)));
  if (!page || isHidden(page)) return [];
  const message = `leads visitors of the page "${page.key}" away from it`;
  return [finding(entry, 'warning', 'REDIRECTED_PAGE', message, ['fromPath'])];
};

/** Reports mentions of unpublished pages in pages and blocks: by page fields, links, and `page:` in rich text. */
export const mentionRule: CheckRule = ({ entry, lookup, references }) =>
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
function addressState(address: string, lookup: ReadableRecords): 'shown' | 'hidden' | 'missing' {
  if (isNoPage(address)) return 'shown';
  const key = pageKeyAt(address, siteSettings(lookup));
  const page = lookup.byKey('page', key);
  if (page) return isHidden(page) ? 'hidden' : 'shown';
  const redirects = lookup.find('redirect', 'byFromPath', canonicalPath(address));
  return redirects.some(({ data }) => data.isActive) || lookup.mayHold('page', key) ? 'shown' : 'missing';
}

const isNoPage = (address: string): boolean => /^\/(?:api|media|sitemap(?:-\d+)?\.xml)(?:\/|$)/.test(address);

/** The names of others that the findings about a record's addresses depend on. */
export const linkedNames = (
  { kind, data }: Entry,
  links: readonly LocatedLink[],
  lookup: Lookup,
): readonly string[] => [
  ...links.flatMap(({ link }) => addressNames(link.address, lookup)),
  ...(kind === 'redirect' ? addressNames((data as Records['redirect']).fromPath, lookup) : []),
];

const addressNames = (address: string, lookup: Lookup): readonly string[] =>
  isNoPage(address) ? [] : [`link:${pageKeyAt(address, siteSettings(lookup))}`, `redirect:${canonicalPath(address)}`];
