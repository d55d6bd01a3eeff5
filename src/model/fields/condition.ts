import { sameJson } from '../../lib/json/sameJson.ts';
import { compareText } from '../../lib/text/compareText.ts';
import { parseTimestamp } from '../text/timestamp.ts';
import type { FieldCondition } from './field.ts';

/**
 * Finds the value of a field beside, in every form that a condition may name it by: as it is stored, which decides about
 * emptiness and order, then as it is shown.
 */
export type ReadOperand = (field: string) => readonly [stored: unknown, ...shown: unknown[]];

/** Whether there is nothing to read in a value. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Orders two numbers, two times or two other texts; NaN for values that have no order between them. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== 'string' || typeof b !== 'string') return Number.NaN;
  const difference = parseTimestamp(a) - parseTimestamp(b);
  return Number.isNaN(difference) ? compareText(a, b) : difference;
}

/** Whether the order of two values is as asked, by the name of the question; false for NaN. */
export const ORDERS = {
  lt: (order: number) => order < 0,
  lte: (order: number) => order <= 0,
  gt: (order: number) => order > 0,
  gte: (order: number) => order >= 0,
} as const;
export const ORDER_NAMES = ['lt', 'lte', 'gt', 'gte'] as const satisfies readonly (keyof typeof ORDERS)[];

type Operand = ReturnType<ReadOperand>;

const isOneOf = (operand: Operand, wanted: unknown): boolean => operand.some((form) => sameJson(form, wanted));

/** What a condition may ask about one value. */
const TESTS: readonly ((condition: FieldCondition, operand: Operand) => boolean)[] = [
  ({ equals }, operand) => equals === undefined || isOneOf(operand, equals),
  ({ in: choices }, operand) => !Array.isArray(choices) || choices.some((one) => isOneOf(operand, one)),
  ({ notEmpty }, [stored]) => typeof notEmpty !== 'boolean' || isEmptyValue(stored) !== notEmpty,
  ({ empty }, [stored]) => typeof empty !== 'boolean' || isEmptyValue(stored) === empty,
  (condition, [stored]) =>
    ORDER_NAMES.every((name) => {
      const limit = condition[name];
      return limit === undefined || limit === null || ORDERS[name](compareValues(stored, limit));
    }),
];

/** Whether a condition holds. Every part that is given must hold; what is no condition holds. */
export function meetsCondition(condition: FieldCondition, read: ReadOperand): boolean {
  const { field, all, any, not } = condition;
  const meets = (one: FieldCondition): boolean => meetsCondition(one, read);
  if (typeof field === 'string') {
    const operand = read(field);
    if (!TESTS.every((test) => test(condition, operand))) return false;
  }
  if (Array.isArray(all) && !all.every(meets)) return false;
  if (Array.isArray(any) && !any.some(meets)) return false;
  return !not || !meets(not);
}
