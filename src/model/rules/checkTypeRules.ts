import type { Detail } from '../errors.ts';
import type { FieldsSchema } from '../fields/field.ts';
import type { FieldKinds } from '../fields/fieldSet.ts';
import { compileFieldPattern } from '../fields/kinds/pattern.ts';
import { NO_PROBLEMS, problem, within } from '../fields/problem.ts';
import { checkCondition } from '../fields/schema/checkCondition.ts';
import { type FieldValues, isMapping, isMissing, ownValue } from '../fields/values.ts';
import { suggestName } from '../schema/unknownNames.ts';
import { isTimestamp } from '../text/timestamp.ts';
import { namesOf, type RuleName, readOperand, type ValueClass } from './ruleNames.ts';
import { COMPARISONS, type Comparison, RULE_FORMS, RULE_OPTIONS, type RuleForm } from './typeRule.ts';

type Names = ReadonlyMap<string, RuleName>;
type Details = readonly Detail[];

const FORMS = Object.keys(RULE_FORMS) as readonly RuleForm[];
const MAX_NAMES = 50;
const MAX_MESSAGE = 300;

/** What a content type or block type holds of its rules. */
interface TypeWithRules {
  readonly rules?: readonly unknown[];
  readonly fieldsSchema: FieldsSchema;
}

/** The problems of the rules of a content type or block type; paths are relative to the list. */
export function checkTypeRules({ rules, fieldsSchema }: TypeWithRules, kinds: FieldKinds): Details {
  if (!rules || rules.length === 0) return NO_PROBLEMS;
  const names = namesOf(fieldsSchema, kinds);
  return rules.flatMap((rule, index) => within([index], checkTypeRule(rule, names)));
}

/** The problems of one rule. */
export function checkTypeRule(rule: unknown, names: Names): Details {
  if (!isMapping(rule)) return problem('must be an object');
  const forms = FORMS.filter((form) => !isMissing(ownValue(rule, form)));
  const [form] = forms;
  if (form === undefined || forms.length > 1) return problem('must have one of field, unique and require');
  return [...checkKeys(rule, form), ...CHECKS[form](rule, names), ...checkOptions(rule, names)];
}

function checkKeys(rule: FieldValues, form: RuleForm): Details {
  const known: readonly string[] = [form, ...RULE_FORMS[form], ...RULE_OPTIONS];
  return Object.keys(rule).flatMap((key) =>
    known.includes(key) ? NO_PROBLEMS : problem(`is not a key of such a rule${suggestName(key, known)}`, [key]),
  );
}

const CHECKS: Readonly<Record<RuleForm, (rule: FieldValues, names: Names) => Details>> = {
  field: checkFieldRule,
  unique: (rule, names) => [
    ...checkName(rule['unique'], names, ['unique']),
    ...(isMissing(rule['per']) || rule['per'] === 'locale' ? NO_PROBLEMS : problem('must be "locale"', ['per'])),
  ],
  require: ({ require }, names) =>
    Array.isArray(require) && require.length > 0 && require.length <= MAX_NAMES
      ? require.flatMap((name, index) => checkName(name, names, ['require', index]))
      : problem(`must be a list of 1 to ${MAX_NAMES} names of fields`, ['require']),
};

function checkName(name: unknown, names: Names, path: readonly (string | number)[]): Details {
  if (typeof name === 'string' && names.has(name)) return NO_PROBLEMS;
  return problem(`must be the name of a field${suggest(name, names)}`, path.map(String));
}

const suggest = (name: unknown, names: Names): string =>
  typeof name === 'string' ? suggestName(name, names.keys()) : '';

function checkFieldRule(rule: FieldValues, names: Names): Details {
  const unknown = checkName(rule['field'], names, ['field']);
  if (unknown.length > 0) return unknown;
  const about = names.get(String(rule['field']))!;
  const comparisons = COMPARISONS.filter((name) => !isMissing(rule[name]));
  const { count, matches } = rule;
  if (comparisons.length === 0 && isMissing(count) && isMissing(matches))
    return problem(`must have at least one of ${COMPARISONS.join(', ')}, count and matches`);
  return [
    ...comparisons.flatMap((name) => within([name], checkComparison(name, rule[name], about, names))),
    ...(isMissing(count) ? NO_PROBLEMS : within(['count'], checkCountRule(count, about))),
    ...(isMissing(matches) ? NO_PROBLEMS : within(['matches'], checkMatches(matches, about))),
  ];
}

const ORDERED: readonly ValueClass[] = ['time', 'number', 'text'];

/** The classes of values that a comparison is for; any for those without a row. */
const COMPARED: Partial<Record<Comparison, readonly ValueClass[]>> = {
  ...{ after: ['time'], before: ['time'], lt: ORDERED, lte: ORDERED, gt: ORDERED, gte: ORDERED },
};

/** What a value of a class must be, where one is given. */
const GIVEN: Partial<Record<ValueClass, { readonly expected: string; test(value: unknown): boolean }>> = {
  time: { expected: 'a date', test: (value) => typeof value === 'string' && isTimestamp(value) },
  number: { expected: 'a number', test: (value) => typeof value === 'number' },
  text: { expected: 'text', test: (value) => typeof value === 'string' },
};

function checkComparison(name: Comparison, operand: unknown, about: RuleName, names: Names): Details {
  const { valueClass } = about;
  if (COMPARED[name]?.includes(valueClass) === false)
    return problem(
      `cannot be asked of "${about.name}": its values are no ${name in TIMES ? 'dates' : 'dates, numbers or texts'}`,
    );
  const read = readOperand(operand, names);
  if ('value' in read) {
    const given = GIVEN[valueClass];
    return !given || given.test(read.value)
      ? NO_PROBLEMS
      : problem(`must be the name of a field or ${given.expected}${suggest(read.value, names)}`);
  }
  const other = names.get(read.name);
  if (!other) return checkName(read.name, names, ['field']);
  return other.valueClass === valueClass
    ? NO_PROBLEMS
    : problem(`cannot be "${other.name}": its values are not of the same kind as those of "${about.name}"`);
}

const TIMES = { after: true, before: true };

const isCount = (value: unknown): boolean => isMissing(value) || (Number.isInteger(value) && (value as number) >= 0);

function checkCountRule(count: unknown, { name, valueClass }: RuleName): Details {
  if (valueClass !== 'list') return problem(`cannot be asked of "${name}": its values are no lists`);
  if (!isMapping(count)) return problem('must be an object with min, max or both');
  const { min, max, ...others } = count;
  const [other] = Object.keys(others);
  if (other !== undefined) return problem(`is not a key of a count${suggestName(other, ['min', 'max'])}`, [other]);
  if (isMissing(min) && isMissing(max)) return problem('must have min, max or both');
  const wrong = Object.entries({ min, max }).find(([, value]) => !isCount(value));
  if (wrong) return problem('must be a whole number of at least 0', [wrong[0]]);
  return typeof min === 'number' && typeof max === 'number' && min > max
    ? problem('must not be greater than max', ['min'])
    : NO_PROBLEMS;
}

function checkMatches(pattern: unknown, { name, valueClass }: RuleName): Details {
  if (valueClass !== 'text') return problem(`cannot be asked of "${name}": its values are no texts`);
  return typeof pattern === 'string' && compileFieldPattern(pattern) !== null
    ? NO_PROBLEMS
    : problem('must be a regular expression without lookaround or backreferences');
}

function checkOptions({ when, message, severity, drafts }: FieldValues, names: Names): Details {
  const isMessage = typeof message === 'string' && message.trim() !== '' && message.length <= MAX_MESSAGE;
  return [
    ...(isMissing(when)
      ? NO_PROBLEMS
      : within(['when'], checkCondition(when, { names: [...names.keys()], expected: 'a field' }))),
    ...(isMissing(message) || isMessage
      ? NO_PROBLEMS
      : problem(`must be text of 1 to ${MAX_MESSAGE} characters`, ['message'])),
    ...(isMissing(severity) || severity === 'error' || severity === 'warning'
      ? NO_PROBLEMS
      : problem('must be "error" or "warning"', ['severity'])),
    ...(isMissing(drafts) || typeof drafts === 'boolean' ? NO_PROBLEMS : problem('must be true or false', ['drafts'])),
  ];
}
