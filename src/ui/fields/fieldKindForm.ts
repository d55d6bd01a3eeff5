import type { Language } from '../i18n/messages.ts';

/** The groups in which kinds of fields are offered. */
export const FIELD_GROUPS = ['texts', 'values', 'choices', 'targets', 'groups', 'technical'] as const;

/** The tests for the values of a field, by the family of its kind. The first one is the default. */
export const FIELD_TESTS = {
  text: ['contains', 'eq'],
  ordered: ['gte', 'lte', 'eq'],
  choice: ['eq', 'ne'],
  exact: ['eq'],
} as const;

/** What a condition asks about the value of another field. */
export const CONDITION_TESTS = ['equals', 'in', 'filled', 'empty', 'lt', 'lte', 'gt', 'gte'] as const;
/** What can also be asked about numbers and times. */
export const ORDER_TESTS = ['lt', 'lte', 'gt', 'gte'] as const;
export type ConditionTest = (typeof CONDITION_TESTS)[number];

/** What the form of a field asks for, and what can be asked about its values, depending on the field's kind. */
export interface FieldKindForm {
  readonly name: Readonly<Record<Language, string>>;
  readonly group: (typeof FIELD_GROUPS)[number];
  readonly hasPattern?: boolean;
  readonly hasOptions?: boolean;
  /** Whether it can be limited to pages of some types. */
  readonly hasTypes?: boolean;
  readonly hasVocabulary?: boolean;
  /** Whether it can be the body of Markdown files. */
  readonly canBeBody?: boolean;
  readonly nests?: boolean;
  /** The tests by which lists are filtered; null for kinds that hold several values. */
  readonly filter: keyof typeof FIELD_TESTS | null;
  /** What another field can ask about its value, the default first. */
  readonly conditions: readonly ConditionTest[];
}
