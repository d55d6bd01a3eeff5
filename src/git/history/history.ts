/*
 * The room of history: which commit changed which record, and what its files held then. It follows HEAD wherever that
 * moves and stops counting commits that no longer lead to it. It believes what a commit says about itself only if its
 * seal is good, and compares files otherwise.
 */

import { createTaskQueue, type TaskQueue } from '../../lib/turn/createTaskQueue.ts';
import type { FindGit } from '../read/native.ts';
import type { ReadableRepository } from '../read/readable.ts';
import { createCommitHistory } from './commitHistory.ts';
import { readHistoryCache, writeHistoryCache } from './historyCache.ts';
import type { CommitHistory, HistoryCommit } from './historyCommit.ts';
import { asCommit, type MadeCommit, toLoggedCommit } from './historyLog.ts';
import { type HistorySource, historySources } from './historySources.ts';
import { createHistoryTable, type HistoryTable } from './historyTable.ts';
import { type Belief, nameOwn, nameRecords, type RecordNames } from './nameRecords.ts';
import { readShallow } from './objectLog.ts';

/** The history of one commit. */
export interface PastHistory extends CommitHistory {
  /** Whether it says the same about a record, and about its file at a path, as the present history of HEAD. */
  isAlike(record: string, path: string): boolean;
}

/** The history of HEAD, wherever that moves. */
export interface HeadHistory extends CommitHistory {
  /** False while the history is read for the first time: answers are incomplete until then. */
  readonly isReady: boolean;
  /** The commit that the answers are about; null before the first `extend`, or without commits. */
  head(): string | null;
  /** The history of another commit, which never moves; read if it is not known yet. Throws if it cannot be read. */
  at(commit: string): Promise<PastHistory>;
  /**
   * Moves the index to a commit: reads only new commits and stops counting those that no longer lead to it. Returns the
   * paths whose versions may have changed.
   */
  extend(head: string | null): Promise<ReadonlySet<string>>;
  /** Reads what leads to a commit that HEAD may move to, so that `extend` takes no time then. */
  readAhead(commit: string): Promise<void>;
  /** Adds a commit just made, without reading it. */
  record(commit: MadeCommit): void;
  /** Writes the cache file if there is anything new. */
  save(): Promise<void>;
}

interface Options {
  readonly repo: ReadableRepository;
  readonly cacheFile: string;
  readonly findGit: FindGit;
  readonly names: RecordNames;
  /** Up to this many new commits and changed files are read without native git, which takes longer to start. */
  readonly few?: number;
}

const FEW = 100;

/** What is known, and what is still to be read. */
interface State extends Pick<Options, 'repo' | 'names'> {
  readonly sources: ReturnType<typeof historySources>;
  /** Everything besides the commits that what is read depends on. */
  home: string;
  table: HistoryTable;
  head: string | null;
  isReady: boolean;
  /** Runs the tasks that read. */
  readonly inTurn: TaskQueue;
  /** The number of tasks not done yet that move the history on. */
  reading: number;
  /** Own commits made before their parents were read; `early` answers for them meanwhile. */
  waiting: HistoryCommit[];
  early: HistoryTable | null;
  /** The last commits from before there were seals, as far as they are still to be read. */
  unread: readonly string[];
}

/** Starts from the cache file; a damaged or foreign one counts as none. */
export async function createHistory({ repo, cacheFile, findGit, names, few = FEW }: Options): Promise<HeadHistory> {
  const home = historyHome(repo);
  const { table, head } = await loadHistoryTable(cacheFile, home);
  const state: State = {
    ...{ repo, names, sources: historySources(repo, findGit, few), home, table, head, isReady: head !== null },
    ...{ inTurn: createTaskQueue(), reading: 0, waiting: [], early: null },
    unread: repo.seals.before.filter((id) => !table.has(id)),
  };
  let savedHead = head;
  const answers = createCommitHistory(() => (state.early ? [state.early, state.table] : [state.table]));

  return {
    get isReady() {
      return state.isReady;
    },
    head: () => state.head,
    ...answers,
    at(commit) {
      return state.inTurn(() => readAside(state, commit));
    },
    extend: (commit) => queueRead(state, () => moveHistoryTo(state, commit)),
    readAhead: (commit) => queueRead(state, () => readFor(state, commit)),
    record(own) {
      const commit = nameOwn(toLoggedCommit(own), names, own.records);
      if (state.reading === 0 && hasParents(state, commit)) append(state, commit);
      else addEarlyCommit(state, commit);
    },
    async save() {
      if (state.head === null || state.head === savedHead || hasGaps(state)) return;
      const saving = state.head;
      await writeHistoryCache(cacheFile, state.home, { head: saving, columns: state.table.columns });
      savedHead = saving;
    },
  };
}

/** Deepening a shallow clone changes the differences of its oldest commits; another key changes what is believed of all. */
function historyHome({ location, seals }: ReadableRepository): string {
  const { gitDir, commonDir, prefix } = location;
  return [gitDir, prefix, seals.name, ...readShallow(commonDir)].join(' ');
}

async function moveHistoryTo(state: State, commit: string | null): Promise<ReadonlySet<string>> {
  if (state.home !== historyHome(state.repo)) {
    state.home = historyHome(state.repo);
    state.table = createHistoryTable();
    state.unread = state.repo.seals.before;
  }
  if (commit !== null && !state.table.has(commit)) {
    await readOld(state);
    await readHistoryTo(state, commit, false);
  }
  const turned = state.table.moveTo(commit);
  // The first time, every path has turned.
  const touched = state.isReady ? state.table.pathsIn(turned) : new Set<string>();
  state.head = commit;
  state.isReady = true;
  appendWaiting(state);
  return touched;
}

function appendWaiting(state: State): void {
  for (const own of state.waiting) append(state, own);
  // The task that is next in turn may move to a commit below them.
  if (state.reading === 1) state.waiting = state.waiting.filter(({ id }) => !state.table.has(id));
  if (state.waiting.length === 0) state.early = null;
}

async function readFor(state: State, commit: string): Promise<void> {
  if (!state.isReady || state.home !== historyHome(state.repo) || state.table.has(commit)) return;
  await readHistoryTo(state, commit, false);
  appendWaiting(state);
}

/** Runs one task after the other. */
function queueRead<T>(state: State, task: () => Promise<T>): Promise<T> {
  state.reading++;
  return state.inTurn(() => task().finally(() => state.reading--));
}

/** Reads a commit without moving to it. */
async function readAside(state: State, commit: string): Promise<PastHistory> {
  if (!state.table.has(commit)) {
    await readOld(state);
    await readHistoryTo(state, commit, false);
  }
  const aside = state.table.at(commit);
  const differing = aside.differing(state.table);
  const since = state.head;
  const isAlike = (record: string, path: string): boolean =>
    state.head === since && !differing.has(record) && !differing.has(path);
  return { ...createCommitHistory(() => [aside]), isAlike };
}

/** These commits and their ancestors are believed without a seal; git may have removed some of them. */
async function readOld(state: State): Promise<void> {
  for (const commit of state.unread) await readHistoryTo(state, commit, true).catch(() => undefined);
  state.unread = [];
}

async function readHistoryTo(state: State, commit: string, isOld: boolean): Promise<void> {
  for (const [index, openSource] of state.sources.entries()) {
    const source = await openSource();
    if (!source) continue;
    try {
      await readFromSource(state, source, commit, {
        isOld,
        isSealed: (one) => state.repo.seals.isSealed(one.id, asCommit(one)),
        isSealedChange: state.repo.seals.isSealedChange,
      });
      return;
    } catch (error) {
      // A git program may be too old for our options, or refuse the repository: the objects are still there.
      if (index === state.sources.length - 1) throw error;
    }
  }
}

/** Adds commit by commit: none of them counts before all are there. */
async function readFromSource(
  state: State,
  { readLog, readBlobs }: HistorySource,
  commit: string,
  belief: Belief,
): Promise<void> {
  const after = [...(state.head === null ? [] : [state.head]), ...state.repo.seals.before.filter(state.table.has)];
  const log = readLog({ to: commit, after, isKnown: state.table.has });
  const naming = { names: state.names, readBlobs, belief };
  for await (const one of nameRecords(log, naming)) if (!state.table.has(one.id)) state.table.add(one);
  if (!state.table.has(commit)) throw new Error(`The history of ${commit} cannot be read`);
}

/** Whether objects are missing: they may be brought back, and then the next start is to read them. */
const hasGaps = (state: State): boolean =>
  state.repo.objects.unreadable().objects.some(({ reason }) => reason !== 'large');

const hasParents = (state: State, { parents }: HistoryCommit): boolean =>
  parents.every((parent) => state.table.has(parent));

/** Puts an own commit on top, if its parents are known. */
function append(state: State, commit: HistoryCommit): void {
  if (!hasParents(state, commit)) return;
  if (!state.table.has(commit.id)) state.table.add(commit);
  if ((commit.parents[0] ?? null) !== state.head) return;
  state.table.moveTo(commit.id);
  state.head = commit.id;
}

function addEarlyCommit(state: State, commit: HistoryCommit): void {
  state.waiting.push(commit);
  state.early ??= createHistoryTable();
  state.early.add(commit);
  state.early.moveTo(commit.id);
}

/** This many unreachable commits are no reason to read everything again. */
const FEW_COMMITS = 1_000;

/** The table of the cache file, or an empty one if most of its commits have been rewritten. */
async function loadHistoryTable(
  cacheFile: string,
  home: string,
): Promise<{ table: HistoryTable; head: string | null }> {
  const cached = await readHistoryCache(cacheFile, home);
  if (cached) {
    const table = createHistoryTable(cached.columns);
    table.moveTo(cached.head);
    if (table.forgotten < table.counted + FEW_COMMITS) return { table, head: cached.head };
  }
  return { table: createHistoryTable(), head: null };
}
