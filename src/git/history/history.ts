/*
 * The room of history: which commit changed which record, and what its files held then. It follows HEAD wherever that
 * moves and forgets what no longer leads to it. It believes a commit's own account only where its seal is good, and
 * compares files otherwise.
 */

import type { FindGit } from '../read/native.ts';
import type { ReadableRepository } from '../read/readable.ts';
import { readHistoryCache, writeHistoryCache } from './historyCache.ts';
import type { HistoryCommit, KnownChange, KnownVersion } from './historyCommit.ts';
import { asCommit, type MadeCommit, toLogged } from './historyLog.ts';
import { type HistorySource, historySources } from './historySources.ts';
import { createHistoryTable, type HistoryTable } from './historyTable.ts';
import { type Belief, nameOwn, nameRecords, type RecordNames } from './nameRecords.ts';
import { readShallow } from './objectLog.ts';
import { type Revisions, selectRevisions } from './selectRevisions.ts';

/** Commits, each looked up when it is asked for. */
export interface Changes {
  readonly length: number;
  at(index: number): KnownChange;
}

/**
 * Which commits have made what of each record, whatever its file was called. A record is known by the name that
 * `RecordNames` gives it. A change that was made on a branch counts where it was made, once, and not with the merge.
 */
export interface History {
  /** False while the history is read for the first time: what is asked is answered as far as it is known. */
  readonly isReady: boolean;
  /** The commit the answers are of; null before the first `extend`, or without commits. */
  head(): string | null;
  /** Whether any commit that was ever read has made something of a record, also on a branch that was left. */
  knows(record: string): boolean;
  /** The newest version of a record's file at this path. */
  lastChange(record: string, path: string): KnownVersion | undefined;
  /** When a record's file at this path got these bytes last, ISO 8601: what a start asks for every file. */
  changedAt(record: string, path: string, blob: string): string | undefined;
  /** The oldest version there is. */
  firstVersion(record: string): KnownVersion | undefined;
  /** The place among all commits of the first one that has a record's file at this path. */
  cameAt(record: string, path: string): number | undefined;
  /** The versions at paths that `counts` lets pass; a commit that left the file as it was has the one before it. */
  revisions(record: string, counts?: (path: string) => boolean): Revisions;
  /** The commits whose ids begin so, be they ones that changed anything or not. */
  beginningWith(prefix: string): readonly string[];
  /** The commits that changed anything, newest first. */
  changes(): Changes;
  /**
   * Brings the index to a commit; what no longer leads to it is forgotten, and only what is new is read. Answers the
   * paths whose versions may be others now.
   */
  extend(head: string | null): Promise<ReadonlySet<string>>;
  /** Takes in a commit just made, without reading it. */
  record(commit: MadeCommit): void;
  /** Writes the cache file, if there is something new. */
  save(): Promise<void>;
}

interface Options {
  readonly repo: ReadableRepository;
  readonly cacheFile: string;
  readonly findGit: FindGit;
  readonly names: RecordNames;
  /** So many new commits and changed files are read without native git, which takes longer to start. */
  readonly few?: number;
}

const FEW = 100;

/** Begins with what the cache file holds; a damaged or foreign one counts as none. */
export async function createHistory({ repo, cacheFile, findGit, names, few = FEW }: Options): Promise<History> {
  const { gitDir, commonDir, prefix } = repo.location;
  const { seals } = repo;
  /** Deepening a shallow clone changes what its oldest commits have changed; another key, what is believed of all. */
  const homeNow = (): string => [gitDir, prefix, seals.name, ...readShallow(commonDir)].join(' ');
  const sources = historySources(repo, findGit, few);
  let home = homeNow();
  const cached = await openTable(cacheFile, home);
  let table = cached.table;
  let head = cached.head;
  let savedHead = head;
  let isReady = head !== null;
  let work: Promise<unknown> = Promise.resolve();
  let reading = 0;
  /** Own commits made before what they stand on was read; `early` answers for them meanwhile. */
  let waiting: HistoryCommit[] = [];
  let early: HistoryTable | null = null;
  /** What there was before there were seals and is still to be read. */
  let unread: readonly string[] = seals.before.filter((id) => !table.has(id));

  async function moveTo(commit: string | null): Promise<ReadonlySet<string>> {
    if (home !== homeNow()) {
      home = homeNow();
      table = createHistoryTable();
      unread = seals.before;
    }
    if (commit !== null && !table.has(commit)) {
      await readOld();
      await read(commit, false);
    }
    const turned = table.moveTo(commit);
    // The first time it is all there is.
    const touched = isReady ? table.pathsIn(turned) : new Set<string>();
    head = commit;
    isReady = true;
    for (const own of waiting) append(own);
    // Whoever waits to be moved next may be asked to stand below them.
    if (reading === 1) waiting = waiting.filter(({ id }) => !table.has(id));
    if (waiting.length === 0) early = null;
    return touched;
  }

  /** What leads to these is believed without a seal; git may have removed some of them. */
  async function readOld(): Promise<void> {
    for (const commit of unread) await read(commit, true).catch(() => undefined);
    unread = [];
  }

  async function read(commit: string, isOld: boolean): Promise<void> {
    for (const [index, openSource] of sources.entries()) {
      const source = await openSource();
      if (!source) continue;
      try {
        await readFrom(source, commit, {
          isOld,
          isSealed: (one) => seals.isSealed(one.id, asCommit(one)),
          isSealedChange: seals.isSealedChange,
        });
        return;
      } catch (error) {
        // A git program may be too old for our options, or refuse the repository: the objects are still there.
        if (index === sources.length - 1) throw error;
      }
    }
  }

  /** Takes in commit by commit: none of them counts until all are there. */
  async function readFrom({ readLog, readBlobs }: HistorySource, commit: string, belief: Belief): Promise<void> {
    const after = [...(head === null ? [] : [head]), ...seals.before.filter(table.has)];
    const log = readLog({ to: commit, after, isKnown: table.has });
    const naming = { names, readBlobs, belief };
    for await (const one of nameRecords(log, naming)) if (!table.has(one.id)) table.add(one);
    if (!table.has(commit)) throw new Error(`The history of ${commit} cannot be read`);
  }

  /** What is missing now may be brought back: then the next start reads it. */
  const hasGaps = (): boolean => repo.objects.unreadable().objects.some(({ reason }) => reason !== 'large');

  const stands = ({ parents }: HistoryCommit): boolean => parents.every((parent) => table.has(parent));

  /** Puts an own commit on top, where what it stands on is known. */
  function append(commit: HistoryCommit): void {
    if (!stands(commit)) return;
    if (!table.has(commit.id)) table.add(commit);
    if ((commit.parents[0] ?? null) !== head) return;
    table.moveTo(commit.id);
    head = commit.id;
  }

  function keepEarly(commit: HistoryCommit): void {
    waiting.push(commit);
    early ??= createHistoryTable();
    early.add(commit);
    early.moveTo(commit.id);
  }

  /** The newest version at a path, with these bytes where they are given, and the table that has it. */
  function findChange(record: string, path: string, blob?: string): { from: HistoryTable; number: number } | undefined {
    for (const from of early ? [early, table] : [table]) {
      const isWanted = (version: number): boolean =>
        from.pathOf(version) === path && (blob === undefined || from.isBlob(version, blob));
      const number = from.findVersion(record, isWanted);
      if (number !== undefined) return { from, number };
    }
    return undefined;
  }

  /** The oldest version at a path that is wanted. Of versions there may be thousands: no list is made of them. */
  function findFirst(record: string, isWanted: (path: string | undefined) => boolean): number | undefined {
    let first: number | undefined;
    table.findVersion(record, (number) => {
      if (isWanted(table.pathOf(number))) first = number;
      return false;
    });
    return first;
  }

  return {
    get isReady() {
      return isReady;
    },
    head: () => head,
    knows: (record) => table.knows(record) || (early?.knows(record) ?? false),
    lastChange(record, path) {
      const found = findChange(record, path);
      return found?.from.version(found.number);
    },
    changedAt(record, path, blob) {
      const found = findChange(record, path, blob);
      return found?.from.timeOf(found.number);
    },
    firstVersion(record) {
      const first = findFirst(record, (path) => path !== undefined);
      return first === undefined ? undefined : table.version(first);
    },
    cameAt(record, path) {
      const first = findFirst(record, (other) => other === path);
      return first === undefined ? undefined : table.orderOf(first);
    },
    revisions: (record, counts) => selectRevisions(table, record, counts),
    beginningWith: (prefix) => table.beginningWith(prefix),
    changes() {
      const numbers = table.changes();
      return { length: numbers.length, at: (index) => table.change(numbers[index]!) };
    },
    extend(commit) {
      reading++;
      const next = work.then(() => moveTo(commit)).finally(() => reading--);
      work = next.catch(() => undefined);
      return next;
    },
    record(own) {
      const commit = nameOwn(toLogged(own), names, own.records);
      if (reading === 0 && stands(commit)) append(commit);
      else keepEarly(commit);
    },
    async save() {
      if (head === null || head === savedHead || hasGaps()) return;
      const saving = head;
      await writeHistoryCache(cacheFile, home, { head, columns: table.columns });
      savedHead = saving;
    },
  };
}

/** Up to this many unreachable commits are no reason to read everything again. */
const FEW_COMMITS = 1_000;

/** The table of the cache file, unless most of it has been rewritten since: then it is read anew. */
async function openTable(cacheFile: string, home: string): Promise<{ table: HistoryTable; head: string | null }> {
  const cached = await readHistoryCache(cacheFile, home);
  if (cached) {
    const table = createHistoryTable(cached.columns);
    table.moveTo(cached.head);
    if (table.forgotten < table.counted + FEW_COMMITS) return { table, head: cached.head };
  }
  return { table: createHistoryTable(), head: null };
}
