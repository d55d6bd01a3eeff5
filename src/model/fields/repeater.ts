import { mergeItems } from '../merge/list/mergeItems.ts';
import { checkCount, MAX_ITEMS } from './bounds.ts';
import type { FieldKind } from './kind.ts';
import { keep } from './listKind.ts';
import { checkItems, NO_PROBLEMS, problem } from './problem.ts';
import { isMapping } from './values.ts';

/** A list of items that each have the field's own `fields`; without `fields` the items may be anything. */
export const repeater: FieldKind = {
  type: 'repeater',
  empty: Object.freeze([]),
  check(value, field, scope) {
    if (!Array.isArray(value)) return problem('must be a list');
    const details = checkCount(value.length, field, scope);
    if (field.fields === undefined) return details;
    return [...details, ...checkItems(value, (item) => (isMapping(item) ? NO_PROBLEMS : problem('must be an object')))];
  },
  fit(value, field) {
    if (!Array.isArray(value)) return undefined;
    return field.fields === undefined ? value : keep(value, isMapping);
  },
  merge: (versions, scope) => mergeItems({ id: 'id', merge: scope.mergeNested })(versions, scope),
  mapNested(value, visit) {
    if (!Array.isArray(value) || value.length > MAX_ITEMS) return value;
    const items = value.map((item, index) => (isMapping(item) ? visit(item, [index]) : item));
    return items.some((item, index) => item !== value[index]) ? items : value;
  },
};
