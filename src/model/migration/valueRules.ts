import { sameJson } from '../../lib/json/sameJson.ts';
import { type FieldValues, isMapping, isMissing, ownValue } from '../fields/values.ts';
import type { ValuePath } from '../reference.ts';
import { type ConversionScope, findFieldConversion } from './conversions.ts';
import {
  type FieldPath,
  isBlankValue,
  mapHolders,
  type PathStep,
  parseFieldPath,
  putPart,
  removePart,
  replaceKey,
  withoutKey,
  writeFieldPath,
} from './fieldPath.ts';
import type { OperationArguments, OperationName } from './operation.ts';

/**
 * What a migration could not do with a value, or what it loses. `occupied`: another value is where this one was to go, and
 * both stay. `unfit`: it cannot be converted, and stays. `lost`: it is gone, or part of what it said. `leftOver`: only the
 * first item's value went, and those of the others stay.
 */
export interface MigrationNote {
  readonly reason: 'occupied' | 'unfit' | 'lost' | 'leftOver';
  readonly path: ValuePath;
  readonly value: unknown;
}

/** What changing a set of values may use. */
export interface ValueScope extends Pick<ConversionScope, 'findPage' | 'findTerm'> {
  /** Of overrides, the values of the reusable block below them, as they were before. */
  readonly under?: FieldValues | undefined;
  note(note: MigrationNote): void;
}

/** How an operation changes the values of its type, and takes itself back. Both do nothing where it is done already. */
export interface ValueRule<T> {
  apply(values: FieldValues, args: T, scope: ValueScope): FieldValues;
  /** Absent where nothing can be taken back but by the values that the other side of a merge has. */
  undo?(values: FieldValues, args: T, scope: ValueScope): FieldValues;
}

/** The operations that change values; the others change records. */
export type ValueOperation = Exclude<OperationName, 'share' | 'moveBlocks' | 'removeBlocks' | 'absorb' | 'reuse'>;

export const VALUE_RULES: { readonly [K in ValueOperation]: ValueRule<OperationArguments[K]> } = {
  rename: {
    apply: (values, { from, to }, scope) => renameField(values, parseFieldPath(from), to, scope),
    undo: (values, { from, to }, scope) => {
      const { parents, name } = parseFieldPath(from);
      return renameField(values, { parents, name: to }, name, scope);
    },
  },
  move: {
    apply: (values, { from, to }, scope) => moveField(values, from, to, scope),
    undo: (values, { from, to }, scope) => moveField(values, to, from, scope),
  },
  remove: { apply: removeField },
  split: {
    apply: splitField,
    undo: (values, { field, into, at }, scope) =>
      mapHolders(values, parseFieldPath(field).parents, (holder, path) =>
        joinIn(holder, { fields: into, into: parseFieldPath(field).name, between: at }, { ...scope, path }),
      ),
  },
  join: {
    apply: (values, args, scope) => joinIn(values, args, { ...scope, path: [] }),
    undo: (values, { fields, into, between }, scope) =>
      between === '' ? values : splitField(values, { field: into, into: fields, at: between }, scope),
  },
  convert: {
    apply: convertField,
    undo: (values, { field, from, to, item }, scope) =>
      convertField(values, { field, from: to, to: from, ...(item !== undefined && { item }) }, scope),
  },
  fill: { apply: fillField, undo: unfillField },
};

function renameField(values: FieldValues, { parents, name }: FieldPath, to: string, { note }: ValueScope): FieldValues {
  return mapHolders(values, parents, (holder, path) => {
    if (!Object.hasOwn(holder, name) || name === to) return holder;
    const [value, present] = [holder[name], ownValue(holder, to)];
    if (isBlankValue(present)) return replaceKey(holder, name, to, value);
    if (isMissing(value) || value === '' || sameJson(value, present)) return withoutKey(holder, name);
    note({ reason: 'occupied', path: [...path, name], value });
    return holder;
  });
}

function moveField(values: FieldValues, from: string, to: string, scope: ValueScope): FieldValues {
  const { shared, source, target } = splitCommon(parseFieldPath(from), parseFieldPath(to));
  return mapHolders(values, shared, (holder, path) => {
    const part = removePart(holder, source);
    if (!part) return holder;
    const { under } = shared.length > 0 ? {} : scope;
    const at = [...path, writeFieldPath(source)];
    const placed = putPart(part.values, target, part.value, under);
    if (!placed) {
      if (isBlankValue(part.value)) return part.values;
      scope.note({ reason: 'occupied', path: at, value: part.value });
      return holder;
    }
    const left = removePart(placed, source);
    if (left && !isBlankValue(left.value)) scope.note({ reason: 'leftOver', path: at, value: left.value });
    return placed;
  });
}

/** Two paths from the deepest values that both lead through. */
function splitCommon(from: FieldPath, to: FieldPath) {
  const isSame = (a: PathStep, b: PathStep | undefined): boolean => a.name === b?.name && a.isList === b.isList;
  const differs = from.parents.findIndex((step, index) => !isSame(step, to.parents[index]));
  const length = differs < 0 ? from.parents.length : differs;
  const below = ({ parents, name }: FieldPath): FieldPath => ({ parents: parents.slice(length), name });
  return { shared: from.parents.slice(0, length), source: below(from), target: below(to) };
}

function removeField(values: FieldValues, { field }: OperationArguments['remove'], { note }: ValueScope): FieldValues {
  const { parents, name } = parseFieldPath(field);
  return mapHolders(values, parents, (holder, path) => {
    if (!Object.hasOwn(holder, name)) return holder;
    if (!isBlankValue(holder[name])) note({ reason: 'lost', path: [...path, name], value: holder[name] });
    return withoutKey(holder, name);
  });
}

function splitField(
  values: FieldValues,
  { field, into, at }: OperationArguments['split'],
  scope: ValueScope,
): FieldValues {
  const { parents, name } = parseFieldPath(field);
  return mapHolders(values, parents, (holder, path) => {
    const value = ownValue(holder, name);
    if (isMissing(value)) return holder;
    if (typeof value !== 'string') return noteStaying(holder, { reason: 'unfit', path: [...path, name], value }, scope);
    const parts = splitText(value, at, into.length);
    if (parts.length === 1 && into[0] === name) return holder;
    if (into.some((one) => one !== name && !isBlankValue(ownValue(holder, one))))
      return noteStaying(holder, { reason: 'occupied', path: [...path, name], value }, scope);
    const free = Object.fromEntries(Object.entries(holder).filter(([key]) => key === name || !into.includes(key)));
    const made = into.flatMap((one, index): readonly (readonly [string, unknown])[] =>
      parts[index] === undefined ? [] : [[one, parts[index]]],
    );
    return Object.fromEntries(Object.entries(free).flatMap((entry) => (entry[0] === name ? made : [entry])));
  });
}

/** A text in at most `count` parts; the last holds what is left. */
function splitText(text: string, separator: string, count: number): readonly string[] {
  const all = text.split(separator);
  const parts = all.length > count ? [...all.slice(0, count - 1), all.slice(count - 1).join(separator)] : all;
  return parts.map((part) => part.trim());
}

function noteStaying(holder: FieldValues, note: MigrationNote, scope: ValueScope): FieldValues {
  scope.note(note);
  return holder;
}

interface JoinScope extends ValueScope {
  readonly path: ValuePath;
}

function joinIn(
  holder: FieldValues,
  { fields, into, between }: OperationArguments['join'],
  scope: JoinScope,
): FieldValues {
  const held = fields.filter((name) => Object.hasOwn(holder, name));
  if (!held.some((name) => name !== into)) return holder;
  const whole = { ...scope.under, ...holder };
  const values = fields.map((name) => ownValue(whole, name)).filter((value) => !isMissing(value) && value !== '');
  const at = (name: string): ValuePath => [...scope.path, name];
  const odd = values.find((value) => typeof value !== 'string' && typeof value !== 'number');
  if (odd !== undefined) return noteStaying(holder, { reason: 'unfit', path: at(held[0] ?? into), value: odd }, scope);
  const present = ownValue(holder, into);
  if (!fields.includes(into) && !isBlankValue(present))
    return noteStaying(holder, { reason: 'occupied', path: at(held[0] ?? into), value: values.join(between) }, scope);
  const [first] = held;
  const rest = Object.entries(holder).flatMap(([key, one]): readonly (readonly [string, unknown])[] => {
    if (key === first) return values.length > 0 ? [[into, values.join(between)]] : [];
    return fields.includes(key) || key === into ? [] : [[key, one]];
  });
  return Object.fromEntries(rest);
}

function convertField(values: FieldValues, args: OperationArguments['convert'], scope: ValueScope): FieldValues {
  const { parents, name } = parseFieldPath(args.field);
  const conversion = findFieldConversion(args.from, args.to);
  if (!conversion) return values;
  return mapHolders(values, parents, (holder, path) => {
    const value = ownValue(holder, name);
    if (isMissing(value) || value === '') return holder;
    const at = [...path, name];
    const converted = conversion.convert(value, { to: args, ...scope });
    if (converted === undefined && args.drop === true) scope.note({ reason: 'lost', path: at, value });
    if (converted === undefined && args.drop === true) return withoutKey(holder, name);
    if (converted === undefined) return noteStaying(holder, { reason: 'unfit', path: at, value }, scope);
    if (sameJson(converted, value)) return holder;
    if (conversion.losesIn?.(value)) scope.note({ reason: 'lost', path: at, value });
    return { ...holder, [name]: converted };
  });
}

function fillField(
  values: FieldValues,
  { field, value, replace }: OperationArguments['fill'],
  scope: ValueScope,
): FieldValues {
  if (scope.under !== undefined) return values;
  const { parents, name } = parseFieldPath(field);
  const first = parents.findIndex(({ isList }) => isList);
  const objects = first < 0 ? parents : parents.slice(0, first);
  // Objects on the way are made, items of repeaters are not.
  const ready = first < 0 && parents.length > 0 ? withObjects(values, objects) : values;
  const filled = mapHolders(ready, parents, (holder, path) => {
    const present = ownValue(holder, name);
    if (sameJson(present, value) || (replace !== true && !isBlankValue(present))) return holder;
    if (!isBlankValue(present)) scope.note({ reason: 'lost', path: [...path, name], value: present });
    return { ...holder, [name]: value };
  });
  return filled === ready ? values : filled;
}

function withObjects(values: FieldValues, [step, ...rest]: readonly PathStep[]): FieldValues {
  if (step === undefined) return values;
  const present = ownValue(values, step.name);
  if (!isMissing(present) && !isMapping(present)) return values;
  const inner = withObjects(present ?? {}, rest);
  return inner === present ? values : { ...values, [step.name]: inner };
}

/** Values that are still the given one go. */
function unfillField(
  values: FieldValues,
  { field, value }: OperationArguments['fill'],
  { under }: ValueScope,
): FieldValues {
  if (under !== undefined) return values;
  const { parents, name } = parseFieldPath(field);
  return mapHolders(values, parents, (holder) =>
    sameJson(ownValue(holder, name), value) ? withoutKey(holder, name) : holder,
  );
}
