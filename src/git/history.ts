import { cleanPerson } from './commit.ts';
import { readHistoryCache, writeHistoryCache } from './historyCache.ts';
import { applyCommit, type HistoryCommit, type HistoryState, type KnownFile } from './historyState.ts';
import type { NativeGit } from './native.ts';
import { createNativeLog, type ReadLog } from './nativeLog.ts';
import { createObjectLog } from './objectLog.ts';
import type { Person } from './repo.ts';
import type { GitRepository } from './repository.ts';

/**
 * Who made each file of the content, and when it was last changed. History is followed along first parents:
 * what a merge brought in changed with the merge, by its author.
 */
export interface History {
  /** Undefined for a file that is not committed, or not known yet. */
  lastChange(path: string): KnownFile | undefined;
  /** The commit the answers are of; null before the first `extend`, or without commits. */
  head(): string | null;
  /** Brings the index to a commit; rewritten history is read from its beginning, and the old answers hold meanwhile. */
  extend(head: string | null): Promise<void>;
  /** Takes in a commit just made on top of the last one, without reading it. */
  record(commit: string, at: Date, author: Person, files: ReadonlyMap<string, string | null>): void;
  /** Writes the cache file, if there is something new. */
  save(): Promise<void>;
}

interface Options {
  readonly repo: GitRepository;
  readonly cacheFile: string;
  readonly nativeGit: NativeGit | null;
}

interface Present {
  readonly head: string | null;
  readonly state: HistoryState;
}

interface Reading {
  readonly fresh: HistoryState;
  readonly seen: ReadonlySet<string>;
}

/** Begins with what the cache file holds; a damaged or foreign one counts as none. */
export async function createHistory({ repo, cacheFile, nativeGit }: Options): Promise<History> {
  const home = `${repo.location.gitDir} ${repo.location.prefix}`;
  const fromObjects = createObjectLog(repo);
  const readLog: ReadLog = nativeGit ? createNativeLog(repo, nativeGit) : fromObjects;
  let present: Present = (await readHistoryCache(cacheFile, home)) ?? { head: null, state: new Map() };
  let savedHead = present.head;
  let work = Promise.resolve();
  /** How many calls of `extend` are not done, and the own commits made meanwhile. */
  let reading = 0;
  let waiting: HistoryCommit[] = [];

  async function advance(head: string): Promise<void> {
    const { fresh, seen } = head === present.head ? { fresh: present.state, seen: new Set([head]) } : await read(head);
    present = { head, state: fresh };
    for (const commit of waiting) if (!seen.has(commit.id)) take(commit);
  }

  async function read(head: string): Promise<Reading> {
    try {
      return (await catchUp(head)) ?? (await rebuild(head, readLog));
    } catch (error) {
      // A git program may be too old for our options, or refuse the repository: the objects are still there.
      if (readLog === fromObjects) throw error;
      return rebuild(head, fromObjects);
    }
  }

  async function catchUp(head: string): Promise<Reading | null> {
    if (present.head === null || !(await repo.objects.find(present.head))) return null;
    const log = await readLog(head, present.head);
    if (!log) return null;
    const commits: HistoryCommit[] = [];
    for await (const commit of log) commits.push(commit);
    for (const commit of commits) applyCommit(present.state, commit);
    return { fresh: present.state, seen: new Set([head, ...commits.map(({ id }) => id)]) };
  }

  async function rebuild(head: string, readAll: ReadLog): Promise<Reading> {
    const fresh: HistoryState = new Map();
    const seen = new Set([head]);
    const log = await readAll(head, null);
    if (log) {
      for await (const commit of log) {
        applyCommit(fresh, commit);
        seen.add(commit.id);
      }
    }
    return { fresh, seen };
  }

  function take(commit: HistoryCommit): void {
    applyCommit(present.state, commit);
    present = { head: commit.id, state: present.state };
  }

  return {
    lastChange: (path) => present.state.get(path),
    head: () => present.head,
    extend(head) {
      reading++;
      const next = work.then(async () => {
        try {
          if (head === null) present = { head: null, state: new Map() };
          else await advance(head);
        } finally {
          if (--reading === 0) waiting = [];
        }
      });
      work = next.catch(() => undefined);
      return next;
    },
    record(id, at, author, files) {
      const commit = { id, at: at.toISOString(), author: cleanPerson(author).name, files: [...files] };
      if (reading === 0) return take(commit);
      // Answered for at once, and taken in again on top of what is being read.
      applyCommit(present.state, commit);
      waiting.push(commit);
    },
    async save() {
      if (present.head === null || present.head === savedHead) return;
      const { head, state } = present;
      await writeHistoryCache(cacheFile, home, { head, state });
      savedHead = head;
    },
  };
}
