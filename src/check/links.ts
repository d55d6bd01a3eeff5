import { CONTENT_KINDS, entityOf } from '../model/entities/index.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { documentsIn } from '../model/fields/references.ts';
import { hasAddress, pageKeyAt } from '../model/page/pagePath.ts';
import { recordValues } from '../model/record/recordValues.ts';
import type { Kind, Records } from '../model/records.ts';
import { siteAddress, siteLinksIn } from '../model/richText/links.ts';
import { siteSettings } from '../model/siteSettings.ts';
import { canonicalPath } from '../model/text/canonicalPath.ts';
import type { ReadableRecords } from './readableRecords.ts';
import { type CheckRule, finding, type LocatedLink } from './rule.ts';

/** The links in a record that lead to addresses of its own site. */
export const linksIn = (entry: Entry, lookup: Lookup): readonly LocatedLink[] => [
  ...ownLink(entry),
  ...linksInTexts(entry, lookup),
];

function ownLink({ kind, data }: Entry): readonly LocatedLink[] {
  const link = entityOf(kind).link?.(data);
  const address = link ? siteAddress(link.address) : undefined;
  return link && address !== undefined ? [{ link: { address, path: [] }, at: link.path }] : [];
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
    const isOwn = entityOf(entry.kind).link !== undefined;
    const leads = `${isOwn ? 'leads' : 'links'} to "${link.address}", which is not`;
    // A redirect may lead to an address that only the front end knows.
    if (state === 'missing') return [finding(entry, isOwn ? 'warning' : 'error', 'BROKEN_LINK', `${leads} a page`, at)];
    return state === 'hidden' ? [finding(entry, 'warning', 'HIDDEN_LINK', `${leads} published`, at)] : [];
  });

/** Reports what the entity itself warns of. */
export const entityRule: CheckRule = ({ entry, lookup }) =>
  (entityOf(entry.kind).warnings?.(entry.data, lookup) ?? []).map(({ code, message, path }) =>
    finding(entry, 'warning', code, message, path),
  );

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
  if (page && hasAddress(page.data, lookup)) return isHidden(page) ? 'hidden' : 'shown';
  return isAnswered(canonicalPath(address), lookup) || lookup.mayHold('page', key) ? 'shown' : 'missing';
}

/** Whether a record that is not a page answers at an address. */
const isAnswered = (path: string, lookup: Lookup): boolean =>
  CONTENT_KINDS.some((kind) => {
    const { answers } = entityOf(kind);
    return answers && lookup.find(kind, answers.index, path).some(({ data }) => answers.isActive(data));
  });

const isNoPage = (address: string): boolean => /^\/(?:api|media|sitemap(?:-\d+)?\.xml)(?:\/|$)/.test(address);

/** The names of others that the findings about a record's addresses depend on. */
export const linkedNames = (
  { kind, data }: Entry,
  links: readonly LocatedLink[],
  lookup: Lookup,
): readonly string[] => [
  ...links.flatMap(({ link }) => addressNames(link.address, lookup)),
  ...answeredAddress(kind, data).flatMap((path) => addressNames(path, lookup)),
];

/** The address that a record answers at, if it is of a kind that does. */
export const answeredAddress = (kind: Kind, data: unknown): readonly string[] => {
  const { answers } = entityOf(kind);
  return answers ? [answers.path(data)] : [];
};

/** The name of the records that answer at an address. */
export const answeredName = (address: string): string => `address:${canonicalPath(address)}`;

const addressNames = (address: string, lookup: Lookup): readonly string[] =>
  isNoPage(address) ? [] : [`link:${pageKeyAt(address, siteSettings(lookup))}`, answeredName(address)];
