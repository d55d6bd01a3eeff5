import { sameJson } from '../../lib/json/sameJson.ts';
import { compareValues, isEmptyValue, ORDERS } from '../fields/condition.ts';
import { because, type Wording } from '../reason.ts';
import type { ValueHolder } from './recordRule.ts';
import { createValueReader, type RuleName, readOperand } from './ruleNames.ts';
import type { Comparison } from './typeRule.ts';

/** Whether two values compare as asked. Values without an order between them are no problem of a rule. */
type Compare = (value: unknown, other: unknown) => boolean;

const ordered =
  (name: keyof typeof ORDERS): Compare =>
  (value, other) => {
    const order = compareValues(value, other);
    return Number.isNaN(order) || ORDERS[name](order);
  };

const isEqual: Compare = (value, other) => sameJson(value, other) || compareValues(value, other) === 0;

interface ComparisonKind {
  readonly compare: Compare;
  /** What is asked of a value, with how the other one is called in the message and in words. */
  word(named: string, shown: string): Wording;
  /** The same for times. */
  wordTime?(named: string, shown: string): Wording;
}

const later = (named: string, other: string): Wording => because('laterThan', `must be after ${named}`, { other });
const earlier = (named: string, other: string): Wording => because('earlierThan', `must be before ${named}`, { other });

const KINDS: Readonly<Record<Comparison, ComparisonKind>> = {
  after: { compare: ordered('gt'), word: later },
  before: { compare: ordered('lt'), word: earlier },
  gt: {
    ...{ compare: ordered('gt'), wordTime: later },
    word: (named, n) => because('moreThan', `must be more than ${named}`, { n }),
  },
  lt: {
    ...{ compare: ordered('lt'), wordTime: earlier },
    word: (named, n) => because('lessThan', `must be less than ${named}`, { n }),
  },
  gte: {
    compare: ordered('gte'),
    word: (named, n) => because('least', `must be at least ${named}`, { n }),
    wordTime: (named, other) => because('notEarlierThan', `must not be before ${named}`, { other }),
  },
  lte: {
    compare: ordered('lte'),
    word: (named, n) => because('most', `must be at most ${named}`, { n }),
    wordTime: (named, other) => because('notLaterThan', `must not be after ${named}`, { other }),
  },
  eq: {
    compare: isEqual,
    word: (named, other) => because('equalTo', `must be the same as ${named}`, { other }),
  },
  ne: {
    compare: (value, other) => !isEqual(value, other),
    word: (named, other) => because('otherThan', `must not be the same as ${named}`, { other }),
  },
};

interface ComparedNames {
  readonly about: RuleName;
  readonly names: ReadonlyMap<string, RuleName>;
}

/**
 * Makes the function that compares a value with an operand and says what is wrong. A missing value is never wrong: that it is
 * there is what `require` asks.
 */
export function compareToOperand(
  name: Comparison,
  operand: unknown,
  { about, names }: ComparedNames,
): (value: unknown, record: ValueHolder) => Wording | undefined {
  const { compare, word, wordTime = word } = KINDS[name];
  const other = readOperand(operand, names);
  const [named, shown] = 'name' in other ? [other.name, labelOf(names.get(other.name))] : inWords(other.value);
  const wrong = (about.valueClass === 'time' ? wordTime : word)(named, shown);
  const readOther = 'name' in other ? createValueReader(names.get(other.name)!) : () => other.value;
  return (value, record) => {
    const wanted = readOther(record);
    return isEmptyValue(value) || isEmptyValue(wanted) || compare(value, wanted) ? undefined : wrong;
  };
}

const labelOf = (name: RuleName | undefined): string => name?.of?.field.label ?? name?.name ?? '';

function inWords(value: unknown): readonly [named: string, shown: string] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [typeof value === 'string' ? `"${value}"` : text, text];
}
