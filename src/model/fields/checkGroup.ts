import type { Detail } from '../errors.ts';
import { type Beside, conditionHolds } from './condition.ts';
import type { Group, GroupField } from './group.ts';
import type { FieldScope } from './kind.ts';
import { allOf, MAX_PROBLEMS, NO_PROBLEMS, problem, within } from './problem.ts';
import { isMissing, ownValue, type Values } from './values.ts';

/** What is wrong with stored values; paths begin with the field's name. Values that the group does not know are not looked at. */
export const checkGroup = (group: Group, values: Values, scope: FieldScope): readonly Detail[] =>
  group.fields.flatMap((one) => within([one.field.name], checkField(one, group, values, scope)));

function checkField(one: GroupField, siblings: Group, values: Values, scope: FieldScope): readonly Detail[] {
  const { field, kind } = one;
  const value = ownValue(values, field.name);
  const isWanting = scope.isPublished && isRequired(one, { siblings, values, scope });
  // What has a default is never missing: readers get the default.
  if (isMissing(value)) return isWanting && field.default === undefined ? problem('is required') : NO_PROBLEMS;
  const details = allOf(kind.check(value, field, scope), checkNested(one, value, scope));
  return details.length === 0 && isWanting && isBlank(one, value) ? problem('is required') : details;
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
