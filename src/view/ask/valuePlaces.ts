import type { ContentType } from '../../model/entities/contentType.ts';
import type { PageEntry } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { type FieldSet, type GroupField, toFieldSet } from '../../model/fields/fieldSet.ts';
import { readFields } from '../../model/fields/readFields.ts';
import { publishedAtOf } from '../../store/page/pageOrder.ts';

/** What somebody asks pages about, and what they may see of them. */
export interface AskScope {
  readonly lookup: Lookup;
  /** The types of the pages. */
  readonly types: readonly Entry<ContentType>[];
  /** Whether pages of any status are asked for. */
  readonly isAdmin?: boolean;
}

/** A part of a path that nothing is called like. */
export interface UnknownPart {
  readonly unknown: string;
  readonly known: readonly string[];
}

interface PageKey {
  /** The kind of field whose values are like these. */
  readonly type: string;
  read(page: PageEntry): unknown;
}

/** What every page has beside its fields. */
export const PAGE_KEYS = {
  id: { type: 'integer', read: ({ id }) => id },
  type: { type: 'text', read: ({ data }) => data.type },
  title: { type: 'text', read: ({ data }) => data.title },
  slug: { type: 'text', read: ({ data }) => data.slug },
  locale: { type: 'text', read: ({ data }) => data.locale },
  status: { type: 'text', read: ({ data }) => data.status },
  created_at: { type: 'datetime', read: ({ createdAt }) => createdAt },
  updated_at: { type: 'datetime', read: ({ updatedAt }) => updatedAt },
  published_at: { type: 'datetime', read: publishedAtOf },
} satisfies Record<string, PageKey>;

type PageKeyName = keyof typeof PAGE_KEYS;
export const isPageKeyName = (name: string): name is PageKeyName => Object.hasOwn(PAGE_KEYS, name);

/** What may be found at a path. */
export interface ValuePlaces {
  /** The kinds of fields there; `any` where any JSON may be. */
  readonly kinds: ReadonlySet<string>;
  /** Whether the value depends on nothing but the page and its type. */
  readonly isLocal: boolean;
  /** Whether it leads to what others are shown in place of. */
  readonly pointsAt: boolean;
  /** How often the path leads to another record. */
  readonly crossings: number;
}

/** References that a path may follow, one after the other. */
const MAX_CROSSINGS = 3;
const MAX_PARTS = 12;

/** The kinds whose shown values depend on other records, or on what readers ask for. */
const FAR_KINDS: ReadonlySet<string> = new Set([
  ...['media', 'gallery', 'reference', 'page', 'term', 'link', 'richtext', 'markdown', 'json', 'any'],
]);
const POINTER_KINDS: ReadonlySet<string> = new Set(['media', 'gallery', 'reference', 'page', 'term']);
const LIST_KINDS: ReadonlySet<string> = new Set(['repeater', 'gallery', 'multiselect']);

/** What is shown of records that are no pages, and of links. */
const KEYS_BELOW: Readonly<Record<string, readonly string[]>> = {
  term: ['id', 'name', 'slug', 'weight', 'fields'],
  media: ['id', 'filename', 'originalName', 'mimeType', 'size', 'width', 'height', 'altText', 'alt', 'title', 'url'],
  link: ['pageId', 'page_slug', 'locale', 'type', 'title', 'url', 'text', 'target'],
};

type PathMatch = ValuePlaces | UnknownPart;

const leaf = (kind: string): ValuePlaces => ({
  kinds: new Set([kind]),
  isLocal: !FAR_KINDS.has(kind),
  pointsAt: POINTER_KINDS.has(kind),
  crossings: 0,
});
const ANYTHING = leaf('any');

/** Where a path leads in pages of the types, or the part of it that is unknown. */
export function matchPath(path: readonly string[], scope: AskScope): PathMatch {
  if (path.length > MAX_PARTS) return { unknown: path[MAX_PARTS] ?? '', known: [] };
  const found = matchInPages(path, scope);
  return 'kinds' in found && found.crossings > MAX_CROSSINGS ? { unknown: path.at(-1) ?? '', known: [] } : found;
}

function matchInPages([head = '', ...rest]: readonly string[], scope: AskScope): PathMatch {
  const { lookup, types, isAdmin = false } = scope;
  // Of types that do not exist there are no pages, so anything may be asked of them.
  if (types.length === 0) return ANYTHING;
  const isKey = isPageKeyName(head) && (head !== 'status' || isAdmin);
  if (isKey) return rest.length === 0 ? leaf(PAGE_KEYS[head].type) : unknownPart(rest[0], []);
  if (head === 'terms') {
    const vocabularies = Array.from(lookup.all('taxonomy'), ({ key }) => key);
    return rest.length === 1 && vocabularies.includes(rest[0]!) ? leaf('text') : unknownPart(rest[0], vocabularies);
  }
  const path = head === 'fields' && rest.length > 0 ? rest : [head, ...rest];
  const sets = types.map(({ data }) => toFieldSet(readFields(data.fieldsSchema), lookup.code.kinds));
  const keys = Object.keys(PAGE_KEYS).filter((key) => key !== 'status' || isAdmin);
  return matchInFields(sets, path, { scope, keys: head === 'fields' ? [] : keys });
}

interface PlaceScope {
  readonly scope: AskScope;
  /** Further names that would be known there. */
  readonly keys: readonly string[];
}

function matchInFields(sets: readonly FieldSet[], path: readonly string[], { scope, keys }: PlaceScope): PathMatch {
  const [head = '', ...rest] = path;
  const fields = sets.flatMap(({ byName }) => byName.get(head) ?? []);
  if (fields.length === 0) return unknownPart(head, [...sets.flatMap(({ byName }) => [...byName.keys()]), ...keys]);
  return joinMatches(fields.map((one) => matchBelow(one, rest, scope)));
}

function matchBelow(one: GroupField, path: readonly string[], scope: AskScope): PathMatch {
  const { kind, field, group } = one;
  const [head, ...rest] = path;
  // What an extension shows in place of a value is not described.
  if (kind.added?.toPublic || kind.type === 'json') return ANYTHING;
  if (head === undefined) return group ? ANYTHING : leaf(kind.type);
  if (LIST_KINDS.has(kind.type) && /^\d{1,4}$/.test(head)) return matchBelow(one, rest, scope);
  if (group) return matchInFields([group], path, { scope, keys: [] });
  if (kind.type === 'object' || kind.type === 'repeater') return ANYTHING;
  if (kind.type === 'reference' || kind.type === 'page')
    return cross(matchInPages(path, { ...scope, types: typesOf(field.settings?.['types'], scope.lookup) }));
  const keys = KEYS_BELOW[kind.type === 'gallery' ? 'media' : kind.type] ?? [];
  if (!keys.includes(head)) return unknownPart(head, keys);
  return cross(head === 'fields' ? ANYTHING : leaf(NUMBERS.has(head) ? 'number' : 'text'));
}

const NUMBERS: ReadonlySet<string> = new Set(['id', 'weight', 'size', 'width', 'height', 'pageId']);

/** The types that a field's setting names; all if it names none. */
export const typesOf = (named: unknown, lookup: Lookup): readonly Entry<ContentType>[] =>
  Array.isArray(named) && named.length > 0
    ? named.flatMap((key) => lookup.byKey('contentType', String(key)) ?? [])
    : [...lookup.all('contentType')];

const cross = (found: PathMatch): PathMatch =>
  'kinds' in found ? { ...found, isLocal: false, crossings: found.crossings + 1 } : found;

const unknownPart = (unknown = '', known: readonly string[] = []): UnknownPart => ({ unknown, known });

/** Types may have fields of the same name that are unlike: a path is fine if it leads somewhere in one. */
function joinMatches(all: readonly PathMatch[]): PathMatch {
  const found = all.flatMap((one) => ('kinds' in one ? [one] : []));
  if (found.length === 0) {
    const missing = all.flatMap((one) => ('unknown' in one ? [one] : []));
    return unknownPart(missing[0]?.unknown, [...new Set(missing.flatMap(({ known }) => known))]);
  }
  return {
    kinds: new Set(found.flatMap(({ kinds }) => [...kinds])),
    isLocal: found.every(({ isLocal }) => isLocal),
    pointsAt: found.some(({ pointsAt }) => pointsAt),
    crossings: Math.max(...found.map(({ crossings }) => crossings)),
  };
}
