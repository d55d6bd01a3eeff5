import type { Detail } from '../../errors.ts';
import { because } from '../../reason.ts';
import type { FieldType } from '../field.ts';
import { type FieldKind, mentionsHidden, type StoredValue } from '../kind.ts';
import { checkEachItem, MAX_PROBLEMS, NO_PROBLEMS, problem, within } from '../problem.ts';
import { checkCount, MAX_ITEMS } from './bounds.ts';
import type { KindSorting } from './sortings.ts';
import { arrayTypeOf } from './typeTexts.ts';

const isTranslatable = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= MAX_ITEMS;

/** The items of a list that fit, at most `MAX_ITEMS`; the same list if all of them do. */
export function selectFittingItems(items: readonly unknown[], fits: (item: unknown) => boolean): readonly unknown[] {
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
export function listKind(type: FieldType, item: FieldKind, sorting: KindSorting): FieldKind {
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
    sorting,
    writeType: (field, writeFields) => arrayTypeOf(item.writeType(field, writeFields)),
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
      keepHidden(stored, field, before) {
        const present = isTranslatable(before.present) ? [...before.present.entries()] : [];
        const hidden = present.filter(([, one]) => mentionsHidden(references(one, field), before));
        const items = Array.isArray(stored) ? stored : [];
        return hidden.length === 0
          ? stored
          : hidden.reduce<unknown[]>((kept, [index, one]) => kept.toSpliced(index, 0, one), items);
      },
      references: (value, field) =>
        isTranslatable(value)
          ? value.flatMap((one, index) =>
              references(one, field).map((reference) => ({ ...reference, path: [index, ...reference.path] })),
            )
          : [],
    }),
  };
}
