import type { Page } from '../entities/page.ts';
import type { Entry } from '../entry.ts';
import { isMissing } from '../fields/values.ts';
import { type JudgedPart, placedParts, recordPart } from './judgedRecords.ts';
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
export const valuesIn = (entry: Entry, place: ValuePlace): readonly KeyedValue[] =>
  partsOfType(entry, place).flatMap(({ record }) => {
    const key = valueKey(valueNamed(record, place));
    return key === null ? [] : [{ key, record, entry }];
  });

function partsOfType(entry: Entry, { kind, type }: ValuePlace): readonly JudgedPart[] {
  if (kind === 'contentType') return entry.kind === 'page' ? ofType(type, recordPart('page', entry)) : [];
  if (entry.kind === 'block') return ofType(type, recordPart('block', entry));
  return placedParts(entry.kind, entry, { lookup: null, isWanted: (placed) => placed === type });
}

const ofType = (type: string, part: JudgedPart | undefined): readonly JudgedPart[] =>
  part?.record.type === type ? [part] : [];

/** The keys of `valuesIn`. Of a page it reads no more than that value. */
export function valueKeysIn(entry: Entry, place: ValuePlace): ReadonlySet<string> {
  if (entry.kind !== 'page' || place.kind !== 'contentType')
    return new Set(valuesIn(entry, place).map(({ key }) => key));
  // The kind says what the data is.
  const page = entry.data as Page;
  const key = page.type === place.type ? valueKey(valueNamed(page, place)) : null;
  return new Set(key === null ? [] : [key]);
}
