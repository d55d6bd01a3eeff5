import type { Person } from '../format/commit.ts';

/** What a commit made of one record. */
export interface RecordVersion {
  /** The record's name, e.g. `page/12`; what it means is not git's to know. */
  readonly record: string;
  /** The file; null where the commit says that it concerns the record and leaves its file as it is. */
  readonly path: string | null;
  /** The file's bytes; null where it is gone, or `path` is null. */
  readonly blob: string | null;
  /** Where the record comes from, when its name does not tell: the record it was before, or null for none. */
  readonly origin?: string | null;
}

/** A commit as the history index takes it in. Times are in milliseconds. */
export interface HistoryCommit {
  readonly id: string;
  readonly parents: readonly string[];
  readonly at: number;
  readonly author: Person;
  /** What its trailers say was done, and by whom; null for a commit that is not our own. */
  readonly action: string | null;
  readonly actor: string | null;
  /** The seal of what it did, and whether somebody has made it anew with that. */
  readonly seal: { readonly text: string; readonly isCopied: boolean } | null;
  /** Whether it has changed anything in the content, or says so. */
  readonly isChange: boolean;
  readonly versions: readonly RecordVersion[];
}

/** A commit that the index knows. */
export interface KnownCommit {
  readonly commit: string;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  readonly author: Person;
}

/** A record's file as a commit left it. */
export interface KnownVersion extends KnownCommit {
  readonly path: string;
  /** Null where the commit removed it. */
  readonly blob: string | null;
}

/** A commit with what it did. */
export interface KnownChange extends KnownCommit {
  readonly action: string | null;
  readonly actor: string | null;
  readonly records: readonly string[];
  /** Orders changes: the newer has more. */
  readonly order: number;
}
