import type { FieldKind } from '../../model/fields/kind.ts';
import { checkCount, MAX_ITEMS } from '../../model/fields/kinds/bounds.ts';
import { selectFittingItems } from '../../model/fields/kinds/listKind.ts';
import { byCount } from '../../model/fields/kinds/sortings.ts';
import { arrayTypeOf } from '../../model/fields/kinds/typeTexts.ts';
import { checkEachItem, NO_PROBLEMS, problem } from '../../model/fields/problem.ts';
import { isMapping } from '../../model/fields/values.ts';
import { because } from '../../model/reason.ts';

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
  writeType: (field, writeFields) => arrayTypeOf(field.fields ? writeFields(field.fields) : 'unknown'),
  sorting: byCount,
};
