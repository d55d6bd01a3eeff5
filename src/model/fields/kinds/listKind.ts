import type { Detail } from '../../errors.ts';
import { because } from '../../reason.ts';
import type { FieldType } from '../field.ts';
import type { FieldKind, StoredValue } from '../kind.ts';
import { checkEachItem, MAX_PROBLEMS, NO_PROBLEMS, problem, within } from '../problem.ts';
import { isMapping } from '../values.ts';
import { checkCount, MAX_ITEMS } from './bounds.ts';

const isTranslatable = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= MAX_ITEMS;

/** The items of a list that fit, at most `MAX_ITEMS`; the same list if all of them do. */
function selectFittingItems(items: readonly unknown[], fits: (item: unknown) => boolean): readonly unknown[] {
  const kept = items.slice(0, MAX_ITEMS).filter(fits);
  return kept.length === items.length ? items : kept;
}

/** Collects the items' stored values and their problems. */
function collectStored(items: readonly StoredValue[]): StoredValue {
  const details: Detail[] = [];
  for (const [index, item] of items.entries()) {
    if (details.length < MAX_PROBLEMS) details.push(...within([index], item.details));
  }
  return { value: items.map(({ value }) => value), details };
}

/** A kind whose values are lists of another kind's values. */
export function listKind(type: FieldType, item: FieldKind): FieldKind {
  const { toStored, toWire, references } = item;
  return {
    type,
    check(value, field, scope) {
      if (!Array.isArray(value)) return problem(because('list', 'must be a list', {}));
      return [
        ...checkCount(value.length, field, scope),
        ...checkEachItem(value, (one) => item.check(one, field, scope)),
      ];
    },
    merge: 'set',
    fit(value, field) {
      if (!Array.isArray(value)) return undefined;
      return selectFittingItems(value, (one) => item.fit === undefined || item.fit(one, field) !== undefined);
    },
    ...(toStored && {
      toStored: (value, field, scope) =>
        isTranslatable(value)
          ? collectStored(value.map((one) => toStored(one, field, scope)))
          : { value, details: NO_PROBLEMS },
    }),
    ...(toWire && {
      // Items that no longer exist are left out, so that readers of the list need not handle nulls.
      toWire: (value, field, scope) =>
        isTranslatable(value) ? value.map((one) => toWire(one, field, scope)).filter((one) => one !== null) : value,
    }),
    ...(references && {
      references: (value, field) =>
        isTranslatable(value)
          ? value.flatMap((one, index) =>
              references(one, field).map((reference) => ({ ...reference, path: [index, ...reference.path] })),
            )
          : [],
    }),
  };
}

/** A list of items that each have the field's own `fields`; without `fields` the items may be anything. */
export const repeaterField: FieldKind = {
  type: 'repeater',
  empty: Object.freeze([]),
  check(value, field, scope) {
    if (!Array.isArray(value)) return problem(because('list', 'must be a list', {}));
    const details = checkCount(value.length, field, scope);
    if (field.fields === undefined) return details;
    return [
      ...details,
      ...checkEachItem(value, (item) => (isMapping(item) ? NO_PROBLEMS : problem('must be an object'))),
    ];
  },
  fit(value, field) {
    if (!Array.isArray(value)) return undefined;
    return field.fields === undefined ? value : selectFittingItems(value, isMapping);
  },
  merge: 'items',
  mapNested(value, visit) {
    if (!Array.isArray(value) || value.length > MAX_ITEMS) return value;
    const items = value.map((item, index) => (isMapping(item) ? visit(item, [index]) : item));
    return items.some((item, index) => item !== value[index]) ? items : value;
  },
};

/** A mapping of values by the field's own `fields`. */
export const objectField: FieldKind = {
  type: 'object',
  check: (value) => (isMapping(value) ? NO_PROBLEMS : problem('must be an object')),
  fit: (value) => (isMapping(value) ? value : undefined),
  merge: 'nested',
  mapNested: (value, visit) => (isMapping(value) ? visit(value, []) : value),
};
