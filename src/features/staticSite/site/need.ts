import type { Entry } from '../../../model/entry.ts';
import type { Kind } from '../../../model/records.ts';
import type { PublicContent } from '../../../view/publicContent.ts';

/** The arguments of `pages`. */
export type ListOf = Parameters<PublicContent['pages']>;

/** Names for what an answer was made from, as manifests use them. */
export const nameNeed = {
  /** One record as shown. */
  entry: ({ kind, key }: Pick<Entry, 'kind' | 'key'>): string => `${kind}:${key}`,
  /** The absence of a record. It is not named, because it may exist and be hidden. */
  absent: (kind: Kind): string => `${kind}!`,
  /** All records of a kind. */
  all: (kind: Kind): string => `${kind}*`,
  found: (kind: Kind, index: string, key: string): string => `${kind}?${index}=${key}`,
  referring: (kind: string, key: string): string => `mentions?${kind}=${key}`,
  listLength: (list: ListOf): string => `list?${encodeListNeed(list)}`,
  listSlice: (list: ListOf, from: number, to: number): string => `list?${encodeListNeed(list)}#${from}-${to}`,
  /** The time that the site is shown at. */
  time: 'time:',
  /** The bytes of a media file. */
  file: (name: string): string => `file:${name}`,
};

/** Sorts needs, and drops those that a need for all records of the kind covers. */
export function reduceNeeds(needs: ReadonlySet<string>): readonly string[] {
  const kindOf = (need: string): string => (/^\w+(?=[:!?])/.exec(need)?.[0] ?? '').replace(/^list$/, 'page');
  return [...needs].filter((need) => !needs.has(nameNeed.all(kindOf(need) as Kind))).sort();
}

/** Locale, type and term (empty if they do not matter), sort and direction. */
const encodeListNeed = ([{ locale = '', type = '', term = '' }, sort, direction]: ListOf): string =>
  [locale, type, term, sort, direction].map(encodeURIComponent).join('&');

/** The list in a name, and the part of it, if the name has one. */
export function decodeListNeed(text: string): {
  readonly list: ListOf;
  readonly part: readonly [number, number] | null;
} {
  const [head = '', part] = text.split('#');
  const [locale, type, term, sort, direction] = head.split('&').map(decodeURIComponent);
  const filter = { ...(locale && { locale }), ...(type && { type }), ...(term && { term }) };
  const [from = 0, to = 0] = (part ?? '').split('-').map(Number);
  // Written by `encodeListNeed`.
  return { list: [filter, sort, direction] as ListOf, part: part === undefined ? null : [from, to] };
}
