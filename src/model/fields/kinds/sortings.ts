import { compareNames } from '../../../lib/text/compareText.ts';
import type { Lookup } from '../../entry.ts';
import type { Kind } from '../../records.ts';
import { parseTimestamp } from '../../text/timestamp.ts';
import type { Field } from '../field.ts';
import { isMapping } from '../values.ts';
import type { PointerTarget } from './target.ts';

/** What records are ordered by: numbers by size, texts as names. */
export type SortKey = string | number;

/** A field that has had another kind may hold both numbers and texts. */
export const compareFieldKeys = (a: SortKey, b: SortKey): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b));

/** How the values of a field kind are ordered. */
export interface KindSorting {
  /** The key of a stored value; undefined if it has no place in the order. */
  keyOf(value: unknown, field: Field, lookup: Lookup): SortKey | undefined;
  /** The kinds of record whose titles are the keys. */
  readonly reads?: readonly Kind[];
}

/** Texts that differ only after this many characters count as equal. */
const MAX_TEXT = 200;

export const sortText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT) : undefined;

export const byText: KindSorting = { keyOf: sortText };

export const byNumber: KindSorting = { keyOf: (value) => (typeof value === 'number' ? value : undefined) };

export const byTime: KindSorting = {
  keyOf(value) {
    const time = typeof value === 'string' ? parseTimestamp(value) : Number.NaN;
    return Number.isNaN(time) ? undefined : time;
  },
};

/** By the number of items. */
export const byCount: KindSorting = { keyOf: (value) => (Array.isArray(value) ? value.length : undefined) };

/** In the order in which the field names its choices. */
export const byChoice: KindSorting = {
  keyOf(value, { options = [] }) {
    const at = options.findIndex((option) => (typeof option === 'string' ? option : option.value) === value);
    if (options.length === 0) return sortText(value);
    return at < 0 ? undefined : at;
  },
};

/** By the first item of a list. */
export const byFirst = ({ keyOf }: KindSorting): KindSorting => ({
  keyOf: (value, field, lookup) =>
    Array.isArray(value) && value.length > 0 ? keyOf(value[0], field, lookup) : undefined,
});

/** By the text of a link, or else its address. */
export const byLinkText: KindSorting = {
  keyOf: (value) => (isMapping(value) ? sortText(value['text'] ?? value['url']) : undefined),
};

/** By the title of what the value points at. */
export const byTitle = (target: PointerTarget, reads: Kind): KindSorting => ({
  reads: [reads],
  keyOf: (value, _field, lookup) => {
    const key = typeof value === 'number' ? target.keyOf(value, lookup) : value;
    return typeof key === 'string' ? target.titleOf(key, lookup) : undefined;
  },
});
