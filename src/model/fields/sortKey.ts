import type { Lookup } from '../entry.ts';
import type { Kind } from '../records.ts';
import { plainText } from '../richText/plainText.ts';
import { parseTimestamp } from '../text/timestamp.ts';
import type { Field, FieldsSchema, FieldType } from './field.ts';
import { isFieldType } from './kinds/kinds.ts';
import { MEDIA_TARGET, PAGE_TARGET, type PointerTarget, TERM_TARGET } from './kinds/target.ts';
import { readFields } from './readFields.ts';
import { type FieldValues, isMapping, isMissing, ownValue } from './values.ts';

/** What records are ordered by: numbers by size, texts as names. */
export type SortKey = string | number;

/** How the values of one field are ordered. */
export interface FieldSorting {
  /** The key of a record's stored values; undefined without a value. */
  keyOf(values: FieldValues): SortKey | undefined;
  /** The kinds of record whose titles are the keys. */
  readonly reads: readonly Kind[];
}

type ReadSortKey = (value: unknown, field: Field, lookup: Lookup) => SortKey | undefined;

interface Sorting {
  readonly keyOf: ReadSortKey;
  readonly reads?: readonly Kind[];
}

/** Texts that differ only after this many characters count as equal. */
const MAX_TEXT = 200;

const sortText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT) : undefined;
const asNumber: ReadSortKey = (value) => (typeof value === 'number' ? value : undefined);

const asTime: ReadSortKey = (value) => {
  const time = typeof value === 'string' ? parseTimestamp(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
};

/** Choices are in the order in which the field names them. */
const asChoice: ReadSortKey = (value, { options = [] }) => {
  const at = options.findIndex((option) => (typeof option === 'string' ? option : option.value) === value);
  if (options.length === 0) return sortText(value);
  return at < 0 ? undefined : at;
};

const first =
  (keyOf: ReadSortKey): ReadSortKey =>
  (value, field, lookup) =>
    Array.isArray(value) && value.length > 0 ? keyOf(value[0], field, lookup) : undefined;

const asCount: ReadSortKey = (value) => (Array.isArray(value) ? value.length : undefined);

const asLink: ReadSortKey = (value) => (isMapping(value) ? sortText(value['text'] ?? value['url']) : undefined);

/** The title of what the value points at. */
const titled = (target: PointerTarget, reads: Kind): Sorting => ({
  reads: [reads],
  keyOf: (value, _field, lookup) => {
    const key = typeof value === 'number' ? target.keyOf(value, lookup) : value;
    return typeof key === 'string' ? target.titleOf(key, lookup) : undefined;
  },
});

const text: Sorting = { keyOf: sortText };
const number: Sorting = { keyOf: asNumber };
const time: Sorting = { keyOf: asTime };
const count: Sorting = { keyOf: asCount };

/** Null for the kinds whose values have no order. */
const SORTINGS: Readonly<Record<FieldType, Sorting | null>> = {
  ...{ text, textarea: text, markdown: text, url: text, email: text, color: text, slug: text, code: text },
  richtext: { keyOf: (value) => sortText(plainText(value)) },
  ...{ number, integer: number },
  boolean: { keyOf: (value) => (typeof value === 'boolean' ? Number(value) : undefined) },
  ...{ date: time, datetime: time },
  select: { keyOf: asChoice },
  multiselect: { keyOf: first(asChoice) },
  ...{
    media: titled(MEDIA_TARGET, 'media'),
    reference: titled(PAGE_TARGET, 'page'),
    page: titled(PAGE_TARGET, 'page'),
  },
  term: titled(TERM_TARGET, 'taxonomy'),
  ...{ gallery: count, repeater: count },
  link: { keyOf: asLink },
  ...{ json: null, object: null },
};

/** How records are ordered by one of their fields; undefined if there is no such field or its values have no order. */
export function sortingOf(schema: FieldsSchema, name: string, lookup: Lookup): FieldSorting | undefined {
  const field = readFields(schema).find((one) => one.name === name);
  const sorting = field && isFieldType(field.type) ? SORTINGS[field.type] : null;
  if (!field || !sorting) return undefined;
  const { reads = [] } = sorting;
  const keyOf = reads.length === 0 ? sorting.keyOf : onceForEach(sorting.keyOf);
  return {
    reads,
    keyOf(values) {
      const value = ownValue(values, name);
      return isMissing(value) ? undefined : keyOf(value, field, lookup);
    },
  };
}

/** Finding a term goes through its vocabulary, so each value is looked up once. */
function onceForEach(keyOf: ReadSortKey): ReadSortKey {
  const known = new Map<unknown, SortKey | undefined>();
  return (value, field, lookup) => {
    if (!known.has(value)) known.set(value, keyOf(value, field, lookup));
    return known.get(value);
  };
}
