import type { Lookup, Severity } from '../entry.ts';
import type { FieldValues } from '../fields/values.ts';
import { because, toWording, type Wording } from '../reason.ts';
import type { ValuePath } from '../reference.ts';

/** What a rule judges: a page or a block. A block may be reusable, or in a page, with the values that it has there. */
export interface JudgedRecord {
  readonly kind: 'page' | 'block';
  /** 0 for a record that is not written yet. */
  readonly id: number;
  /** `en/about` for a page; for a block in a page, the key of that page. */
  readonly key: string;
  /** The slug of its content type or block type. */
  readonly type: string;
  readonly title?: string;
  /** For a block in a page, that of the page. */
  readonly locale?: string;
  readonly slug?: string;
  readonly status?: string;
  readonly fields: FieldValues;
}

/** What a rule finds wrong. The path begins with the name of a field; empty for the whole record. */
export interface RuleProblem extends Wording {
  readonly path: ValuePath;
  /** That of the rule unless given. */
  readonly severity?: Severity;
  /** `RULE` unless given. */
  readonly code?: 'EXTENSION';
}

/** What the check of a rule receives. */
export interface RecordRuleInput {
  readonly record: JudgedRecord;
  /** The records as they are, or as they will be once a write is done. */
  readonly lookup: Lookup;
  readonly now: Date;
}

/** A rule that records of a type have to follow, whether it comes from the type's own `rules` or from code. */
export interface RecordRule {
  /** Names it in problems: `maps/ends-after-start` for a rule of an extension. */
  readonly id: string;
  /** Errors refuse what is or becomes public, warnings are only shown. */
  readonly severity: Severity;
  /** Whether its errors refuse drafts, too. */
  readonly drafts: boolean;
  /** Pure: the same input always gives the same problems. Does not throw. */
  check(input: RecordRuleInput): readonly RuleProblem[];
}

/** The kinds of records whose types have rules. */
export type RuledType = 'contentType' | 'blockType';

/** Rules that come from code. */
export interface RuleSource {
  rulesOf(kind: RuledType, slug: string): readonly RecordRule[];
}

declare module '../entry.ts' {
  interface SiteCode {
    readonly rules: RuleSource;
  }
}

/** A problem of a field, or of a value in it: `problemAt('ends', 'must be after the beginning')`. */
export const problemAt = (field: string | ValuePath, what: string | Wording, severity?: Severity): RuleProblem => ({
  path: typeof field === 'string' ? [field] : field,
  ...toWording(what),
  ...(severity && { severity }),
});

/** The problem of code that has failed: it does not judge the record, and refuses nothing. */
export const failureAt = (path: ValuePath, id: string, failure: string): RuleProblem => ({
  ...because('extensionFailed', `cannot be judged by "${id}": ${failure}`, { name: id }),
  path,
  severity: 'warning',
  code: 'EXTENSION',
});
