import type { Severity } from '../entry.ts';
import type { FieldCondition } from '../fields/field.ts';

/** What a value is compared with: the name of a field, or a value that is none, or either of them by its own name. */
export type RuleOperand = unknown;

/** How the value of a field may be compared. */
export const COMPARISONS = ['after', 'before', 'lt', 'lte', 'gt', 'gte', 'eq', 'ne'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A rule as a content type or block type holds it. It is about one field, a unique value, or required ones. */
export interface TypeRule extends Readonly<Partial<Record<Comparison, RuleOperand>>> {
  readonly field?: string;
  readonly count?: { readonly min?: number; readonly max?: number };
  /** A regular expression, as the `pattern` of a field. */
  readonly matches?: string;
  readonly unique?: string;
  readonly per?: 'locale';
  readonly require?: readonly string[];
  /** When it applies; always, unless given. */
  readonly when?: FieldCondition;
  /** Replaces the words for what is wrong. */
  readonly message?: string;
  readonly severity?: Severity;
  readonly drafts?: boolean;
}

/** The keys of a rule that say what it is about, and what may stand beside each. */
export const RULE_FORMS = {
  field: [...COMPARISONS, 'count', 'matches'],
  unique: ['per'],
  require: [],
} as const satisfies Readonly<Record<string, readonly (keyof TypeRule)[]>>;
export type RuleForm = keyof typeof RULE_FORMS;

/** What every rule may have. */
export const RULE_OPTIONS = ['when', 'message', 'severity', 'drafts'] as const satisfies readonly (keyof TypeRule)[];
