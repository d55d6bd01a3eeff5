import { type Commit, cleanPerson, type Person, QUIRE } from '../format/commit.ts';
import type { FileDiff } from '../format/tree.ts';

/** A commit as read from git. */
export interface LoggedCommit {
  readonly id: string;
  readonly tree: string;
  /** Without parents that a shallow clone lacks. */
  readonly parents: readonly string[];
  readonly author: Person;
  readonly committer: Person;
  /** When it was committed, in seconds. */
  readonly seconds: number;
  readonly message: string;
  /** The files that differ from every parent: what a merge only brings together is not its own change. */
  readonly files: readonly FileDiff[];
}

export interface LogRange {
  readonly to: string;
  /** Commits whose history is known, as a hint: git may have removed them. */
  readonly after: readonly string[];
  isKnown(id: string): boolean;
}

/** Reads the unknown commits that lead to one, parents before children; may yield known ones too. */
export type ReadLog = (range: LogRange) => AsyncIterable<LoggedCommit>;

/** The commit as it was made, provided that author and committer have the same time. */
export function asCommit({ tree, parents, author, committer, seconds, message }: LoggedCommit): Commit {
  const at = new Date(seconds * 1000);
  return { tree, parents, author: { ...author, at }, committer: { ...committer, at }, message };
}

/** A commit just made here. */
export interface MadeCommit {
  readonly id: string;
  readonly parent: string | null;
  readonly at: Date;
  readonly author: Person;
  readonly message: string;
  /** Blob ids by path, null for removed files. */
  readonly files: ReadonlyMap<string, string | null>;
  /** The records in these files, or last in them, by path: a message need not name all. */
  readonly records?: ReadonlyMap<string, string>;
}

/** The commit as a log would have it, as far as history needs it. */
export const toLoggedCommit = ({ id, parent, at, author, message, files }: MadeCommit): LoggedCommit => ({
  id,
  tree: '',
  parents: parent === null ? [] : [parent],
  author: cleanPerson(author),
  committer: QUIRE,
  seconds: Math.floor(at.getTime() / 1000),
  message,
  files: [...files].map(([path, after]): FileDiff => ({ path, before: null, after })),
});
