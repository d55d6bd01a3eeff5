import type { Lookup } from '../../entry.ts';
import { findTermById, findTermByKey } from '../../page/term.ts';
import type { Reference } from '../../reference.ts';
import { toLocale } from '../../text/locale.ts';
import { isKey, isPageSlug, isSlug } from '../../text/slug.ts';

/** Something that fields point at: by its id on the wire, by its key in files. */
export interface PointerTarget {
  readonly kind: Reference['kind'];
  /** Completes "must be the id of …". */
  readonly noun: string;
  isKey(text: string): boolean;
  keyOf(id: number, lookup: Lookup): string | undefined;
  /** Undefined also for text that is not a key. */
  idOf(key: string, lookup: Lookup): number | undefined;
  /** What people call it; undefined if nothing has this key. */
  titleOf(key: string, lookup: Lookup): string | undefined;
}

const WIRE_ID = /^[1-9][0-9]{0,9}$/;
/** Longer than every key: a locale or vocabulary, a slash, a slug. */
const MAX_KEY = 500;

/** The id in a wire value, which may be a number or a string of digits. */
export function wireId(value: unknown): number | undefined {
  if (typeof value === 'string') return WIRE_ID.test(value) ? Number(value) : undefined;
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** `en/about` → `en` and `about`. */
const splitPageKey = (key: string): readonly [string, string] => {
  const slash = key.indexOf('/');
  return [key.slice(0, Math.max(slash, 0)), key.slice(slash + 1)];
};

const isValidPageKey = (key: string): boolean => {
  const [locale, slug] = splitPageKey(key);
  return toLocale(locale) === locale && isPageSlug(slug);
};
const isTermKey = (key: string): boolean => splitPageKey(key).every(isSlug);

export const MEDIA_TARGET: PointerTarget = {
  kind: 'media',
  noun: 'a media item',
  isKey,
  keyOf: (id, lookup) => lookup.get('media', id)?.key,
  idOf: (key, lookup) => lookup.byKey('media', key)?.id,
  titleOf(key, lookup) {
    const data = lookup.byKey('media', key)?.data;
    return data?.title ?? data?.filename;
  },
};

export const PAGE_TARGET: PointerTarget = {
  kind: 'page',
  noun: 'a page',
  isKey: (text) => text.length <= MAX_KEY && isValidPageKey(text),
  keyOf: (id, lookup) => lookup.get('page', id)?.key,
  idOf: (key, lookup) => lookup.byKey('page', key)?.id,
  titleOf: (key, lookup) => lookup.byKey('page', key)?.data.title,
};

export const TERM_TARGET: PointerTarget = {
  kind: 'term',
  noun: 'a term',
  isKey: (text) => text.length <= MAX_KEY && isTermKey(text),
  keyOf: (id, lookup) => findTermById(lookup, id)?.key,
  idOf: (key, lookup) => findTermByKey(lookup, key)?.term.id,
  titleOf: (key, lookup) => findTermByKey(lookup, key)?.term.name,
};
