import type { Severity } from '../model/entry.ts';
import type { ExtensionProblem, ProblemPath } from './problem.ts';
import type { ExtensionLookup, ExtensionRecord, RecordFields } from './record.ts';

/** What the check of a rule receives. */
export interface RuleInput {
  readonly record: ExtensionRecord;
  /** The record's fields. */
  readonly fields: RecordFields;
  readonly lookup: ExtensionLookup;
  /** The time of the check: rules never read the clock themselves. */
  readonly now: Date;
  /** Makes a problem of a field: `at('ends', 'must be after the beginning')`. A list steps into the field's value. */
  at(field: string | ProblemPath, message: string, severity?: Severity): ExtensionProblem;
}

/**
 * A rule that records have to follow. It is checked while typing, on every write, when something is published, by
 * `quire check`, and on merged results.
 */
export interface RuleDefinition {
  /** Unique in the extension; problems name it as `<extension>/<id>`. */
  readonly id: string;
  /** The slugs of the content types whose pages it is about; `*` for all. All pages if it names no blocks either. */
  readonly types?: readonly string[];
  /** The slugs of the block types whose blocks it is about; `*` for all. */
  readonly blocks?: readonly string[];
  /** Of problems that name none; `error` by default. */
  readonly severity?: Severity;
  /** Whether its errors refuse drafts, too; by default they count once the record is or becomes public. */
  readonly drafts?: boolean;
  /** Pure: the same input always gives the same problems. At most 20 ms a record. */
  check(input: RuleInput): readonly ExtensionProblem[];
}

/** A value that is computed from others of its record: shown read-only, and written with the save that changes them. */
export interface DeriveDefinition {
  /** The slugs of the content types whose pages have it. */
  readonly types: readonly string[];
  /** The name of the field that holds it. */
  readonly field: string;
  /** Pure. Undefined removes the value. */
  from(record: ExtensionRecord): unknown;
}

/** Declares a rule. */
export const rule = (definition: RuleDefinition): RuleDefinition => Object.freeze(definition);

/** Declares a derived value. */
export const derive = (definition: DeriveDefinition): DeriveDefinition => Object.freeze(definition);
