import { isDeepStrictEqual } from 'node:util';
import type { Condition } from './field.ts';
import type { Group } from './group.ts';
import { isMissing, ownValue, type Values } from './values.ts';

const isEmpty = (value: unknown): boolean =>
  isMissing(value) || value === '' || (Array.isArray(value) && value.length === 0);

/** What a condition may say about its field's value; every part that is given must hold. */
const TESTS: readonly ((condition: Condition, value: unknown) => boolean)[] = [
  ({ equals }, value) => equals === undefined || isDeepStrictEqual(value ?? null, equals),
  ({ in: choices }, value) => !Array.isArray(choices) || choices.some((one) => isDeepStrictEqual(value ?? null, one)),
  ({ notEmpty }, value) => typeof notEmpty !== 'boolean' || isEmpty(value) !== notEmpty,
];

/** Whether a field with this condition applies, judged on the values beside it; a missing one counts as its default. */
export function conditionHolds(condition: Condition | undefined, siblings: Group, values: Values): boolean {
  if (condition === undefined) return true;
  const value = ownValue(values, condition.field) ?? siblings.byName.get(condition.field)?.default;
  return TESTS.every((test) => test(condition, value));
}
