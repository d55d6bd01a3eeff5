import { isDeepStrictEqual } from 'node:util';
import type { Detail } from '../errors.ts';
import { because } from '../reason.ts';
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

const isBlankField = ({ kind }: GroupField, value: unknown): boolean =>
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

/** A value as files hold it and as the wire shows it: a condition may name a record by its key or by its id. */
interface ConditionOperand {
  readonly stored: unknown;
  readonly shown: unknown;
}

const is = ({ stored, shown }: ConditionOperand, wanted: unknown): boolean =>
  isDeepStrictEqual(stored, wanted) || isDeepStrictEqual(shown, wanted);

const isEmptyOperand = ({ stored }: ConditionOperand): boolean =>
  isMissing(stored) || stored === '' || (Array.isArray(stored) && stored.length === 0);

/** The parts of a condition; every part that is given must hold. */
const TESTS: readonly ((condition: FieldCondition, value: ConditionOperand) => boolean)[] = [
  ({ equals }, value) => equals === undefined || is(value, equals),
  ({ in: choices }, value) => !Array.isArray(choices) || choices.some((one) => is(value, one)),
  ({ notEmpty }, value) => typeof notEmpty !== 'boolean' || isEmptyOperand(value) !== notEmpty,
];

/** Where a condition is evaluated: on the values beside its field. */
interface ConditionScope {
  readonly siblings: FieldSet;
  readonly values: FieldValues;
  readonly scope: LookupScope;
}

/** Whether a field with this condition applies; a missing value counts as its default. */
function conditionHolds(condition: FieldCondition | undefined, { siblings, values, scope }: ConditionScope): boolean {
  if (condition === undefined) return true;
  const sibling = siblings.byName.get(condition.field);
  const stored = ownValue(values, condition.field) ?? sibling?.field.default ?? null;
  const shown = isMissing(stored) ? null : (sibling?.kind.toWire?.(stored, sibling.field, scope) ?? stored);
  return TESTS.every((test) => test(condition, { stored, shown }));
}
