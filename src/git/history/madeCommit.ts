import { cleanPerson, type Person, QUIRE } from '../format/commit.ts';
import type { FileDiff } from '../format/tree.ts';
import type { LoggedCommit } from './historyLog.ts';

/** A commit just made here. */
export interface MadeCommit {
  readonly id: string;
  readonly parent: string | null;
  readonly at: Date;
  readonly author: Person;
  readonly message: string;
  /** Blob ids by path, null for removed files. */
  readonly files: ReadonlyMap<string, string | null>;
  /** The records that they hold, or held, by path: a message need not name all. */
  readonly records?: ReadonlyMap<string, string>;
}

/** The same as a log would have it, as far as history wants to know. */
export const toLogged = ({ id, parent, at, author, message, files }: MadeCommit): LoggedCommit => ({
  id,
  tree: '',
  parents: parent === null ? [] : [parent],
  author: cleanPerson(author),
  committer: QUIRE,
  seconds: Math.floor(at.getTime() / 1000),
  message,
  files: [...files].map(([path, after]): FileDiff => ({ path, before: null, after })),
});
