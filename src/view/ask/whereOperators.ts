import { foldText } from '../../lib/text/foldText.ts';
import { isMissing } from '../../model/fields/values.ts';
import { isOneOf, matchesSome, OPERATORS, type ValueTest } from '../../model/page/conditions.ts';

/** What an operator takes: a value, a list of values (or a text with commas), or true or false. */
export type OperandKind = 'one' | 'list' | 'flag';

interface OperatorRule {
  readonly takes: OperandKind;
  /** Whether the values must have the form that the field's values have. */
  readonly isExact: boolean;
  make(texts: readonly string[]): ValueTest;
}

const withOne = (make: (text: string) => ValueTest, isExact = true): OperatorRule => ({
  takes: 'one',
  isExact,
  make: ([text = '']) => make(text),
});

const hasValue: ValueTest = (value) =>
  !isMissing(value) && value !== '' && !(Array.isArray(value) && value.length === 0);

/** The operators of `where`. Of a list of values one must match, for `ne` and `nin` none. */
export const WHERE_OPERATORS = {
  eq: withOne(OPERATORS.eq),
  ne: withOne(OPERATORS.ne),
  in: { takes: 'list', isExact: true, make: (texts) => matchesSome(isOneOf(texts)) },
  nin: {
    takes: 'list',
    isExact: true,
    make(texts) {
      const isIn = matchesSome(isOneOf(texts));
      return (value) => !isIn(value);
    },
  },
  lt: withOne(OPERATORS.lt),
  lte: withOne(OPERATORS.lte),
  gt: withOne(OPERATORS.gt),
  gte: withOne(OPERATORS.gte),
  contains: withOne(OPERATORS.contains, false),
  starts: withOne((text) => {
    const folded = foldText(text);
    return matchesSome((item) => typeof item === 'string' && foldText(item).startsWith(folded));
  }, false),
  exists: {
    takes: 'flag',
    isExact: false,
    make: ([text]) => (text === 'true' ? hasValue : (value) => !hasValue(value)),
  },
} satisfies Record<string, OperatorRule>;

export type WhereOperator = keyof typeof WHERE_OPERATORS;
export const isWhereOperator = (name: string): name is WhereOperator => Object.hasOwn(WHERE_OPERATORS, name);
