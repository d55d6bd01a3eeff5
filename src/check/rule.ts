import type { Entry, Problem, ProblemCode, Severity } from '../model/entry.ts';
import type { Reference, ValuePath } from '../model/reference.ts';
import type { siteLinksIn } from '../model/richText/links.ts';
import type { Sound } from './sound.ts';

/** A link in rich text, and where that stands in its record. */
export interface PlacedLink {
  readonly link: ReturnType<typeof siteLinksIn>[number];
  readonly at: ValuePath;
}

/** Something wrong with a file; its place is to be looked up where it has no line. */
export interface Finding extends Problem {
  readonly severity: Severity;
}

/** One record, and what its rules look at more than once. */
export interface Subject {
  readonly entry: Entry;
  readonly lookup: Sound;
  readonly references: readonly Reference[];
  readonly links: readonly PlacedLink[];
}

export type Rule = (subject: Subject) => readonly Finding[];

export const finding = (
  entry: Entry,
  severity: Finding['severity'],
  code: ProblemCode,
  message: string,
  at: ValuePath,
): Finding => ({ path: entry.path, severity, code, message, at });
