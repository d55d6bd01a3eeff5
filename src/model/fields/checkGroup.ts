import type { Detail } from '../errors.ts';
import { because } from '../reason.ts';
import { meetsCondition, type ReadOperand } from './condition.ts';
import type { FieldCondition } from './field.ts';
import type { FieldSet, GroupField } from './fieldSet.ts';
import type { FieldScope, LookupScope } from './kind.ts';
import { allOf, MAX_PROBLEMS, NO_PROBLEMS, problem, within } from './problem.ts';
import { type FieldValues, isMissing, ownValue } from './values.ts';

/** The problems of stored values; paths begin with the field's name. Values that the group does not know are ignored. */
export const checkGroup = (group: FieldSet, values: FieldValues, scope: FieldScope): readonly Detail[] =>
  group.fields.flatMap((one) => within([one.field.name], checkField(one, group, values, scope)));

function checkField(one: GroupField, siblings: FieldSet, values: FieldValues, scope: FieldScope): readonly Detail[] {
  const { field, kind } = one;
  const value = ownValue(values, field.name);
  const isNeeded = scope.isPublished && isRequired(one, { siblings, values, scope });
  // A field with a default is never missing: readers get the default.
  if (isMissing(value))
    return isNeeded && field.default === undefined ? problem(because('required', 'is required', {})) : NO_PROBLEMS;
  const details = allOf(kind.check(value, field, scope), checkNestedValues(one, value, scope));
  return details.length === 0 && isNeeded && isBlankField(one, value)
    ? problem(because('required', 'is required', {}))
    : details;
}

const isRequired = ({ field }: GroupField, beside: ConditionScope): boolean =>
  field.required === true && conditionHolds(field.condition, beside);

/** Whether there is nothing to read in a value, so that `required` rejects it. */
export const isBlankField = ({ kind }: GroupField, value: unknown): boolean =>
  value === '' || (Array.isArray(value) && value.length === 0) || kind.isBlank?.(value) === true;

function checkNestedValues({ kind, group }: GroupField, value: unknown, scope: FieldScope): readonly Detail[] {
  if (group === undefined) return NO_PROBLEMS;
  const details: Detail[] = [];
  kind.mapNested?.(value, (values, at) => {
    if (details.length < MAX_PROBLEMS) details.push(...within(at, checkGroup(group, values, scope)));
    return values;
  });
  return details;
}

/** Where a condition is evaluated: on the values beside its field. */
interface ConditionScope {
  readonly siblings: FieldSet;
  readonly values: FieldValues;
  readonly scope: LookupScope;
}

/** Whether a field with this condition applies. */
const conditionHolds = (condition: FieldCondition | undefined, beside: ConditionScope): boolean =>
  condition === undefined || meetsCondition(condition, createOperandReader(beside));

/** Makes the function that reads values for conditions, which may name a record by its key or by its id; a missing value counts as its default. */
export const createOperandReader =
  ({ siblings, values, scope }: ConditionScope): ReadOperand =>
  (name) => {
    const sibling = siblings.byName.get(name);
    const stored = ownValue(values, name) ?? sibling?.field.default ?? null;
    const shown = isMissing(stored) ? null : (sibling?.kind.toWire?.(stored, sibling.field, scope) ?? stored);
    return [stored, shown];
  };
