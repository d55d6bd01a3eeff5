import type { Detail } from '../../errors.ts';
import { suggestName } from '../../schema/unknownNames.ts';
import { ORDER_NAMES } from '../condition.ts';
import { NO_PROBLEMS, problem, within } from '../problem.ts';
import { type FieldValues, isMapping, isMissing } from '../values.ts';

/** The most levels of `all`, `any` and `not` within each other. */
const MAX_LEVELS = 5;
/** The most conditions in a list. */
const MAX_PARTS = 20;

/** The names that a condition may ask about. */
export interface ConditionNames {
  readonly names: readonly unknown[];
  /** What the names are, after "must be the name of". */
  readonly expected: string;
}

const TESTS = ['equals', 'in', 'notEmpty', 'empty', ...ORDER_NAMES] as const;
const GROUPS = ['all', 'any', 'not'] as const;

/** The problems of a condition; paths are relative to it. */
export function checkCondition(condition: unknown, known: ConditionNames, level = 1): readonly Detail[] {
  if (!isMapping(condition)) return problem('must be an object');
  const groups = GROUPS.filter((key) => !isMissing(condition[key]));
  const hasTests = TESTS.some((key) => Object.hasOwn(condition, key));
  const asks = hasTests || !isMissing(condition['field']) || groups.length === 0;
  return [
    ...(asks ? checkQuestion(condition, known, hasTests) : NO_PROBLEMS),
    ...groups.flatMap((key) => within([key], checkParts(key, condition[key], known, level + 1))),
  ];
}

function checkQuestion(condition: FieldValues, { names, expected }: ConditionNames, hasTests: boolean) {
  const { field, in: choices, notEmpty, empty } = condition;
  if (typeof field !== 'string' || !names.includes(field)) {
    const known = names.filter((name) => typeof name === 'string');
    return problem(`must be the name of ${expected}${suggestName(String(field ?? ''), known)}`, ['field']);
  }
  if (!isMissing(choices) && !Array.isArray(choices)) return problem('must be a list', ['in']);
  if (!isFlag(notEmpty)) return problem('must be true or false', ['notEmpty']);
  if (!isFlag(empty)) return problem('must be true or false', ['empty']);
  const unordered = ORDER_NAMES.find((key) => !isMissing(condition[key]) && !isOrdered(condition[key]));
  if (unordered) return problem('must be a number, a date or text', [unordered]);
  return hasTests ? NO_PROBLEMS : problem(`must have at least one of ${TESTS.slice(0, -1).join(', ')} and gte`);
}

const isFlag = (value: unknown): boolean => isMissing(value) || typeof value === 'boolean';
const isOrdered = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string';

function checkParts(key: (typeof GROUPS)[number], value: unknown, known: ConditionNames, level: number) {
  if (level > MAX_LEVELS) return problem(`must not be nested more than ${MAX_LEVELS} levels deep`);
  if (key === 'not') return checkCondition(value, known, level);
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_PARTS)
    return problem(`must be a list of 1 to ${MAX_PARTS} conditions`);
  return value.flatMap((one, index) => within([index], checkCondition(one, known, level)));
}
