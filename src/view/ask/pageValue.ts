import type { PageEntry } from '../../model/entities/page.ts';
import type { Lookup } from '../../model/entry.ts';
import { type GroupField, toFieldSet } from '../../model/fields/fieldSet.ts';
import { isPageKey } from '../../model/fields/fittedValues.ts';
import { readFields } from '../../model/fields/readFields.ts';
import { isMapping, ownValue } from '../../model/fields/values.ts';
import { findTermById, findTermBySlug, slugsIn } from '../../model/page/term.ts';
import { cropRules } from '../../model/siteSettings.ts';
import { showMediaInfo } from '../media.ts';
import { showFields } from '../page/showPage.ts';
import { showTerm } from '../site/taxonomy.ts';
import {
  type AskScope,
  isPageKeyName,
  matchPath,
  PAGE_KEYS,
  type UnknownPart,
  type ValuePlaces,
} from './valuePlaces.ts';

/** A value that every page of a list may have: `title`, `hours.0.day`, `author.country`, `terms.topics`. */
export interface PageValue extends ValuePlaces {
  /** The value as everybody gets it; a list if the path leads through a list. */
  read(page: PageEntry): unknown;
}

/** The value at a path; or the part of the path that no page knows, with the names there are. */
export function findPageValue(path: readonly string[], scope: AskScope): PageValue | UnknownPart {
  const places = matchPath(path, scope);
  if ('unknown' in places) return places;
  const { lookup } = scope;
  const [head = '', ...rest] = path[0] === 'fields' && path.length > 1 ? path.slice(1) : path;
  const isField = path[0] === 'fields' || !(isPageKeyName(head) || head === 'terms');
  const read = (page: PageEntry): unknown =>
    isField ? readFieldPath(page, head, rest, lookup) : readOwnValue(page, head, rest, lookup);
  return { ...places, read: isField && places.isLocal ? onceForEachPage(path.join('.'), read, lookup) : read };
}

/** Values by the fieldsSchema that they are read by, the path and the page: none of them ever changes. */
const known = new WeakMap<object, Map<string, WeakMap<PageEntry, unknown>>>();

/** Reads each version of a page once. Only for values that depend on nothing but the page and its type. */
function onceForEachPage(
  path: string,
  read: (page: PageEntry) => unknown,
  lookup: Lookup,
): (page: PageEntry) => unknown {
  return (page) => {
    const schema = lookup.byKey('contentType', page.data.type)?.data.fieldsSchema;
    if (!schema) return undefined;
    const paths = known.get(schema) ?? new Map<string, WeakMap<PageEntry, unknown>>();
    const values = paths.get(path) ?? new WeakMap<PageEntry, unknown>();
    if (values.has(page)) return values.get(page);
    const value = read(page);
    // Whether a text that names a page is shown depends on that page.
    if (![value].flat().some((one) => typeof one === 'string' && isPageKey(one))) {
      known.set(schema, paths.set(path, values));
      values.set(page, value);
    }
    return value;
  };
}

function readOwnValue(page: PageEntry, head: string, rest: readonly string[], lookup: Lookup): unknown {
  if (isPageKeyName(head)) return PAGE_KEYS[head].read(page);
  const [vocabulary = ''] = rest;
  return slugsIn(page.data, vocabulary).filter((slug) => findTermBySlug(lookup, vocabulary, slug));
}

function readFieldPath(page: PageEntry, name: string, rest: readonly string[], lookup: Lookup): unknown {
  const schema = lookup.byKey('contentType', page.data.type)?.data.fieldsSchema;
  const one = schema && toFieldSet(readFields(schema), lookup.code.kinds).byName.get(name);
  return readBelow(ownValue(showFields(page, { lookup, only: [name] }), name), rest, one, lookup);
}

/** What is shown of what a value points at. */
function readPointed(id: number, rest: readonly string[], { kind }: GroupField, lookup: Lookup): unknown {
  if (kind.type === 'reference' || kind.type === 'page') {
    const page = lookup.get('page', id);
    const [head = '', ...below] = rest[0] === 'fields' && rest.length > 1 ? rest.slice(1) : rest;
    if (!page) return undefined;
    const isKey = rest[0] !== 'fields' && (isPageKeyName(head) || head === 'terms');
    return isKey ? readOwnValue(page, head, below, lookup) : readFieldPath(page, head, below, lookup);
  }
  if (kind.type === 'term') {
    const found = findTermById(lookup, id);
    return found && readBelow(showTerm(found.term), rest, undefined, lookup);
  }
  const media = lookup.get('media', id);
  return media && readBelow(showMediaInfo(media, cropRules(lookup)), rest, undefined, lookup);
}

const POINTERS: ReadonlySet<string> = new Set(['reference', 'page', 'term', 'media', 'gallery']);

function readBelow(value: unknown, path: readonly string[], one: GroupField | undefined, lookup: Lookup): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return value;
  if (Array.isArray(value)) {
    if (/^\d{1,4}$/.test(head)) return readBelow(value[Number(head)], rest, one, lookup);
    return value.flatMap((item) => readBelow(item, path, one, lookup) ?? []);
  }
  if (typeof value === 'number' && one && POINTERS.has(one.kind.type)) return readPointed(value, path, one, lookup);
  return isMapping(value) ? readBelow(ownValue(value, head), rest, one?.group?.byName.get(head), lookup) : undefined;
}
