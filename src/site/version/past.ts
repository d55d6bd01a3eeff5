import type { FileDiff } from '../../git/format/tree.ts';
import type { CommitHistory, Lineage, LineageVersion, Revisions } from '../../git/history/historyCommit.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import type { PageRevision } from '../../model/page/revision.ts';
import type { Kind } from '../../model/records.ts';
import type { PlacedOrigin } from '../../model/reference.ts';

/** What a commit says of itself: see `readCommitMessage`. */
interface CommitWords {
  readonly subject: string;
  readonly body: string;
  readonly trailers: readonly (readonly [key: string, value: string])[];
}

/** The past of a version of the site: which commits made its records, and what these held then. */
export interface SiteHistory extends RecordHistory {
  readonly revisions: PageRevisions;
  readonly findPast: FindPast;
  readonly readCommit: ReadCommit;
  readonly readBetween: ReadBetween;
  readonly findOrigins: FindOrigins;
  /** What a commit says of itself; null if it cannot be read. It names records as they were called then. */
  readMessage(commit: string): Promise<CommitWords | null>;
  /** The commits that lead to it. */
  commits(): CommitHistory;
}

/** The history of the served records, by the paths of their files. */
export interface RecordHistory {
  /** The name of the author who created the record, whatever its path was then. */
  authorOf(path: string): string | undefined;
  /** Who created the record, such as `user/1`; undefined for one that was not created with Quire. */
  ownerOf(path: string): string | undefined;
  /** The commit that last changed its file; null if there is none. */
  commitOf(path: string): string | null;
  revisionsOf(path: string): Revisions;
  lineageOf(path: string): Lineage;
}

/** The versions of pages in git, each read at the path and in the format it had then. */
export interface PageRevisions {
  /** Newest first. Throws SERVICE_UNAVAILABLE while the history is being read for the first time. */
  list(page: Entry<Page>, range: { limit: number; offset: number }): Promise<PageRevisionList>;
  /**
   * The revision that a commit made. The commit's id may be abbreviated.
   *
   * @throws CmsError NOT_FOUND if the commit made no revision of this page; VALIDATION if several commits begin with it
   */
  get(page: Entry<Page>, commit: string): Promise<PageRevision>;
}

interface PageRevisionList {
  readonly revisions: readonly PageRevision[];
  readonly total: number;
}

/** A record as it was in a commit. */
export interface PastRecord {
  readonly kind: Kind;
  readonly key: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Blob id. */
  readonly rev: string;
  /** The id that the file gives; nested ids that it does not give are 0. */
  readonly id: number | undefined;
  readonly createdAt: string | undefined;
  readonly data: object;
  /** When git first knew of the record, ISO 8601. */
  readonly knownSince: string | undefined;
}

/** One record before and after a commit; null: it did not exist. */
export interface RecordDiff {
  readonly before: PastRecord | null;
  readonly after: PastRecord | null;
}

/** A media file that a commit has added, changed or deleted, with its present blob. */
export interface MediaFileDiff extends FileDiff {
  readonly now: string | null;
}

/** The changes of a commit to the content, compared with its first parent. */
export interface CommitContent {
  readonly commit: string;
  readonly subject: string;
  readonly records: readonly RecordDiff[];
  readonly mediaFiles: readonly MediaFileDiff[];
  /** Other files of the content folder. */
  readonly others: readonly string[];
}

/**
 * Reads the changes of a commit on the present branch. Its id may be abbreviated.
 *
 * @throws CmsError NOT_FOUND if the commit is not on the branch; VALIDATION if several begin with the id, if it is the
 *   first commit, or if it changed nothing in the content or too much; CONFLICT if a version cannot be read;
 *   SERVICE_UNAVAILABLE while the history is being read for the first time
 */
export type ReadCommit = (commit: string) => Promise<CommitContent>;

/**
 * Reads how two commits differ in the files that are wanted, as if `to` had come of `from`.
 *
 * @throws CmsError CONFLICT if a version cannot be read; VALIDATION if it is too much
 */
export type ReadBetween = (from: string, to: string, isWanted: (path: string) => boolean) => Promise<CommitContent>;

/** Names a version of a record: by its blob id, also with the path that it certainly had then, or by a commit that has it. */
export type VersionName = { readonly rev: string; readonly path?: string } | { readonly commit: string };

/**
 * Finds a version of a record in its history, whatever path the file had then; undefined if there is no such version,
 * or it cannot be read. Throws SERVICE_UNAVAILABLE while the history is being read for the first time.
 */
export type FindPast = <T>(present: Entry<T>, past: VersionName) => Promise<Entry<T> | undefined>;

/** Which version of a record gave each of its values. */
export interface RecordOrigins {
  readonly versions: readonly LineageVersion[];
  /** Those of them that the reader may not read. */
  readonly hidden: ReadonlySet<number>;
  /** Their versions are indexes; one behind the last is what is served and not committed. */
  readonly values: readonly PlacedOrigin[];
}

/**
 * Finds them, whatever the record's file and fields were called. Throws SERVICE_UNAVAILABLE while the history is being
 * read for the first time.
 *
 * @param mayRead judges each version; absent for whoever may read all
 */
export type FindOrigins = (
  present: Entry,
  mayRead?: (record: Pick<Entry, 'kind' | 'path' | 'data'>) => boolean,
) => Promise<RecordOrigins>;
