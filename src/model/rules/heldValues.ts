import type { Entry } from '../entry.ts';
import { isMissing } from '../fields/values.ts';
import { judgedParts } from './judgedRecords.ts';
import { type HeldValue, type ValuePlace, valueNamed } from './recordRule.ts';

/** Equal for places where the same values are. */
export const placeName = ({ kind, type, name, isOwn }: ValuePlace): string =>
  `${kind}/${type}/${isOwn ? '' : 'fields/'}${name}`;

/** Equal for equal values; null for no value and for an empty text, which nothing has in common. */
export const valueKey = (value: unknown): string | null =>
  isMissing(value) || value === '' ? null : JSON.stringify(value);

/** A value that a record holds in a place, by its key. */
export interface KeyedValue extends HeldValue {
  readonly key: string;
}

/** What a record holds in a place: a page its own value, or those of its blocks. */
export function valuesIn(entry: Entry, place: ValuePlace): readonly KeyedValue[] {
  return judgedParts(entry.kind, entry, null).flatMap(({ typeKind, record }) => {
    if (typeKind !== place.kind || record.type !== place.type) return [];
    const key = valueKey(valueNamed(record, place));
    return key === null ? [] : [{ key, record, entry }];
  });
}
