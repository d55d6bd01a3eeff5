import { compareNames, compareText } from '../../lib/text/compareText.ts';
import type { PageEntry } from '../../model/entities/page.ts';
import { publicValues } from '../../model/fields/fields.ts';
import { compareFieldKeys, type SortKey } from '../../model/fields/kinds/sortings.ts';
import { readFields } from '../../model/fields/readFields.ts';
import { type FieldSorting, sortingOf } from '../../model/fields/sortKey.ts';
import type { Direction } from '../../model/page/keyOrder.ts';
import { suggestName } from '../../model/schema/unknownNames.ts';
import { type PageSort, PUBLIC_SORTS } from '../../store/page/pageOrder.ts';
import { type AskScope, PAGE_KEYS } from './valuePlaces.ts';

/** One of the values that a list is sorted by. */
export interface OrderKey {
  readonly name: string;
  readonly direction: Direction;
  /** Whether it is one of the values that every page has. */
  readonly isOwn: boolean;
  /** Whether the values depend on nothing but the page and its type. */
  readonly isLocal: boolean;
  keyOf(page: PageEntry): SortKey | undefined;
  compare(a: SortKey, b: SortKey): number;
}

/** A page with the values that it is sorted by. */
export interface OrderedPage {
  readonly page: Pick<PageEntry, 'id'>;
  readonly keys: readonly (SortKey | undefined)[];
}

const MAX_KEYS = 3;
const KEY = /^(-?)(?:fields\.)?([A-Za-z_][A-Za-z0-9_-]*)(?::(asc|desc))?$/;

/** Reads `-begins,title` or `published_at:desc`, or says what is wrong with it. */
export function parsePageOrder(sort: string, scope: AskScope): readonly OrderKey[] | string {
  const parts = sort.split(',');
  if (parts.length > MAX_KEYS) return `must be at most ${MAX_KEYS} names`;
  const keys = parts.map((part) => readOrderKey(part, scope));
  return keys.find((one) => typeof one === 'string') ?? (keys as readonly OrderKey[]);
}

function readOrderKey(part: string, scope: AskScope): OrderKey | string {
  const [, minus, name = '', named] = KEY.exec(part) ?? [];
  const direction: Direction = named === 'desc' || minus === '-' ? 'desc' : 'asc';
  const isField = part.replace('-', '').startsWith('fields.');
  const isOwn = !isField && (PUBLIC_SORTS as readonly string[]).includes(name);
  if (isOwn) return { ...ownKey(name as PageSort & keyof typeof PAGE_KEYS), name, direction, isOwn, isLocal: true };
  return (
    fieldKey(name, direction, scope) ??
    `must be one of ${PUBLIC_SORTS.join(', ')}, followed by :asc or :desc${suggestName(name, sortableNames(scope))}`
  );
}

const sortableNames = ({ types }: AskScope): ReadonlySet<string> =>
  new Set([...PUBLIC_SORTS, ...types.flatMap(({ data }) => readFields(data.fieldsSchema).map(({ name }) => name))]);

const ownKey = (name: PageSort & keyof typeof PAGE_KEYS): Pick<OrderKey, 'keyOf' | 'compare'> => ({
  // All of these are texts.
  keyOf: PAGE_KEYS[name].read as (page: PageEntry) => string | undefined,
  compare: (name === 'title' ? compareNames : compareText) as OrderKey['compare'],
});

/** The key of a field of these pages; undefined if none of their types has a field of this name with an order. */
function fieldKey(name: string, direction: Direction, { types, lookup }: AskScope): OrderKey | undefined {
  const sortings = new Map<string, FieldSorting>();
  for (const { key, data } of types) {
    const sorting = sortingOf(data.fieldsSchema, name, lookup);
    if (sorting) sortings.set(key, sorting);
  }
  if (sortings.size === 0) return undefined;
  return {
    name,
    direction,
    isOwn: false,
    isLocal: [...sortings.values()].every(({ reads }) => reads.length === 0),
    keyOf({ data }) {
      const sorting = sortings.get(data.type);
      const schema = sorting && lookup.byKey('contentType', data.type)?.data.fieldsSchema;
      return schema && sorting?.keyOf(publicValues(schema, data.fields, { lookup }));
    },
    compare: compareFieldKeys,
  };
}

export const toOrdered = (page: PageEntry, keys: readonly OrderKey[]): OrderedPage & { readonly page: PageEntry } => ({
  page,
  keys: keys.map(({ keyOf }) => keyOf(page)),
});

/** Compares pages by their keys; those without one come last in either direction, ties by ascending id. */
export const createOrderCompare =
  (order: readonly OrderKey[]) =>
  (a: OrderedPage, b: OrderedPage): number => {
    for (const [at, { compare, direction }] of order.entries()) {
      const [one, other] = [a.keys[at], b.keys[at]];
      if (one === other) continue;
      if (one === undefined) return 1;
      if (other === undefined) return -1;
      const difference = compare(one, other);
      if (difference !== 0) return direction === 'asc' ? difference : -difference;
    }
    return a.page.id - b.page.id;
  };
