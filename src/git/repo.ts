import type { FileBytes } from './disk/stagedFile.ts';
import type { StandingFile } from './publish/requireCommitted.ts';

/** Who stands in a commit. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

/** One file of a commit. Paths are relative to the root of the repository's content (see `Repo.root`), with `/`. */
export interface FileEdit {
  readonly path: string;
  /** Blob id of the version the plan was made against; null: the file must not exist. */
  readonly before: string | null;
  /** The new bytes; null removes the file. */
  readonly bytes: FileBytes | null;
  /** Of a new file; one that is there keeps what it is. */
  readonly isExecutable?: boolean;
  /** The file, removed by the same commit, that a new file was: it is executable if that was. */
  readonly movesFrom?: string;
}

export interface CommitRequest {
  readonly edits: readonly FileEdit[];
  /** Subject, body and trailers, already cleaned. */
  readonly message: string;
  readonly author: Person;
  readonly at: Date;
}

export interface PublishedCommit {
  /** Commit id; null where the home keeps no history. */
  readonly commit: string | null;
  /** As it stands in the commit. */
  readonly message: string;
  /** Blob ids by path, null for removed files. */
  readonly files: ReadonlyMap<string, string | null>;
}

/** What stands and cannot be taken back. */
export interface Placed {
  /** In the order of their requests. */
  readonly commits: readonly PublishedCommit[];
  /**
   * Resolves when it survives a power failure, too; nobody is told before. Where it rejects, nothing is written any more.
   */
  readonly durable: Promise<void>;
}

/** A path that differs between two commits. */
export interface FileDiff {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Whether what stands there now is a link or a submodule. */
  readonly isLink?: true;
}

/** The parent a publish was planned against is no longer the present: index what changed, then plan again. */
export class HeadMoved extends Error {
  readonly head: string | null;
  constructor(head: string | null) {
    super(`HEAD moved to ${head ?? 'no commit'}`);
    this.name = 'HeadMoved';
    this.head = head;
  }
}

/** What a report is about. */
export type RepoReportCode =
  /** Packs could not be consolidated. */
  | 'PACKS'
  /** A publish that a crash cut short could not be finished or taken back everywhere. */
  | 'RECOVERY'
  /** A commit of ours has left the branch's history; it is kept under a ref, and told for as long as that stands. */
  | 'LOST_COMMIT'
  /** The index was damaged and has been built from HEAD. */
  | 'INDEX_REBUILT'
  /** An object that history or the present commit needs is damaged, or not there. */
  | 'DAMAGED'
  /** The branch's file was empty and has been written again. */
  | 'REF_MENDED'
  /** HEAD has moved past a file: file and index still hold the version before. */
  | 'BEHIND_HEAD'
  /** The present commit has a link, a submodule or a name in the content that is never read. */
  | 'REFUSED_PATH'
  /** Two names of a folder in the present commit are one to other file systems. */
  | 'CASE_COLLISION'
  /** Attributes or settings make git convert a file, so that it cannot be written. */
  | 'CONVERTED'
  /** No branch is checked out. */
  | 'DETACHED';

/** Something about the repository that people should know. */
export interface RepoReport {
  readonly code: RepoReportCode;
  readonly message: string;
  /** The file it is about, relative to `Repo.root`. */
  readonly path?: string;
  readonly commit?: string;
}

/** Where the files of one home live. Knows paths, bytes and messages, nothing of content. */
export interface Repo {
  /** The absolute folder that all paths are relative to. */
  readonly root: string;
  /** The present commit id; null before the first commit and in a home without history. */
  head(): Promise<string | null>;
  /** The bytes of a file in a commit, null where it has none. */
  readAt(commit: string, path: string): Promise<Uint8Array | null>;
  /** Which paths differ between two commits (`from` null: an empty tree). */
  diff(from: string | null, to: string): Promise<readonly FileDiff[]>;
  /**
   * Throws CONFLICT naming the path where a file that stands in its folder is not as the commit (null: none yet) has it.
   */
  requireCommitted(commit: string | null, files: readonly StandingFile[]): Promise<void>;
  /**
   * Makes each request one commit, in order, on top of `parent`; durable when it resolves.
   *
   * @throws HeadMoved when HEAD is not `parent`
   * @throws CmsError CONFLICT naming the path when a target holds somebody's uncommitted change;
   *   SERVICE_UNAVAILABLE while another process holds git's locks or an operation is under way;
   *   INSUFFICIENT_STORAGE when there is no space. Nothing has changed then.
   */
  publish(parent: string | null, requests: readonly CommitRequest[]): Promise<readonly PublishedCommit[]>;
  /** As `publish`, but resolves while the last wait for the disk still goes on. */
  place(parent: string | null, requests: readonly CommitRequest[]): Promise<Placed>;
  /**
   * Lets nobody else move HEAD while work goes on that publishes: for when others move it faster than a publish is
   * planned.
   *
   * @throws CmsError SERVICE_UNAVAILABLE while another process holds git's locks
   */
  holdHead<T>(work: () => Promise<T>): Promise<T>;
  /** What people should know of the repository: what is the case now, and what has happened since the start. */
  reports(): readonly RepoReport[];
  close(): Promise<void>;
}
