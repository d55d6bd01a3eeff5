import type { Repo } from '../../git/repo.ts';
import type { GitRepository } from '../../git/repository.ts';
import { type DebouncedWork, debounce } from '../../lib/turn/debounce.ts';
import type { Problem } from '../../model/entry.ts';
import type { ParseCache } from '../../store/file/parseCache.ts';
import { HOMES, type Home } from '../../store/home.ts';
import type { Indexer } from '../folder/indexer.ts';
import type { WatchFolder } from './folderWatches.ts';
import type { HeadFollower } from './followHead.ts';
import { createHold } from './hold.ts';
import { createRetry, type Retry } from './retry.ts';
import { type Sweeping, startSweeping } from './sweeping.ts';
import { createGitWatch, type GitWatch } from './watchGit.ts';
import { createHomeWatch, type HomeWatch } from './watchHome.ts';

/** Follows changes that others make to the files and to git while the server runs. */
interface Watch {
  /** Problems of watching itself, for admins. */
  problems(): readonly Problem[];
  /** Stops listening; resolves when the work in progress is done. */
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
  /** Called when branches that are not checked out may have moved. */
  onBranches(): Promise<void>;
  /** Runs a task in the write queue. */
  inTurn<T>(task: () => Promise<T>): Promise<T>;
  onError(error: unknown, message: string): void;
  readonly timing?: Partial<Timing>;
  readonly watchFolder?: WatchFolder;
}

interface Timing {
  /** A batch starts when nothing has happened for this long, */
  readonly quietMs: number;
  /** or this long after the first event. */
  readonly maxMs: number;
  /** The longest that a batch waits for a git command to finish. */
  readonly holdMs: number;
  /** A file that is not a valid record is read again after this time before it is reported. */
  readonly retryMs: number;
  readonly sweepMs: number;
  /** The time between sweeps if not every folder can be watched. */
  readonly blindSweepMs: number;
}

const TIMING: Timing = { quietMs: 75, maxMs: 500, holdMs: 10_000, retryMs: 400, sweepMs: 30_000, blindSweepMs: 1000 };

const MAX_BACK_OFF_MS = 30_000;

/** The paths to read again, by home. */
type PathBatch = Readonly<Record<Home, readonly string[]>>;

/** The parts of a watch. */
interface Watching extends Pick<Options, 'repo' | 'homes' | 'follower' | 'onBranches' | 'inTurn' | 'onError'> {
  readonly timing: Timing;
  readonly mustWait: () => Promise<boolean>;
  readonly settled: DebouncedWork;
  readonly git: GitWatch;
  readonly watches: Readonly<Record<Home, HomeWatch>>;
  readonly retries: Readonly<Record<Home, Retry>>;
  readonly heard: WatchState;
}

/** The changes that are noticed but not indexed yet, and the failures so far. */
interface WatchState {
  /** Why not every folder is watched, if so. */
  blindness: unknown;
  /** The number of consecutive failures. */
  failures: number;
  backOff: NodeJS.Timeout | undefined;
  isAttributesTouched: boolean;
  isGitHeard: boolean;
}

export function startWatch({ timing: given, watchFolder, ...parts }: Options): Watch {
  const { repo, homes, onError } = parts;
  const timing = { ...TIMING, ...given };
  const settled = debounce({ ...timing, work: () => followAll(watching) });
  const heard: WatchState = {
    blindness: undefined,
    failures: 0,
    backOff: undefined,
    isAttributesTouched: false,
    isGitHeard: false,
  };
  const onFailure = (error: unknown): void => {
    if (heard.blindness === undefined) onError(error, 'Not every folder can be watched: changes are noticed later');
    heard.blindness ??= error;
  };
  const onAttributes = (): void => {
    heard.isAttributesTouched = true;
    settled.touch();
  };
  const hearing = { onFailure, ...(watchFolder && { watchFolder }) };
  const watching: Watching = {
    ...parts,
    timing,
    mustWait: createHold({ underWay: repo.underWay, holdMs: timing.holdMs }),
    settled,
    git: createGitWatch({ ...hearing, location: repo.location, onChange: () => hearGit({ heard, settled }) }),
    watches: perHome((home) => {
      const { root } = homes[home].repo;
      return createHomeWatch({ ...hearing, ...homes[home], root, home, onTouch: settled.touch, onAttributes });
    }),
    retries: perHome((home) => createRetry(timing.retryMs, (paths) => void readAgain(watching, home, paths))),
    heard,
  };
  const sweeping = startSweeping({
    pauseMs: () => (heard.blindness === undefined ? timing.sweepMs : timing.blindSweepMs),
    onError: (error) => onError(error, 'The files cannot be scanned for changes'),
    sweep: () => sweepHomes(watching),
  });
  return {
    problems: () => [...(heard.blindness === undefined ? [] : [unwatchedProblem(heard.blindness)]), ...underWay(repo)],
    close: () => closeWatch(watching, sweeping),
  };
}

function hearGit({ heard, settled }: Pick<Watching, 'heard' | 'settled'>): void {
  heard.isGitHeard = true;
  settled.touch();
}

async function sweepHomes(watching: Watching): Promise<void> {
  for (const home of HOMES) await watching.watches[home].sweep();
  hearGit(watching);
}

async function readAgain(watching: Watching, home: Home, paths: readonly string[]): Promise<void> {
  try {
    await watching.inTurn(() => watching.homes[home].indexer.reindex(paths));
  } catch (error) {
    tryAgain(watching, error, { ...NOTHING, [home]: paths });
  }
}

async function followAll(watching: Watching): Promise<void> {
  const { repo, git, watches, settled } = watching;
  let batch = NOTHING;
  try {
    const isHeld = repo.operation()?.isMerging === true;
    if (!isHeld && (await watching.mustWait())) return settled.touch();
    git.refresh();
    // Taken paths must be in the batch before another call can fail. Half-merged files are not taken: the end of a
    // merge is heard too.
    if (!isHeld) batch = { ...batch, content: await watches.content.take() };
    batch = { ...batch, private: await watches.private.take() };
    if (watching.heard.isGitHeard) await lookAtBranches(watching);
    if (isNothing(batch) && (isHeld || !(await isGitTouched(watching)))) return;
    await watching.inTurn(() => indexBatch(watching, batch));
    watching.heard.failures = 0;
  } catch (error) {
    tryAgain(watching, error, batch);
  }
}

async function lookAtBranches(watching: Watching): Promise<void> {
  watching.heard.isGitHeard = false;
  try {
    await watching.onBranches();
  } catch (error) {
    watching.heard.isGitHeard = true;
    throw error;
  }
}

const isGitTouched = async ({ heard, repo, follower }: Watching): Promise<boolean> =>
  heard.isAttributesTouched || repo.isTouched() || (await repo.head()) !== follower.head;

/** Follows HEAD first, while the store still has the records from before it moved: these need not be read from git. */
async function indexBatch(watching: Watching, batch: PathBatch): Promise<void> {
  const { repo, homes, retries, follower } = watching;
  const [moved] = await Promise.allSettled([follower.follow()]);
  const isRead = (path: string): boolean => moved.status === 'fulfilled' && moved.value.has(path);
  const content = batch.content.filter((path) => !isRead(path));
  retries.content.add(await homes.content.indexer.reindexGood(content));
  retries.private.add(await homes.private.indexer.reindexGood(batch.private));
  if (moved.status === 'rejected') throw moved.reason;
  if (repo.operation()?.isMerging || (!watching.heard.isAttributesTouched && !repo.isTouched())) return;
  watching.heard.isAttributesTouched = false;
  await repo.check();
}

function tryAgain(watching: Watching, error: unknown, batch: PathBatch): void {
  watching.onError(error, 'Changes made outside Quire could not be read; trying again');
  const delayMs = Math.min(1000 * 2 ** watching.heard.failures, MAX_BACK_OFF_MS);
  watching.heard.failures += 1;
  clearTimeout(watching.heard.backOff);
  for (const home of HOMES) watching.watches[home].keep(batch[home]);
  watching.heard.backOff = setTimeout(watching.settled.touch, delayMs).unref();
}

async function closeWatch({ heard, retries, settled, git, watches }: Watching, sweeping: Sweeping): Promise<void> {
  clearTimeout(heard.backOff);
  for (const home of HOMES) retries[home].close();
  await sweeping.close();
  await settled.close();
  // Last, because folders may be added until here.
  git.close();
  for (const home of HOMES) watches[home].close();
}

const NOTHING: PathBatch = { content: [], private: [] };
const isNothing = (batch: PathBatch): boolean => HOMES.every((home) => batch[home].length === 0);
const perHome = <T>(make: (home: Home) => T): Readonly<Record<Home, T>> => ({
  content: make('content'),
  private: make('private'),
});

/** While a merge is unfinished, the content from before it is served. */
function underWay(repo: GitRepository): readonly Problem[] {
  const operation = repo.operation();
  if (!operation?.isMerging) return [];
  const message = `${operation.name} is under way in the content repository: the content from before it is served, and writes wait, until ${operation.end}`;
  return [{ path: '.git', code: 'UNDER_WAY', message, severity: 'warning' }];
}

const unwatchedProblem = (error: unknown): Problem => ({
  path: '.',
  code: 'UNWATCHED',
  message: `not every folder can be watched (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}): changes are noticed some seconds later. On Linux raise fs.inotify.max_user_watches and max_user_instances`,
});
