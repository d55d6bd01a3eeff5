import type { FileBytes } from '../disk/stagedFile.ts';
import type { Person } from '../format/commit.ts';
import type { TreeTarget } from '../format/tree.ts';

/** One file of a commit. Paths are relative to the root of the repository's content (see `Repo.root`), with `/`. */
export interface FileEdit {
  readonly path: string;
  /** Blob id of the version the plan was made against; null: the file must not exist. */
  readonly before: string | null;
  /** The new bytes; null removes the file. */
  readonly bytes: FileBytes | null;
  /** Whether a new file is executable; an existing one keeps its mode. */
  readonly isExecutable?: boolean;
  /** The file, removed by the same commit, that a new file was before: it is executable if that was. */
  readonly movesFrom?: string;
}

export interface CommitRequest {
  readonly edits: readonly FileEdit[];
  /** Subject, body and trailers, already cleaned. */
  readonly message: string;
  readonly author: Person;
  readonly at: Date;
}

/** The change of one file anywhere in the repository. */
export interface TreeEdit {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  readonly before: TreeTarget | null;
  /** With its bytes if git may not have the blob yet. */
  readonly after: (TreeTarget & { readonly bytes?: Uint8Array }) | null;
}

/** One step of a branch: to a commit that exists, or to a new one that merges what others have done. */
export type BranchMove = { readonly commit: string } | NewCommit;

/** A commit on top of the one before it. */
export interface NewCommit extends Pick<CommitRequest, 'message' | 'author' | 'at'> {
  readonly edits: readonly TreeEdit[];
  /** The commits that it joins with the one before it. */
  readonly joins: readonly string[];
  /** Whether its message says who asked for it: then it is sealed as our own. */
  readonly isSealed?: boolean;
}

/** A commit that is in place and can no longer be taken back. */
export interface PublishedCommit {
  /** Commit id; null if the home keeps no history. */
  readonly commit: string | null;
  /** The message of the commit itself, with its seals. */
  readonly message: string;
  /** Blob ids by path, null for removed files. */
  readonly files: ReadonlyMap<string, string | null>;
  /**
   * Resolves when it survives a power failure too; nobody may be told of it before. If it rejects, nothing is written any
   * more.
   */
  readonly durable: Promise<void>;
}

/** HEAD is no longer the parent that a publish was planned against: index what has changed, then plan again. */
export class HeadMoved extends Error {
  readonly head: string | null;
  constructor(head: string | null) {
    super(`HEAD moved to ${head ?? 'no commit'}`);
    this.name = 'HeadMoved';
    this.head = head;
  }
}
