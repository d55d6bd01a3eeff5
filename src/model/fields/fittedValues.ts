import type { Lookup } from '../entry.ts';
import type { ValuePath } from '../reference.ts';
import { readPageAddress } from '../richText/pageAddress.ts';
import type { FieldSet, GroupField } from './fieldSet.ts';
import { PAGE_TARGET } from './kinds/target.ts';
import { replaceValues } from './replaceValues.ts';
import { type FieldValues, isMapping, isMissing } from './values.ts';

interface FittedValues {
  readonly group: FieldSet;
  readonly fitting: FieldValues;
  /** Whether any text in `fitting` has the form of a page's key; computed on first use. */
  mayName?: boolean;
}

/** Values are frozen with their record, and groups with their schema, so an entry never becomes stale. */
const known = new WeakMap<FieldValues, FittedValues>();

function findKnown(group: FieldSet, values: FieldValues): FittedValues {
  const before = known.get(values);
  if (before?.group === group) return before;
  const found = { group, fitting: fitValues(group, values) };
  known.set(values, found);
  return found;
}

/**
 * The parts of the values that fit the fields: leftovers of another schema are dropped. Returns the same object if
 * everything fits.
 */
export const fitGroup = (group: FieldSet, values: FieldValues): FieldValues => findKnown(group, values).fitting;

/** The same without the keys of pages that are hidden from the reader. */
export function visibleGroup(group: FieldSet, values: FieldValues, lookup: Lookup): FieldValues {
  const found = findKnown(group, values);
  found.mayName ??= visitsPageKey((spy) => hideGroup(group, found.fitting, spy));
  return found.mayName ? hideGroup(group, found.fitting, lookup) : found.fitting;
}

const named = new WeakMap<FieldSet, boolean>();

/** Whether a default in a group has the form of a page's key, in a field that is not meant for one. */
export function defaultsMayName(group: FieldSet): boolean {
  const before = named.get(group);
  if (before !== undefined) return before;
  const found = group.fields.some(
    ({ field, group: inner }) =>
      visitsPageKey((spy) => withoutHidden(field.default, spy)) || (inner !== undefined && defaultsMayName(inner)),
  );
  named.set(group, found);
  return found;
}

/** Whether a walk meets the key of a page. */
function visitsPageKey(walk: (spy: Pick<Lookup, 'hides'>) => unknown): boolean {
  let isFound = false;
  walk({
    hides() {
      isFound = true;
      return false;
    },
  });
  return isFound;
}

function fitValues(group: FieldSet, values: FieldValues): FieldValues {
  const kept: Record<string, unknown> = {};
  let isChanged = false;
  for (const name of Object.keys(values)) {
    const one = group.byName.get(name);
    const fitting = one && (isMissing(values[name]) ? null : fitValue(values[name], one));
    if (fitting !== undefined) kept[name] = fitting;
    isChanged ||= fitting !== values[name];
  }
  return isChanged ? kept : values;
}

/** The part of a value that fits its field; undefined if nothing does. */
function fitValue(value: unknown, { kind, field, group }: GroupField): unknown {
  const fitting = kind.fit ? kind.fit(value, field) : value;
  if (group === undefined || fitting === undefined) return fitting;
  return kind.mapNested?.(fitting, (nested) => fitGroup(group, nested));
}

/** A name that the fields do not know. */
export interface UnknownFieldName {
  readonly path: ValuePath;
  /** The names of the fields there. */
  readonly known: readonly string[];
}

/** The names that the fields do not know. */
export function groupUnknown(group: FieldSet, values: FieldValues, path: ValuePath): readonly UnknownFieldName[] {
  const found: UnknownFieldName[] = [];
  for (const name of Object.keys(values)) {
    const one = group.byName.get(name);
    const inner = one?.group;
    if (one === undefined) found.push({ path: [...path, name], known: [...group.byName.keys()] });
    if (inner === undefined) continue;
    one?.kind.mapNested?.(values[name], (nested, at) => {
      found.push(...groupUnknown(inner, nested, [...path, name, ...at]));
      return nested;
    });
  }
  return found;
}

/** Levels of JSON in a value; no file nests this deep. */
const MAX_DEPTH = 64;

/** The key of the page that a text names as files do: `en/about`, `page:en/about`. */
function namedPage(text: string): string | undefined {
  if (!text.includes('/') || text.includes(' ')) return undefined;
  return PAGE_TARGET.isKey(text) ? text : readPageAddress(text)?.key;
}

/** Whether a text has the form in which files name a page. */
export const isPageKey = (text: string): boolean => namedPage(text) !== undefined;

/** JSON with null in place of the keys of pages hidden from the reader; the same value if there are none. */
export function withoutHidden(value: unknown, lookup: Pick<Lookup, 'hides'>, depth = 0): unknown {
  if (depth > MAX_DEPTH) return null;
  if (typeof value === 'string') {
    const key = namedPage(value);
    return key !== undefined && lookup.hides?.('page', key) ? null : value;
  }
  if (Array.isArray(value)) {
    const items = value.map((one) => withoutHidden(one, lookup, depth + 1));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isMapping(value)) return value;
  const parts = Object.entries(value).map(([name, one]) => [name, withoutHidden(one, lookup, depth + 1)] as const);
  return parts.some(([name, one]) => one !== value[name]) ? Object.fromEntries(parts) : value;
}

/** The same for the values of a group, except in pointer fields, which hide such pages themselves. */
export const hideGroup = (group: FieldSet, values: FieldValues, lookup: Pick<Lookup, 'hides'>): FieldValues =>
  replaceValues(values, group.loose, (value, one) => {
    const { group: inner } = one;
    if (isMissing(value)) return value;
    return inner === undefined
      ? withoutHidden(value, lookup)
      : one.kind.mapNested?.(value, (nested) => hideGroup(inner, nested, lookup));
  });

/** Fills in defaults for missing values, nested ones included, as public readers get them; the same object if none is missing. */
export const fillGroup = (group: FieldSet, values: FieldValues): FieldValues =>
  replaceValues(values, group.filled, fillValue);

function fillValue(value: unknown, one: GroupField): unknown {
  const { kind, group } = one;
  const given = isMissing(value) ? (defaultOf(one) ?? kind.empty ?? value) : value;
  if (group === undefined || group.filled.length === 0 || isMissing(given)) return given;
  return kind.mapNested?.(given, (nested) => fillGroup(group, nested));
}

/** The default of a field, as far as it fits the field's kind. */
const defaultOf = (one: GroupField): unknown =>
  isMissing(one.field.default) ? undefined : fitValue(one.field.default, one);
