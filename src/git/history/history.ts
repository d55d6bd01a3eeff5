/*
 * The room of history: which commit changed which record, and what its files held then. It follows HEAD wherever that
 * moves and forgets what no longer leads to it. It believes a commit's own account only where its seal is good, and
 * compares files otherwise.
 */

import type { FindGit } from '../read/native.ts';
import type { ReadableRepository } from '../read/readable.ts';
import { answersOf, type CommitHistory } from './commitHistory.ts';
import { readHistoryCache, writeHistoryCache } from './historyCache.ts';
import type { HistoryCommit } from './historyCommit.ts';
import { asCommit, type MadeCommit, toLogged } from './historyLog.ts';
import { type HistorySource, historySources } from './historySources.ts';
import { createHistoryTable, type HistoryTable } from './historyTable.ts';
import { type Belief, nameOwn, nameRecords, type RecordNames } from './nameRecords.ts';
import { readShallow } from './objectLog.ts';

/** The history of one commit. */
export interface PastHistory extends CommitHistory {
  /** Whether it tells the same of a record, and of its file at a path, as the history of HEAD at present. */
  isAlike(record: string, path: string): boolean;
}

/** The history of HEAD, wherever that moves. */
export interface History extends CommitHistory {
  /** False while the history is read for the first time: what is asked is answered as far as it is known. */
  readonly isReady: boolean;
  /** The commit the answers are of; null before the first `extend`, or without commits. */
  head(): string | null;
  /** The history of another commit, which is read if need be and never moves. Throws where it cannot be read. */
  at(commit: string): Promise<PastHistory>;
  /**
   * Brings the index to a commit; what no longer leads to it is forgotten, and only what is new is read. Answers the
   * paths whose versions may be others now.
   */
  extend(head: string | null): Promise<ReadonlySet<string>>;
  /** Reads what leads to a commit that HEAD may come to: then it is brought there at once. */
  readAhead(commit: string): Promise<void>;
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
    takeWaiting();
    return touched;
  }

  function takeWaiting(): void {
    for (const own of waiting) append(own);
    // Whoever waits to be moved next may be asked to stand below them.
    if (reading === 1) waiting = waiting.filter(({ id }) => !table.has(id));
    if (waiting.length === 0) early = null;
  }

  async function readFor(commit: string): Promise<void> {
    if (!isReady || home !== homeNow() || table.has(commit)) return;
    await read(commit, false);
    takeWaiting();
  }

  /** One after the other. */
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    reading++;
    const next = work.then(task).finally(() => reading--);
    work = next.catch(() => undefined);
    return next;
  }

  /** Reads a commit without moving to it. */
  async function readAside(commit: string): Promise<PastHistory> {
    if (!table.has(commit)) {
      await readOld();
      await read(commit, false);
    }
    const aside = table.at(commit);
    const differing = aside.differing(table);
    const since = head;
    const isAlike = (record: string, path: string): boolean =>
      head === since && !differing.has(record) && !differing.has(path);
    return { ...answersOf(() => [aside]), isAlike };
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

  const answers = answersOf(() => (early ? [early, table] : [table]));

  return {
    get isReady() {
      return isReady;
    },
    head: () => head,
    ...answers,
    at(commit) {
      const next = work.then(() => readAside(commit));
      work = next.catch(() => undefined);
      return next;
    },
    extend: (commit) => inTurn(() => moveTo(commit)),
    readAhead: (commit) => inTurn(() => readFor(commit)),
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
