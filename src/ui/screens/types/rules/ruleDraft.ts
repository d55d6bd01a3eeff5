import { findFieldFacts } from '../../../../fields/facts.ts';
import { type FormValues, isValueObject } from '../../../form/values.ts';
import type { Field } from '../../../wire/interface.ts';
import { fieldKindForm } from '../fields/fieldKinds.ts';

/** A rule as a type holds it. */
export type RuleDraft = FormValues;

/** What a rule can be about, as people say it. */
export const RULE_SUBJECTS = ['compare', 'unique', 'require', 'count', 'matches'] as const;
export type RuleSubject = (typeof RULE_SUBJECTS)[number];

const TIMES = ['after', 'before', 'gte', 'lte'] as const;
const ORDERED = ['gt', 'gte', 'lt', 'lte', 'eq', 'ne'] as const;
const EQUAL = ['eq', 'ne'] as const;
const ALL_COMPARISONS = ['after', 'before', 'lt', 'lte', 'gt', 'gte', 'eq', 'ne'] as const;
export type RuleComparison = (typeof ALL_COMPARISONS)[number];

const OPTIONS: readonly string[] = ['when', 'message', 'severity', 'drafts'];

/** What a rule is about; null if it asks for several things at once, so that it is only edited as JSON. */
export function subjectOf(rule: RuleDraft): RuleSubject | null {
  const own = Object.keys(rule).filter((key) => !OPTIONS.includes(key));
  if (own.includes('unique')) return own.every((key) => key === 'unique' || key === 'per') ? 'unique' : null;
  if (own.includes('require')) return own.length === 1 && Array.isArray(rule['require']) ? 'require' : null;
  const [asked, ...others] = own.filter((key) => key !== 'field');
  if (!own.includes('field') || asked === undefined || others.length > 0) return null;
  if (asked === 'count') return isValueObject(rule['count']) ? 'count' : null;
  if (asked === 'matches') return 'matches';
  return (ALL_COMPARISONS as readonly string[]).includes(asked) ? 'compare' : null;
}

/** The comparison of a rule that compares, and what it compares with. */
export function comparisonOf(rule: RuleDraft): { readonly name: RuleComparison; readonly operand: unknown } {
  const name = ALL_COMPARISONS.find((one) => one in rule) ?? 'eq';
  return { name, operand: rule[name] };
}

const optionsOf = (rule: RuleDraft): RuleDraft =>
  Object.fromEntries(Object.entries(rule).filter(([key]) => OPTIONS.includes(key)));

/** The rule about something else, with the same condition and words. */
export const withSubject = (rule: RuleDraft, about: RuleDraft): RuleDraft => ({ ...about, ...optionsOf(rule) });

/** The rule with an option; undefined takes it away. */
export function withOption(
  rule: RuleDraft,
  name: 'when' | 'message' | 'severity' | 'drafts',
  value: unknown,
): RuleDraft {
  const { [name]: _, ...others } = rule;
  return value === undefined ? others : { ...others, [name]: value };
}

const isTime = ({ type }: Field): boolean => type === 'date' || type === 'datetime';
const isNumber = ({ type }: Field): boolean => findFieldFacts(type)?.measure === 'number';
const isList = ({ type }: Field): boolean => findFieldFacts(type)?.measure === 'entries';
const isText = ({ type }: Field): boolean => fieldKindForm(type).filter === 'text' || type === 'select';

/** How the values of a field can be compared. */
export function listComparisons(field: Field): readonly RuleComparison[] {
  if (isTime(field)) return TIMES;
  return isNumber(field) ? ORDERED : EQUAL;
}

/** The fields that a rule can compare a field with. */
export const listComparable = (field: Field, fields: readonly Field[]): readonly Field[] =>
  fields.filter(
    (one) => one !== field && [isTime, isNumber, isText].some((isOfClass) => isOfClass(one) && isOfClass(field)),
  );

/** The fields that a rule of this kind can be about. */
export const listSubjects = (subject: RuleSubject, fields: readonly Field[]): readonly Field[] => {
  if (subject === 'count') return fields.filter(isList);
  if (subject === 'matches') return fields.filter(isText);
  return subject === 'compare' ? fields.filter((one) => !isList(one)) : fields;
};

/** A new rule of this kind, about the first field that it can be about; undefined if there is none. */
export function draftRule(subject: RuleSubject, fields: readonly Field[]): RuleDraft | undefined {
  const [field] = listSubjects(subject, fields);
  if (!field) return undefined;
  if (subject === 'unique') return { unique: field.name };
  if (subject === 'require') return { require: [field.name] };
  if (subject === 'count') return { field: field.name, count: { min: 1 } };
  return subject === 'matches' ? { field: field.name, matches: '' } : compareField(field, fields);
}

/** A comparison of a field with the first one that it can be compared with. */
export function compareField(field: Field, fields: readonly Field[]): RuleDraft {
  const [name = 'eq'] = listComparisons(field);
  return { field: field.name, [name]: listComparable(field, fields)[0]?.name ?? '' };
}

/** The rules in a value; null if it is no list of rules. */
export const readRuleDrafts = (value: unknown): readonly RuleDraft[] | null =>
  Array.isArray(value) && value.every(isValueObject) ? value : null;
