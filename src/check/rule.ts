import type { Entry, Problem, ProblemCode, Severity } from '../model/entry.ts';
import type { Reference, ValuePath } from '../model/reference.ts';
import type { siteLinksIn } from '../model/richText/links.ts';
import type { ReadableRecords } from './readableRecords.ts';

/** A link in rich text, and its place in the record. */
export interface LocatedLink {
  readonly link: ReturnType<typeof siteLinksIn>[number];
  readonly at: ValuePath;
}

/** A problem with its severity. One without a line still has to be placed: see `createPlacing`. */
export interface Finding extends Problem {
  readonly severity: Severity;
}

/** Equal for findings that say the same of a file. */
export const findingKey = ({ path, code, message }: Finding): string => `${path}\n${code}\n${message}`;

/** One record, with what several rules need of it. */
export interface Subject {
  readonly entry: Entry;
  readonly lookup: ReadableRecords;
  /** The same records, as rules read them. */
  readonly judged: ReadableRecords;
  /** The time that rules of types are given. */
  readonly now: Date;
  readonly references: readonly Reference[];
  readonly links: readonly LocatedLink[];
}

export type CheckRule = (subject: Subject) => readonly Finding[];

export const finding = (
  entry: Entry,
  severity: Finding['severity'],
  code: ProblemCode,
  message: string,
  at: ValuePath,
): Finding => ({ path: entry.path, severity, code, message, at });
