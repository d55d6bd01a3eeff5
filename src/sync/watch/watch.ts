import { setImmediate as others } from 'node:timers/promises';
import type { Repo } from '../../git/repo.ts';
import type { GitRepository } from '../../git/repository.ts';
import { debounce } from '../../lib/turn/debounce.ts';
import type { Problem } from '../../model/entry.ts';
import type { ParseCache } from '../../store/file/parseCache.ts';
import { HOMES, type Home } from '../../store/home.ts';
import type { Indexer } from '../indexer.ts';
import type { WatchFolder } from './folderWatches.ts';
import type { HeadFollower } from './followHead.ts';
import { createGitWatch } from './watchGit.ts';
import { createHomeWatch } from './watchHome.ts';

/** Follows what others do to the files and to git while the server runs. */
interface Watch {
  /** What admins should know of the watching itself. */
  problems(): readonly Problem[];
  /** Hears nothing more; resolves when what was heard of is followed. */
  close(): Promise<void>;
}

interface WatchedHome {
  readonly repo: Pick<Repo, 'root'>;
  readonly indexer: Indexer;
  readonly cache: ParseCache;
}

interface Options {
  readonly repo: GitRepository;
  readonly homes: Readonly<Record<Home, WatchedHome>>;
  readonly follower: HeadFollower;
  /** Told when branches that are not checked out may have moved. */
  onBranches(): Promise<void>;
  /** Runs something in turn with the writes. */
  inTurn<T>(task: () => Promise<T>): Promise<T>;
  onError(error: unknown, message: string): void;
  readonly timing?: Partial<Timing>;
  readonly watchFolder?: WatchFolder;
}

interface Timing {
  /** A batch begins when nothing has happened for this long, */
  readonly quietMs: number;
  /** or this long after the first event. */
  readonly maxMs: number;
  /** While somebody's git works a batch waits, at most this long. */
  readonly holdMs: number;
  /** A file that cannot be read as a record is looked at again after this time before it is reported. */
  readonly retryMs: number;
  readonly sweepMs: number;
  /** The time between sweeps when they are all there is. */
  readonly blindSweepMs: number;
}

const TIMING: Timing = { quietMs: 75, maxMs: 500, holdMs: 10_000, retryMs: 400, sweepMs: 30_000, blindSweepMs: 1000 };

const MAX_BACK_OFF_MS = 30_000;

/** The paths of each home that are to be read again. */
type Batch = Readonly<Record<Home, readonly string[]>>;

export function startWatch({ repo, homes, follower, onBranches, inTurn, onError, ...options }: Options): Watch {
  const { watchFolder } = options;
  const timing = { ...TIMING, ...options.timing };
  const mustWait = createHold({ underWay: repo.underWay, holdMs: timing.holdMs });
  const settled = debounce({ ...timing, work: followAll });
  let failure: unknown;
  let failures = 0;
  let backOff: NodeJS.Timeout | undefined;
  let isAttributesTouched = false;
  let isGitHeard = false;

  function onFailure(error: unknown): void {
    if (failure === undefined) onError(error, 'Not every folder can be watched: changes are noticed later');
    failure ??= error;
  }

  function onGit(): void {
    isGitHeard = true;
    settled.touch();
  }

  const heard = { onFailure, ...(watchFolder && { watchFolder }) };
  const git = createGitWatch({ ...heard, location: repo.location, onChange: onGit });
  const watches = perHome((home) =>
    createHomeWatch({
      ...heard,
      ...homes[home],
      root: homes[home].repo.root,
      home,
      onTouch: settled.touch,
      onAttributes: () => {
        isAttributesTouched = true;
        settled.touch();
      },
    }),
  );
  const retries = perHome(
    (home): Retry =>
      createRetry(timing.retryMs, (paths) => {
        inTurn(() => homes[home].indexer.reindex(paths)).catch((error) =>
          tryAgain(error, { ...NOTHING, [home]: paths }),
        );
      }),
  );

  async function followAll(): Promise<void> {
    let batch = NOTHING;
    try {
      const isHeld = repo.operation()?.isMerging === true;
      if (!isHeld && (await mustWait())) return settled.touch();
      git.refresh();
      // What is taken must be in the batch before another call can fail. What is half merged is not taken: its end is heard of.
      if (!isHeld) batch = { ...batch, content: await watches.content.take() };
      batch = { ...batch, private: await watches.private.take() };
      if (isGitHeard) await lookAtBranches();
      if (isNothing(batch) && (isHeld || !(await isGitTouched()))) return;
      await inTurn(() => follow(batch));
      failures = 0;
    } catch (error) {
      tryAgain(error, batch);
    }
  }

  async function lookAtBranches(): Promise<void> {
    isGitHeard = false;
    try {
      await onBranches();
    } catch (error) {
      isGitHeard = true;
      throw error;
    }
  }

  const isGitTouched = async (): Promise<boolean> =>
    isAttributesTouched || repo.isTouched() || (await repo.head()) !== follower.head;

  /** HEAD first: the records that were there before it moved need not be read from git then. */
  async function follow(batch: Batch): Promise<void> {
    const [moved] = await Promise.allSettled([follower.follow()]);
    const isRead = (path: string): boolean => moved.status === 'fulfilled' && moved.value.has(path);
    const content = batch.content.filter((path) => !isRead(path));
    retries.content.add(await homes.content.indexer.reindexGood(content));
    retries.private.add(await homes.private.indexer.reindexGood(batch.private));
    if (moved.status === 'rejected') throw moved.reason;
    if (repo.operation()?.isMerging || (!isAttributesTouched && !repo.isTouched())) return;
    isAttributesTouched = false;
    await repo.check();
  }

  function tryAgain(error: unknown, batch: Batch): void {
    onError(error, 'What others have changed cannot be followed yet');
    const delayMs = Math.min(1000 * 2 ** failures, MAX_BACK_OFF_MS);
    failures += 1;
    clearTimeout(backOff);
    for (const home of HOMES) watches[home].keep(batch[home]);
    backOff = setTimeout(settled.touch, delayMs).unref();
  }

  const sweeping = startSweeping({
    pauseMs: () => (failure === undefined ? timing.sweepMs : timing.blindSweepMs),
    onError: (error) => onError(error, 'The files cannot be looked through'),
    async sweep() {
      for (const home of HOMES) await watches[home].sweep();
      onGit();
    },
  });

  return {
    problems: () => [...(failure === undefined ? [] : [unwatched(failure)]), ...underWay(repo)],
    async close() {
      clearTimeout(backOff);
      for (const home of HOMES) retries[home].close();
      await sweeping.close();
      await settled.close();
      // Last: until here folders may still be added.
      git.close();
      for (const home of HOMES) watches[home].close();
    },
  };
}

const NOTHING: Batch = { content: [], private: [] };
const isNothing = (batch: Batch): boolean => HOMES.every((home) => batch[home].length === 0);
const perHome = <T>(make: (home: Home) => T): Readonly<Record<Home, T>> => ({
  content: make('content'),
  private: make('private'),
});

/** What was served before a merge began goes on being served, whole, for as long as that stands half-done. */
function underWay(repo: GitRepository): readonly Problem[] {
  const operation = repo.operation();
  if (!operation?.isMerging) return [];
  const message = `${operation.name} is under way in the content repository: what was served before goes on being served, and writes wait, until ${operation.end}`;
  return [{ path: '.git', code: 'UNDER_WAY', message, severity: 'warning' }];
}

const unwatched = (error: unknown): Problem => ({
  path: '.',
  code: 'UNWATCHED',
  message: `not every folder can be watched (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}): changes are noticed some seconds later. On Linux raise fs.inotify.max_user_watches and max_user_instances`,
});

interface HoldOptions {
  /** What others are in the middle of; null when nothing is. */
  underWay(): Promise<string | null>;
  readonly holdMs: number;
}

/**
 * Makes the question whether what was heard of must wait: while somebody's git works, so that one checkout is one batch.
 * No batch waits longer than it may, and none for something that already stands there longer: a rebase left open for hours.
 */
export function createHold({ underWay, holdMs }: HoldOptions): () => Promise<boolean> {
  let reason: string | null = null;
  let reasonSince = 0;
  let batchSince: number | null = null;
  return async () => {
    const present = await underWay();
    const now = performance.now();
    if (present !== reason) reasonSince = now;
    reason = present;
    batchSince ??= now;
    const mustWait = present !== null && now - Math.min(reasonSince, batchSince) < holdMs;
    if (!mustWait) batchSince = null;
    return mustWait;
  };
}

/** Files that cannot be read as records, to be looked at once more: they may have been half written. */
interface Retry {
  add(paths: readonly string[]): void;
  close(): void;
}

/** @param look what is done with them after `delayMs`; never throws */
function createRetry(delayMs: number, look: (paths: readonly string[]) => void): Retry {
  let paths = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function run(): void {
    const due = [...paths];
    paths = new Set();
    timer = undefined;
    look(due);
  }

  return {
    add(broken) {
      for (const path of broken) paths.add(path);
      if (paths.size > 0) timer ??= setTimeout(run, delayMs).unref();
    },
    close: () => clearTimeout(timer),
  };
}

interface SweepOptions {
  sweep(): Promise<void>;
  /** The time until the next sweep. */
  pauseMs(): number;
  onError(error: unknown): void;
}

/** Sweeps take at most one part in this many of the time, however many files there are. */
const PAUSE_RATIO = 20;

/** Sweeps as soon as what is under way is done, and then again and again. */
function startSweeping({ sweep, pauseMs, onError }: SweepOptions): { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function run(): Promise<void> {
    await others();
    const start = performance.now();
    await sweep().catch(onError);
    const tookMs = performance.now() - start;
    if (!isClosed) timer = setTimeout(again, Math.max(pauseMs(), tookMs * PAUSE_RATIO)).unref();
  }
  function again(): void {
    running = run();
  }
  let running = run();

  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
