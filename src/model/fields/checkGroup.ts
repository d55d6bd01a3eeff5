import { isDeepStrictEqual } from 'node:util';
import type { Detail } from '../errors.ts';
import { because } from '../reason.ts';
import type { Condition } from './field.ts';
import type { Group, GroupField } from './group.ts';
import type { FieldScope, LookupScope } from './kind.ts';
import { allOf, MAX_PROBLEMS, NO_PROBLEMS, problem, within } from './problem.ts';
import { isMissing, ownValue, type Values } from './values.ts';

/** The problems of stored values; paths begin with the field's name. Values that the group does not know are ignored. */
export const checkGroup = (group: Group, values: Values, scope: FieldScope): readonly Detail[] =>
  group.fields.flatMap((one) => within([one.field.name], checkField(one, group, values, scope)));

function checkField(one: GroupField, siblings: Group, values: Values, scope: FieldScope): readonly Detail[] {
  const { field, kind } = one;
  const value = ownValue(values, field.name);
  const isNeeded = scope.isPublished && isRequired(one, { siblings, values, scope });
  // A field with a default is never missing: readers get the default.
  if (isMissing(value))
    return isNeeded && field.default === undefined ? problem(because('required', 'is required', {})) : NO_PROBLEMS;
  const details = allOf(kind.check(value, field, scope), checkNested(one, value, scope));
  return details.length === 0 && isNeeded && isBlank(one, value)
    ? problem(because('required', 'is required', {}))
    : details;
}

const isRequired = ({ field }: GroupField, beside: Beside): boolean =>
  field.required === true && conditionHolds(field.condition, beside);

const isBlank = ({ kind }: GroupField, value: unknown): boolean =>
  value === '' || (Array.isArray(value) && value.length === 0) || kind.isBlank?.(value) === true;

function checkNested({ kind, group }: GroupField, value: unknown, scope: FieldScope): readonly Detail[] {
  if (group === undefined) return NO_PROBLEMS;
  const details: Detail[] = [];
  kind.mapNested?.(value, (values, at) => {
    if (details.length < MAX_PROBLEMS) details.push(...within(at, checkGroup(group, values, scope)));
    return values;
  });
  return details;
}

/** A value as files hold it and as the wire shows it: a condition may name a record by its key or by its id. */
interface Tested {
  readonly stored: unknown;
  readonly shown: unknown;
}

const is = ({ stored, shown }: Tested, wanted: unknown): boolean =>
  isDeepStrictEqual(stored, wanted) || isDeepStrictEqual(shown, wanted);

const isEmpty = ({ stored }: Tested): boolean =>
  isMissing(stored) || stored === '' || (Array.isArray(stored) && stored.length === 0);

/** The parts of a condition; every part that is given must hold. */
const TESTS: readonly ((condition: Condition, value: Tested) => boolean)[] = [
  ({ equals }, value) => equals === undefined || is(value, equals),
  ({ in: choices }, value) => !Array.isArray(choices) || choices.some((one) => is(value, one)),
  ({ notEmpty }, value) => typeof notEmpty !== 'boolean' || isEmpty(value) !== notEmpty,
];

/** Where a condition is evaluated: on the values beside its field. */
interface Beside {
  readonly siblings: Group;
  readonly values: Values;
  readonly scope: LookupScope;
}

/** Whether a field with this condition applies; a missing value counts as its default. */
function conditionHolds(condition: Condition | undefined, { siblings, values, scope }: Beside): boolean {
  if (condition === undefined) return true;
  const sibling = siblings.byName.get(condition.field);
  const stored = ownValue(values, condition.field) ?? sibling?.field.default ?? null;
  const shown = isMissing(stored) ? null : (sibling?.kind.toWire?.(stored, sibling.field, scope) ?? stored);
  return TESTS.every((test) => test(condition, { stored, shown }));
}
