import type { Lookup } from '../entry.ts';
import type { Kind } from '../records.ts';
import type { FieldsSchema } from './field.ts';
import { toFieldSet } from './fieldSet.ts';
import type { KindSorting, SortKey } from './kinds/sortings.ts';
import { readFields } from './readFields.ts';
import { type FieldValues, isMissing, ownValue } from './values.ts';

/** How the values of one field are ordered. */
export interface FieldSorting {
  /** The key of a record's stored values; undefined without a value. */
  keyOf(values: FieldValues): SortKey | undefined;
  /** The kinds of record whose titles are the keys. */
  readonly reads: readonly Kind[];
}

/** How records are ordered by one of their fields; undefined if there is no such field or its values have no order. */
export function sortingOf(schema: FieldsSchema, name: string, lookup: Lookup): FieldSorting | undefined {
  const found = toFieldSet(readFields(schema), lookup.code.kinds).fields.find((one) => one.field.name === name);
  const sorting = found?.kind.sorting;
  if (!found || !sorting) return undefined;
  const { field } = found;
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
function onceForEach(keyOf: KindSorting['keyOf']): KindSorting['keyOf'] {
  const known = new Map<unknown, SortKey | undefined>();
  return (value, field, lookup) => {
    if (!known.has(value)) known.set(value, keyOf(value, field, lookup));
    return known.get(value);
  };
}
