import { compareText } from '../../lib/text/compareText.ts';
import { foldText } from '../../lib/text/foldText.ts';
import { isTimestamp, parseTimestamp } from '../text/timestamp.ts';

/** Whether a value meets a condition. */
export type ValueTest = (value: unknown) => boolean;

const NUMBER = /^-?\d{1,300}(\.\d{1,300})?$/;

/** Whether the text of a condition is a number. */
export const isNumberText = (text: string): boolean => NUMBER.test(text);

/** Tests whether an item equals one of these texts, which are parsed only once for all items. */
export function isOneOf(texts: readonly string[]): ValueTest {
  const asked = new Set(texts);
  const numbers = new Set(texts.filter(isNumberText).map(Number));
  const times = new Set(texts.filter(isTimestamp).map(parseTimestamp));
  return (item) => {
    if (typeof item === 'number') return numbers.has(item);
    if (typeof item === 'boolean') return asked.has(String(item));
    return typeof item === 'string' && (asked.has(item) || (times.size > 0 && times.has(parseTimestamp(item))));
  };
}

/** Compares items with a text; NaN if the two cannot be compared. */
function compareWith(text: string): (item: unknown) => number {
  const number = isNumberText(text) ? Number(text) : Number.NaN;
  const time = parseTimestamp(text);
  return (item) => {
    if (typeof item === 'number') return item - number;
    if (typeof item !== 'string') return Number.NaN;
    const difference = Number.isNaN(time) ? Number.NaN : parseTimestamp(item) - time;
    return Number.isNaN(difference) ? compareText(item, text) : difference;
  };
}

function contains(text: string): ValueTest {
  const folded = foldText(text);
  const isEqual = isOneOf([text]);
  return (item) => (typeof item === 'string' ? foldText(item).includes(folded) : isEqual(item));
}

/** Applies a test to the items of a list, one of which must pass. */
export const matchesSome =
  (test: ValueTest): ValueTest =>
  (value) =>
    Array.isArray(value) ? value.some(test) : test(value);

/** @param test must be false for NaN */
const ordered =
  (test: (order: number) => boolean) =>
  (text: string): ValueTest => {
    const compare = compareWith(text);
    return matchesSome((item) => test(compare(item)));
  };

/** The test that each operator makes from the text of a condition. */
export const OPERATORS = {
  eq: (text) => matchesSome(isOneOf([text])),
  ne: (text) => {
    const isEqual = matchesSome(isOneOf([text]));
    return (value) => !isEqual(value);
  },
  in: (text) => matchesSome(isOneOf(text.split(','))),
  lt: ordered((order) => order < 0),
  lte: ordered((order) => order <= 0),
  gt: ordered((order) => order > 0),
  gte: ordered((order) => order >= 0),
  contains: (text) => matchesSome(contains(text)),
} satisfies Record<string, (text: string) => ValueTest>;

export type Operator = keyof typeof OPERATORS;
export const isOperator = (name: string): name is Operator => Object.hasOwn(OPERATORS, name);
export const OPERATOR_NAMES: readonly string[] = Object.keys(OPERATORS);
