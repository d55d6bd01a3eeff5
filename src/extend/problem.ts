import type { Severity } from '../model/entry.ts';

/** A step into a value: the name of a field, or the index of an item, as a number or a text. */
export type ProblemPath = readonly (string | number)[];

/** What an extension finds wrong with a value. */
export interface ExtensionProblem {
  /** The place in the value or record that was checked; empty for the whole. */
  readonly path: ProblemPath;
  /** Completes "The value at … …", such as `must be after the beginning`. */
  readonly message: string;
  /** `error` unless given: an error keeps the record from being published, a warning is only shown. */
  readonly severity?: Severity;
}
