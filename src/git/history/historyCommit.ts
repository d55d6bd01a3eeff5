import type { Person } from '../format/commit.ts';

/** One record as a commit left it. */
export interface CommittedVersion {
  /** The record's name, e.g. `page/12`; git does not know what it means. */
  readonly record: string;
  /** The file; null if the commit says that it concerns the record but leaves its file as it is. */
  readonly path: string | null;
  /** The file's blob id; null if the file is gone or `path` is null. */
  readonly blob: string | null;
  /** The record it was before, or null for none; set where its name does not tell. */
  readonly origin?: string | null;
}

/** A commit as it is added to the history index. Times are in milliseconds. */
export interface HistoryCommit {
  readonly id: string;
  readonly parents: readonly string[];
  readonly at: number;
  readonly author: Person;
  /** What was done, and by whom, as its trailers say; null for a commit that is not our own. */
  readonly action: string | null;
  readonly actor: string | null;
  /** The seal of its change, and whether somebody else has recreated the commit with it. */
  readonly seal: { readonly text: string; readonly isCopied: boolean } | null;
  /** Whether it has changed anything in the content, or says so. */
  readonly isChange: boolean;
  readonly versions: readonly CommittedVersion[];
}

/** A commit of the index. */
export interface KnownCommit {
  readonly commit: string;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  readonly author: Person;
}

/** A record's file as a commit left it. */
export interface KnownVersion extends KnownCommit {
  readonly path: string;
  /** Null if the commit removed it. */
  readonly blob: string | null;
}

/** What a commit says that was done, and by whom: `page.update`, `user/1`; null for a commit that is not our own. */
export interface CommitClaims {
  readonly action: string | null;
  readonly actor: string | null;
}

/** A commit with its change. */
export interface KnownChange extends KnownCommit, CommitClaims {
  readonly records: readonly string[];
  /** Orders changes: a newer one has a higher number. */
  readonly order: number;
}

/** A record's file as a commit left it; no revision removes it. */
export interface Revision extends KnownVersion, CommitClaims {
  readonly blob: string;
}

/** A revision with those that it was made from, by their indexes in the lineage: a merge has several. */
export interface LineageVersion extends Revision {
  readonly parents: readonly number[];
}

/** How the revisions of a record came of each other. */
export interface Lineage {
  /** Each comes after those that it was made from. */
  readonly versions: readonly LineageVersion[];
  /** What HEAD has, by index: one, unless a merge took over one of several without a change. */
  readonly tips: readonly number[];
}

/** The revisions of a record, newest first; each is looked up on demand. */
export interface Revisions {
  readonly length: number;
  at(index: number): Revision;
}

/** The ids of commits, each looked up on demand. */
export interface CommitLine {
  readonly length: number;
  at(index: number): string;
}

/** Commits, each looked up on demand. */
export interface HistoryChanges {
  readonly length: number;
  at(index: number): KnownChange;
}

/**
 * Which commits changed each record and how, whatever its file was called. A record is known by the name that
 * `RecordNames` gives it. A change made on a branch counts once, in the commit that made it, not in the merge.
 */
export interface CommitHistory {
  /** Whether a commit is in it. */
  holds(commit: string): boolean;
  /** Whether any commit that was ever read concerns a record, even on a branch that HEAD has left. */
  knows(record: string): boolean;
  /** The newest version of a record's file at this path. */
  lastChange(record: string, path: string): KnownVersion | undefined;
  /** When a record's file at this path last got these bytes, ISO 8601: a start asks this for every file. */
  changedAt(record: string, path: string, blob: string): string | undefined;
  /** The oldest version of a record. */
  firstVersion(record: string): KnownVersion | undefined;
  /** Who made the oldest version of a record, as its commit says; null if that is not our own, or there is none. */
  firstActor(record: string): string | null;
  /** The order of the first commit that has a record's file at this path. */
  cameAt(record: string, path: string): number | undefined;
  /** The versions at paths that `counts` accepts; a commit that left the file as it was has the version before it. */
  revisions(record: string, counts?: (path: string) => boolean): Revisions;
  /** How the versions at paths that `counts` accepts came of each other; the removal of the file is none. */
  lineage(record: string, counts?: (path: string) => boolean): Lineage;
  /** For those of these commits that were made on branches: the commit that brought each to the line of first parents. */
  arrivals(commits: readonly string[]): ReadonlyMap<string, string>;
  /** The commits whose ids begin like this, whether or not they changed anything. */
  beginningWith(prefix: string): readonly string[];
  /** A commit with its change, whether or not it has changed anything. */
  findChange(commit: string): KnownChange | undefined;
  /** The commits that changed anything, newest first. */
  changes(): HistoryChanges;
  /** The line of first parents, newest first. */
  firstParents(): CommitLine;
  /** The newest commit on the line of first parents at this moment, by the commits' own times. */
  commitAt(time: Date): string | undefined;
}
