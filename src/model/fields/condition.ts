import { isDeepStrictEqual } from 'node:util';
import type { Condition } from './field.ts';
import type { Group } from './group.ts';
import type { LookupScope } from './kind.ts';
import { isMissing, ownValue, type Values } from './values.ts';

/** A value as files hold it, and as it is sent: what points at a record may be named by its key or by its id. */
interface Judged {
  readonly stored: unknown;
  readonly shown: unknown;
}

const is = ({ stored, shown }: Judged, wanted: unknown): boolean =>
  isDeepStrictEqual(stored, wanted) || isDeepStrictEqual(shown, wanted);

const isEmpty = ({ stored }: Judged): boolean =>
  isMissing(stored) || stored === '' || (Array.isArray(stored) && stored.length === 0);

/** What a condition may say about its field's value; every part that is given must hold. */
const TESTS: readonly ((condition: Condition, value: Judged) => boolean)[] = [
  ({ equals }, value) => equals === undefined || is(value, equals),
  ({ in: choices }, value) => !Array.isArray(choices) || choices.some((one) => is(value, one)),
  ({ notEmpty }, value) => typeof notEmpty !== 'boolean' || isEmpty(value) !== notEmpty,
];

/** Where a condition is judged: on the values beside its field. */
export interface Beside {
  readonly siblings: Group;
  readonly values: Values;
  readonly scope: LookupScope;
}

/** Whether a field with this condition applies; a missing value counts as its default. */
export function conditionHolds(condition: Condition | undefined, { siblings, values, scope }: Beside): boolean {
  if (condition === undefined) return true;
  const sibling = siblings.byName.get(condition.field);
  const stored = ownValue(values, condition.field) ?? sibling?.field.default ?? null;
  const shown = isMissing(stored) ? null : (sibling?.kind.toWire?.(stored, sibling.field, scope) ?? stored);
  return TESTS.every((test) => test(condition, { stored, shown }));
}
