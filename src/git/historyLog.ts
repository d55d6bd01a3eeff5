import type { FileDiff, Person } from './repo.ts';

/** A commit as it is read from git. */
export interface LoggedCommit {
  readonly id: string;
  /** Without those that a shallow clone lacks. */
  readonly parents: readonly string[];
  readonly author: Person;
  readonly committer: Person;
  /** When it was committed, in seconds. */
  readonly seconds: number;
  readonly message: string;
  /** The files that differ from every parent: what a merge merely brings together is none of its own. */
  readonly files: readonly FileDiff[];
}

export interface LogRange {
  readonly to: string;
  /** A commit whose history is known, as a hint: git may have removed it. */
  readonly after: string | null;
  isKnown(id: string): boolean;
}

/** Reads the unknown commits that lead to one, parents before children; it may name known ones too. */
export type ReadLog = (range: LogRange) => AsyncIterable<LoggedCommit>;
