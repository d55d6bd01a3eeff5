import { isEmptyValue } from '../fields/condition.ts';
import { type FieldValues, isMapping, isMissing, ownValue } from '../fields/values.ts';

/** One step of a field's path; `isList`: it leads into each item of a repeater. */
export interface PathStep {
  readonly name: string;
  readonly isList: boolean;
}

/** A field's path: the steps to the values that hold it, and its name there. */
export interface FieldPath {
  readonly parents: readonly PathStep[];
  readonly name: string;
}

/** Reads `items[].title`. */
export function parseFieldPath(path: string): FieldPath {
  const parts = path.split('.');
  const parents = parts.slice(0, -1).map((part) => {
    const isList = part.endsWith('[]');
    return { name: isList ? part.slice(0, -2) : part, isList };
  });
  return { parents, name: parts.at(-1) ?? '' };
}

/** Writes what `parseFieldPath` reads. */
export const writeFieldPath = ({ parents, name }: FieldPath): string =>
  [...parents.map((step) => (step.isList ? `${step.name}[]` : step.name)), name].join('.');

/** Whether a value says nothing, so that another may be put in its place. */
export const isBlankValue = (value: unknown): boolean =>
  isEmptyValue(value) || (isMapping(value) && Object.keys(value).length === 0);

/** Values without a key. */
export function withoutKey(values: FieldValues, name: string): FieldValues {
  const { [name]: _, ...others } = values;
  return others;
}

/** Values with a key put in the place of another one, or at the end. */
export const replaceKey = (values: FieldValues, from: string, to: string, value: unknown): FieldValues => {
  if (!Object.hasOwn(values, from)) return { ...values, [to]: value };
  const entries = Object.entries(values).flatMap(([key, one]) => {
    if (key === from) return [[to, value]];
    return key === to ? [] : [[key, one]];
  });
  return Object.fromEntries(entries);
};

/** Changes each set of values that the steps lead to; the same object if nothing changes. */
export function mapHolders(
  values: FieldValues,
  [step, ...rest]: readonly PathStep[],
  change: (holder: FieldValues, path: readonly (string | number)[]) => FieldValues,
  path: readonly (string | number)[] = [],
): FieldValues {
  if (step === undefined) return change(values, path);
  const present = ownValue(values, step.name);
  const at = [...path, step.name];
  const next = step.isList
    ? mapItems(present, (item, index) => mapHolders(item, rest, change, [...at, index]))
    : isMapping(present)
      ? mapHolders(present, rest, change, at)
      : present;
  return next === present ? values : { ...values, [step.name]: next };
}

function mapItems(present: unknown, change: (item: FieldValues, index: number) => FieldValues): unknown {
  if (!Array.isArray(present)) return present;
  const items = present.map((item, index) => (isMapping(item) ? change(item, index) : item));
  return items.some((item, index) => item !== present[index]) ? items : present;
}

/** A value without one of its parts, and the part. */
interface TakenPart {
  readonly values: FieldValues;
  readonly value: unknown;
}

/** Takes the value at a path out, of a repeater the first; undefined if there is none. Objects that it leaves empty go. */
export function removePart(
  values: FieldValues,
  { parents: [step, ...parents], name }: FieldPath,
): TakenPart | undefined {
  if (step === undefined)
    return Object.hasOwn(values, name) ? { values: withoutKey(values, name), value: values[name] } : undefined;
  const present = ownValue(values, step.name);
  if (step.isList) return removeFromItems(values, step.name, present, { parents, name });
  const part = isMapping(present) ? removePart(present, { parents, name }) : undefined;
  if (!part) return undefined;
  const isEmpty = Object.keys(part.values).length === 0;
  const left = isEmpty ? withoutKey(values, step.name) : { ...values, [step.name]: part.values };
  return { values: left, value: part.value };
}

function removeFromItems(values: FieldValues, key: string, present: unknown, path: FieldPath): TakenPart | undefined {
  const items: readonly unknown[] = Array.isArray(present) ? present : [];
  for (const [index, item] of items.entries()) {
    const part = isMapping(item) ? removePart(item, path) : undefined;
    if (!part) continue;
    const isEmptied = items.length === 1 && Object.keys(part.values).length === 0;
    const left = isEmptied ? withoutKey(values, key) : { ...values, [key]: items.with(index, part.values) };
    return { values: left, value: part.value };
  }
  return undefined;
}

/**
 * Puts a value at a path, of a repeater into the first item; undefined where another value stands in the way. Objects and
 * items on the way are made from those in `under`, or anew.
 */
export function putPart(
  values: FieldValues,
  { parents: [step, ...parents], name }: FieldPath,
  value: unknown,
  under: FieldValues = {},
): FieldValues | undefined {
  if (step === undefined) return isBlankValue(ownValue(values, name)) ? { ...values, [name]: value } : undefined;
  const present = ownValue(values, step.name) ?? ownValue(under, step.name);
  if (step.isList) {
    const items: readonly unknown[] = Array.isArray(present) ? present : [];
    const [first = {}, ...others] = items;
    if (!isMapping(first) || (!isMissing(present) && !Array.isArray(present))) return undefined;
    const item = putPart(first, { parents, name }, value);
    return item && { ...values, [step.name]: [item, ...others] };
  }
  if (!isMissing(present) && !isMapping(present)) return undefined;
  const inner = putPart(present ?? {}, { parents, name }, value);
  return inner && { ...values, [step.name]: inner };
}
