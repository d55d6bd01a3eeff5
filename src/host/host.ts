import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listRefs } from '../git/read/ref/listRefs.ts';
import { readExactRef, readRef } from '../git/read/ref/refs.ts';
import type { HostBranch, HostBranches, NotedRequest } from '../git/remote/hostBranch.ts';
import { remoteNames, remoteUrl } from '../git/remote/openRemote.ts';
import { requestFolder, requestRef } from '../git/remote/otherRefs.ts';
import type { GitRepository } from '../git/repository.ts';
import { memoizeLast } from '../lib/list/memoizeLast.ts';
import { coalesce } from '../lib/turn/coalesce.ts';
import { createListeners } from '../lib/turn/createListeners.ts';
import { isBranchName } from '../model/address/remoteAddress.ts';
import { requestAddress } from '../model/address/requestAddress.ts';
import type { Problem } from '../model/entry.ts';
import { createClashes, type HostClashes } from './clashes.ts';
import type { HostNews } from './hostNews.ts';
import { createPace, pushDelay } from './pace.ts';
import { runRound } from './round.ts';
import { type HostParts, newState, ownBranch, type SyncContext, upstreamsOf } from './syncContext.ts';
import { listSyncProblems, readSyncStatus, type SyncStatus } from './syncInput.ts';
import { offeredRef } from './take/mergeIncoming.ts';

/** Keeps this clone and the git host in sync. */
export interface HostSync {
  /** Begins the first round. */
  start(): void;
  /** Fetches, merges and pushes now. @returns the state after that */
  sync(): Promise<SyncStatus>;
  status(): Promise<SyncStatus>;
  /** The host reports news on this branch (null: on any): starts a round now if the branch is followed. */
  told(branch: string | null): void;
  /** The host reports news on a request to merge this branch (null: on any). */
  toldOfRequest(branch: string | null): void;
  /** Calls the listener whenever the host has been fetched, or has reported news on a request. @returns the function that unsubscribes */
  subscribe(listener: (news: HostNews) => void): () => void;
  /**
   * Syncs now, so that the host has what a shared branch holds.
   *
   * @throws RemoteFailure or CmsError if it has not
   */
  share(branch: string): Promise<void>;
  /** The address that the repository is fetched from; null if it cannot be found out. */
  address(): string | null;
  /** The host's branch that is live here; null while none is checked out. */
  liveBranch(): string | null;
  readonly clashes: Pick<HostClashes, 'list' | 'findSource' | 'settled'>;
  /** A change has come, moved or gone. */
  noteChange(): void;
  /** The host's branches and requests as last fetched: see `GIT_FETCH`. */
  readonly branches: HostBranches;
  /** Whether everything of the host has been taken in: a replica serves nobody before that. */
  isReady(): boolean;
  failures(): number;
  problems(): readonly Problem[];
  /** Gives running work a moment and then aborts it, so that it does not delay the shutdown. */
  drain(): void;
  /** Stops, after a moment for pushing what the host does not have yet. */
  close(): Promise<void>;
}

const CLOSE_MS = 3000;

export function createHostSync(parts: HostParts): HostSync {
  const round = coalesce(() => runRound(following, { fetches: true }));
  const pushing = coalesce(() => runRound(following, { fetches: false }));
  const news = createListeners<[HostNews]>((error) => parts.onError(error, 'News of the git host was lost'));
  const following: SyncContext = {
    parts,
    onFetched: () => news.tell({ type: 'fetched' }),
    state: newState(),
    clashes: openClashes(parts),
    rounds: createPace(() => void round().catch(() => undefined)),
    pushes: createPace(() => void pushing().catch(() => undefined)),
  };
  const { state, clashes, rounds } = following;
  const leave = parts.announcements.subscribe((_, { commit }) => {
    if (commit !== null) pushSoon(following);
  });
  const { repo, remote } = parts;
  const findAddress = memoizeAddress(parts);
  const urlOf = (request: number): string | null => {
    const address = findAddress();
    return address && requestAddress(address, request);
  };
  const branches = createHostBranches({ repo, remote: remoteNames(remote)[0]!, urlOf });

  return {
    status: () => statusNow(following),
    problems: () => listSyncProblems(state, clashes),
    start: () => rounds.within(0),
    async sync() {
      // The status reports the error.
      await round().catch(() => undefined);
      return statusNow(following);
    },
    told: (branch) => {
      if (isSyncedBranch(parts, branch)) rounds.within(0);
    },
    toldOfRequest: (branch) => news.tell({ type: 'request', branch }),
    subscribe: news.add,
    async share(branch) {
      await round();
      const failure = state.unshared.get(branch)?.failure;
      if (failure) throw failure;
    },
    address: findAddress,
    liveBranch: () => parts.branch ?? ownBranch(parts),
    clashes,
    noteChange: () => pushSoon(following),
    branches,
    isReady: () => !parts.readOnly || state.isReady,
    failures: () => state.failures,
    drain: () => void setTimeout(() => void state.remote?.close(), CLOSE_MS).unref(),
    async close() {
      leave();
      await closeHost(following, pushing);
    },
  };
}

function openClashes({ repo, lookup, readRecord, privateDir, onError }: HostParts): HostClashes {
  const merging = { objects: repo.objects, prefix: repo.location.prefix, readRecord, code: lookup.code };
  return createClashes({
    ...{ lookup, merging, file: join(privateDir, 'state', 'clashes.json') },
    onError: (error) => onError(error, 'The saved clashes with the git host cannot be read'),
  });
}

/** Finds the address of the remote; once it is known, it is not read again. */
function memoizeAddress({ repo, remote }: HostParts): () => string | null {
  let address: string | null = null;
  return () => {
    address ??= remoteUrl(repo.location, remote);
    return address;
  };
}

function isSyncedBranch(parts: HostParts, branch: string | null): boolean {
  const own = ownBranch(parts);
  if (own === null) return false;
  return branch === null || upstreamsOf(parts, own).includes(branch) || isSharedWithUs(parts, branch);
}

const isSharedWithUs = ({ shared, readOnly, fetches }: HostParts, branch: string): boolean =>
  !readOnly && fetches !== 'upstream' && shared.isShared(branch);

function pushSoon({ parts, state, pushes }: SyncContext): void {
  if (parts.readOnly || state.isClosed) return;
  state.firstToPush ??= performance.now();
  pushes.after(pushDelay(performance.now() - state.firstToPush));
}

async function statusNow({ parts, state, clashes }: SyncContext): Promise<SyncStatus> {
  const { repo, readOnly, remote: named } = parts;
  const branch = ownBranch(parts);
  const head = await repo.head();
  const conflicts = head === null ? [] : await clashes.keptAt(head);
  const upstream = branch === null ? parts.upstream : upstreamsOf(parts, branch);
  return readSyncStatus({ repo, state, readOnly, named, branch, upstream, clashes: clashes.list(), conflicts });
}

async function closeHost({ state, rounds, pushes }: SyncContext, push: () => Promise<void>): Promise<void> {
  rounds.close();
  pushes.close();
  const last = state.firstToPush === null || state.failures > 0 ? state.inTurn(() => undefined) : push();
  await Promise.race([last.catch(() => undefined), wait(CLOSE_MS, undefined, { ref: false })]);
  state.isClosed = true;
  await state.remote?.close();
}

interface Parts {
  readonly repo: Pick<GitRepository, 'branches' | 'location'>;
  /** The name of the remote here (`Remote.name`). */
  readonly remote: string;
  /** The address of a request at the host. */
  urlOf(request: number): string | null;
}

type RefMap = ReadonlyMap<string, string>;

function createHostBranches({ repo, remote, urlOf }: Parts): HostBranches {
  const { commonDir } = repo.location;
  const heads = `refs/remotes/${remote}/` as const;
  const folder = requestFolder(remote);
  const toRequest = (ref: string, commit: string): HostBranch => {
    const request = Number(ref.slice(folder.length));
    return { branch: null, ref, commit, request, requestUrl: urlOf(request) };
  };
  let noted: ReadonlyMap<string, NotedRequest> = new Map();
  const toBranch = (ref: string, commit: string, of: HostBranch | undefined): HostBranch => {
    const branch = ref.slice(heads.length);
    const { number: request = of?.request ?? null, url: requestUrl = of?.requestUrl ?? null } = noted.get(branch) ?? {};
    return { branch, ref, commit, request, requestUrl };
  };
  const isKnown = (ref: string): boolean => isBranchName(ref.slice(heads.length));

  /** A request is shown with the branch that has its commit; of several, the one with the lowest name. */
  const combine = memoizeLast((headRefs: RefMap, requestRefs: RefMap, _noted: typeof noted) => {
    const requests = [...requestRefs].map(([ref, commit]) => toRequest(ref, commit));
    const byCommit = new Map(requests.toReversed().map((one) => [one.commit, one]));
    const branches = [...headRefs].map(([ref, commit]) => toBranch(ref, commit, byCommit.get(commit)));
    const atHost = new Set(headRefs.values());
    const others = requests.filter(({ commit }) => !atHost.has(commit)).sort((a, b) => b.request! - a.request!);
    return [...branches.filter(({ ref }) => isKnown(ref)), ...others];
  });

  return {
    list: async () => combine(await repo.branches.scan(heads), await repo.branches.scan(folder), noted),
    find(branch) {
      const ref = `${heads}${branch}`;
      const commit = isKnown(ref) ? readExactRef(commonDir, ref) : null;
      if (commit === null) return undefined;
      const [request] = [...listRefs(commonDir, folder)].find(([, other]) => other === commit) ?? [];
      return toBranch(ref, commit, request === undefined ? undefined : toRequest(request, commit));
    },
    commitsOf: (branch) => [`${heads}${branch}`, offeredRef(branch)].flatMap((ref) => readRef(commonDir, ref) ?? []),
    noteRequest(branch, request) {
      const { number, url } = noted.get(branch) ?? {};
      if (number === request?.number && url === request?.url) return;
      const others = [...noted].filter(([name]) => name !== branch);
      noted = new Map(request === null ? others : [...others, [branch, request]]);
    },
    findRequest(request) {
      const ref = requestRef(remote, request);
      const commit = readExactRef(commonDir, ref);
      return commit === null ? undefined : toRequest(ref, commit);
    },
  };
}
