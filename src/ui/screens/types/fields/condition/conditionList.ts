import { type FormValues, isValueObject } from '../../../../form/values.ts';
import type { Field } from '../../../../wire/interface.ts';
import { type ConditionDraft, firstCondition, hasTestedValue, readTest, writeTest } from './condition.ts';

/** How many of several conditions must hold. */
export const CONDITION_JOINS = ['all', 'any', 'none'] as const;
export type ConditionJoin = (typeof CONDITION_JOINS)[number];

/** Several conditions as their inputs show them. Without any, it always holds. */
export interface ConditionList {
  readonly join: ConditionJoin;
  readonly tests: readonly ConditionDraft[];
}

/** A condition as a list; null if its parts have parts of their own, so that it is only edited as JSON. */
export function readConditionList(condition: unknown): ConditionList | null {
  if (condition === undefined || condition === null) return { join: 'all', tests: [] };
  const one = readTest(condition);
  if (one) return { join: 'all', tests: [one] };
  if (!isValueObject(condition)) return null;
  const [[key = '', value] = [], ...others] = Object.entries(condition);
  if (others.length > 0) return null;
  if (key === 'all' || key === 'any') return readTests(key, value);
  if (key !== 'not') return null;
  const denied = readConditionList(value);
  const isPlain = denied && (denied.join === 'any' || denied.tests.length === 1);
  return isPlain ? { join: 'none', tests: denied.tests } : null;
}

function readTests(join: ConditionJoin, value: unknown): ConditionList | null {
  const tests = Array.isArray(value) ? value.map(readTest) : [null];
  return tests.every((one) => one !== null && one !== undefined) ? { join, tests } : null;
}

/** The condition that a list says; undefined for one that always holds. */
export function writeConditionList({ join, tests }: ConditionList): FormValues | undefined {
  const written = tests.map(writeTest);
  const [only] = written;
  if (only === undefined) return undefined;
  if (join === 'none') return { not: written.length === 1 ? only : { any: written } };
  return written.length === 1 ? only : { [join]: written };
}

/** Whether a test compares with a value that is not given yet. */
export const isUnfinishedTest = ({ test, value }: ConditionDraft): boolean =>
  hasTestedValue(test) && (value === undefined || (test === 'in' && !(Array.isArray(value) && value.length > 0)));

/** The condition with one more test, about a field. */
export function addTest(condition: unknown, about: Field): FormValues | undefined {
  const { join, tests } = readConditionList(condition) ?? { join: 'all', tests: [] };
  return writeConditionList({ join, tests: [...tests, firstCondition(about)] });
}
