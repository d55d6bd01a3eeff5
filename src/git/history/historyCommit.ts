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
