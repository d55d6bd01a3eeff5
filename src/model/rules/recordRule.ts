import type { Entry, Lookup, Severity } from '../entry.ts';
import { type FieldValues, ownValue } from '../fields/values.ts';
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
  /** The key of the reusable block that a page shows with values of its own. */
  readonly shared?: string;
  /** Whether everybody may read it: then errors refuse it. */
  readonly isPublic: boolean;
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
  readonly lookup: JudgeLookup;
  readonly now: Date;
}

/** The records, as rules read them. */
export interface JudgeLookup extends Lookup {
  /**
   * The pages or blocks of a type that hold this value, blocks in pages included. It is found in an index that is made when
   * it is first asked for.
   */
  byValue(place: ValuePlace, value: unknown): readonly HeldValue[];
}

/** A rule that records of a type have to follow, whether it comes from the type's own `rules` or from code. */
export interface RecordRule {
  /** Names it in problems: `maps/ends-after-start` for a rule of an extension. */
  readonly id: string;
  /** Errors refuse what is or becomes public, warnings are only shown. */
  readonly severity: Severity;
  /** Whether its errors refuse drafts, too. */
  readonly drafts: boolean;
  /** The other records that it reads; none unless given. What it finds is found again when these change. */
  readonly reads?: RuleReads;
  /** Pure: the same input always gives the same problems. Does not throw. */
  check(input: RecordRuleInput): readonly RuleProblem[];
}

/** The kinds of records whose types have rules. */
export const RULED_TYPES = ['contentType', 'blockType'] as const;
export type RuledType = (typeof RULED_TYPES)[number];

/** Those with the same value under a name, or any. */
export type RuleReads = ValueName | 'anything';

/** The name of a value: of a field, or of what a record has beside its fields. */
export interface ValueName {
  readonly name: string;
  /** Whether it is one of `OWN_VALUES`. */
  readonly isOwn: boolean;
}

/** What records have beside their fields and rules may name. */
export const OWN_VALUES = ['title', 'slug', 'locale'] as const;

export const isOwnValue = (name: unknown): name is (typeof OWN_VALUES)[number] =>
  (OWN_VALUES as readonly unknown[]).includes(name);

/** Where rules read values: pages, too. */
export type ValueHolder = Pick<JudgedRecord, 'fields' | (typeof OWN_VALUES)[number]>;

/** The value of a record under a name, as it is stored. */
export const valueNamed = (record: ValueHolder, { name, isOwn }: ValueName): unknown =>
  isOwn ? record[name as (typeof OWN_VALUES)[number]] : ownValue(record.fields, name);

/** A value that the records of a type may hold. */
export interface ValuePlace extends ValueName {
  readonly kind: RuledType;
  /** The slug of the type. */
  readonly type: string;
}

/** A record that holds a value, and the one in whose file it is. */
export interface HeldValue {
  readonly record: JudgedRecord;
  readonly entry: Entry;
}

/** Where rules come from, beside the types themselves. */
export interface RuleSource {
  /** The rules of the site's code for records of a type. */
  rulesOf(kind: RuledType, slug: string): readonly RecordRule[];
  /** Whether the site's code has no rules at all. */
  readonly isEmpty: boolean;
  /** The rules of types, by the data of a type, which is frozen: an entry never becomes stale. */
  readonly compiled: WeakMap<object, readonly RecordRule[]>;
}

const NO_RULES: readonly RecordRule[] = Object.freeze([]);

/** @param rulesOf finds the rules of code; none by default */
export const createRuleSource = (rulesOf?: RuleSource['rulesOf']): RuleSource => ({
  rulesOf: rulesOf ?? (() => NO_RULES),
  isEmpty: rulesOf === undefined,
  compiled: new WeakMap(),
});

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
