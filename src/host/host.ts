import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isInHistory } from '../git/read/ancestry.ts';
import type { FindGit } from '../git/read/native.ts';
import { branchName, readHeadRef, readRef } from '../git/read/refs.ts';
import { openRemote, remoteNames, remoteUrl } from '../git/remote/openRemote.ts';
import { type Remote, RemoteFailure } from '../git/remote/remote.ts';
import { coalesce } from '../lib/turn/coalesce.ts';
import type { Lookup, Problem } from '../model/entry.ts';
import { CmsError, unavailable } from '../model/errors.ts';
import type { OtherRefs } from '../model/remoteAddress.ts';
import { requestAddress } from '../model/requestAddress.ts';
import type { Announcements } from '../sync/announcements.ts';
import { type HostBranch, listHostBranches } from './branches.ts';
import { type Clashes, createClashes } from './clashes.ts';
import { backOff, createPace, pushDelay } from './pace.ts';
import { nameOf } from './planIncoming.ts';
import { type SharedBranches, shareBranches } from './shareBranches.ts';
import { type HostState, problemsOf, type SyncStatus, statusOf } from './standing.ts';
import { MAX_ATTEMPTS, syncedRef, type TakeInParts, takeIn } from './takeIn.ts';

/** Keeps this clone and the git host together. */
export interface Host {
  /** Begins with it. */
  start(): void;
  /** Fetches, merges and pushes now; how it stands then. */
  sync(): Promise<SyncStatus>;
  status(): Promise<SyncStatus>;
  /** The host has told that it has something new on this branch (null: on any): looks now, where that is one of ours. */
  told(branch: string | null): void;
  readonly clashes: Pick<Clashes, 'list' | 'settled'>;
  /** A change that is not live has come, moved or gone. */
  noteChange(): void;
  /** The host's branches and requests, as they were last fetched: see `GIT_FETCH`. */
  branches(): readonly HostBranch[];
  /** Whether everything here is as the host has it: a replica serves nobody before. */
  isReady(): boolean;
  failures(): number;
  problems(): readonly Problem[];
  /** Begins nothing more; what is here and not there yet has a moment to go there. */
  close(): Promise<void>;
}

export interface HostParts extends TakeInParts {
  readonly remote: string;
  readonly upstream: readonly string[];
  readonly fetches: OtherRefs;
  readonly intervalSeconds: number;
  /** The only branch that is kept together with the host; null: whichever is checked out. */
  readonly branch: string | null;
  readonly token: string | null;
  readonly lookup: Lookup;
  /** Changes that are not live. */
  readonly shared: SharedBranches;
  readonly announcements: Pick<Announcements, 'subscribe'>;
  readonly privateDir: string;
  readonly findGit: FindGit;
  onError(error: unknown, message: string): void;
}

const CLOSE_MS = 3000;
/** What fails for such a reason fails until somebody does something about it. */
const LASTING: readonly string[] = ['refused', 'auth', 'missing'];

interface State extends HostState {
  isReady: boolean;
  isClosed: boolean;
  /** When the first commit was made that is to be pushed, by `performance.now()`. */
  firstToPush: number | null;
}

export function createHost(parts: HostParts): Host {
  const { repo, announcements, clock, onError } = parts;
  const { location, objects } = repo;
  const merging = { objects, prefix: location.prefix, readRecord: parts.readRecord };
  const file = join(parts.privateDir, 'state', 'clashes.json');
  const clashes = createClashes({ lookup: parts.lookup, merging, file });
  const state: State = {
    ...{ remote: null, lastFetch: null, lastPush: null, error: null, failures: 0, waiting: new Map() },
    unshared: new Map(),
    ...{ isReady: false, isClosed: false, refused: null, firstToPush: null },
  };
  const round = coalesce(() => runRound(true));
  const pushing = coalesce(() => runRound(false));
  const rounds = createPace(() => void round().catch(() => undefined));
  const pushes = createPace(() => void pushing().catch(() => undefined));
  /** One at a time: rounds and pushes. */
  let turn: Promise<unknown> = Promise.resolve();

  const branch = (): string | null => {
    const ref = readHeadRef(location.gitDir);
    return ref === null ? null : branchName(ref);
  };

  /** What is taken from: the host's version of our own branch always, for others may push there. */
  function upstreams(own: string): readonly string[] {
    if (parts.upstream.length === 0) return [own];
    return parts.readOnly ? parts.upstream : [...new Set([...parts.upstream, own])];
  }

  let address: string | null = null;
  const requestUrl = (request: number): string | null => {
    address ??= remoteUrl(location, parts.remote);
    return address && requestAddress(address, request);
  };

  async function open(): Promise<Remote> {
    state.remote ??= await openRemote({ location, ...parts });
    return state.remote;
  }

  function runRound(fetches: boolean): Promise<void> {
    const next = turn.then(() => doRound(fetches));
    turn = next.catch(() => undefined);
    return next;
  }

  async function doRound(fetches: boolean): Promise<void> {
    if (state.isClosed) return;
    (fetches ? rounds : pushes).begin();
    try {
      if (fetches) await fetchAndPush();
      else await push(false);
      await share(fetches && parts.fetches !== 'upstream');
      if (fetches) await parts.shared.look();
      succeed(fetches);
    } catch (error) {
      if (isBehind(error)) rounds.within(0);
      else fail(error);
      throw error;
    } finally {
      if (parts.intervalSeconds > 0) rounds.within(parts.intervalSeconds * 1000);
    }
  }

  function succeed(fetches: boolean): void {
    state.failures = 0;
    state.error = state.refused?.failure ?? null;
    if (fetches) state.isReady = true;
  }

  function fail(error: unknown): void {
    state.error = error;
    state.failures += 1;
    if (!(error instanceof RemoteFailure || error instanceof CmsError))
      onError(error, 'The git host cannot be followed');
    rounds.within(backOff(state.failures));
  }

  async function fetchAndPush(): Promise<void> {
    const own = branch();
    if (own === null) throw unavailable('No branch is checked out: git switch, and the git host is followed again', 60);
    if (parts.branch !== null && own !== parts.branch)
      throw unavailable(`Quire keeps the branch ${parts.branch} together with the host, but ${own} is checked out`, 60);
    const remote = await open();
    for (let attempt = 1; ; attempt += 1) {
      const tips = await remote.fetch(upstreams(own), parts.fetches);
      state.lastFetch = clock().toISOString();
      for (const [name, theirs] of tips) if (theirs !== null) await takeInOrWait(name, theirs, own);
      if (parts.readOnly) return;
      try {
        return await push(true);
      } catch (error) {
        if (!isBehind(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** What cannot come in now waits; the rest goes on. */
  async function takeInOrWait(name: string, theirs: string, own: string): Promise<void> {
    const source = { theirs, branch: name, name: nameOf(state.remote!.name, name), isOwnBranch: name === own };
    try {
      await takeIn(source, { ...parts, clashes });
      state.waiting.delete(name);
    } catch (error) {
      if (!(error instanceof CmsError)) throw error;
      state.waiting.set(name, error);
    }
  }

  /** @param isAsked whether somebody wants it tried although the host has refused this commit */
  async function push(isAsked: boolean): Promise<void> {
    state.firstToPush = null;
    const own = branch();
    const head = await repo.head();
    if (parts.readOnly || own === null || head === null || own !== (parts.branch ?? own)) return;
    const there = readRef(location.commonDir, syncedRef(own));
    if (there === head || (!isAsked && state.refused?.commit === head)) return;
    if (there !== null && !(await isInHistory(objects, { ancestor: there }, head))) return;
    try {
      await (await open()).push({ commit: head, branch: own });
    } catch (error) {
      if (!(error instanceof RemoteFailure) || !LASTING.includes(error.reason)) throw error;
      state.refused = { commit: head, failure: error };
      return;
    }
    state.refused = null;
    state.lastPush = clock().toISOString();
    await repo.keepRef(syncedRef(own), head);
  }

  async function share(isFetched: boolean): Promise<void> {
    if (parts.readOnly) return;
    await shareBranches({ remote: await open(), repo, shared: parts.shared, unshared: state.unshared, isFetched });
  }

  function onCommit(): void {
    if (parts.readOnly || state.isClosed) return;
    state.firstToPush ??= performance.now();
    pushes.after(pushDelay(performance.now() - state.firstToPush));
  }

  async function status(): Promise<SyncStatus> {
    const own = branch();
    const head = await repo.head();
    const conflicts = head === null ? [] : await clashes.keptAt(head);
    const upstream = own === null ? parts.upstream : upstreams(own);
    const standing = { repo, state, readOnly: parts.readOnly, named: parts.remote, branch: own, upstream };
    return statusOf({ ...standing, clashes: clashes.list(), conflicts });
  }

  const leave = announcements.subscribe((_, { commit }) => {
    if (commit !== null) onCommit();
  });

  return {
    status,
    problems: () => problemsOf(state, clashes),
    start: () => rounds.within(0),
    async sync() {
      // Whoever asks wants to know how it stands, whatever has gone wrong.
      await round().catch(() => undefined);
      return status();
    },
    told(name) {
      const own = branch();
      if (own !== null && (name === null || upstreams(own).includes(name))) rounds.within(0);
    },
    clashes,
    noteChange: onCommit,
    branches: () => listHostBranches(location.commonDir, remoteNames(parts.remote)[0]!, requestUrl),
    isReady: () => !parts.readOnly || state.isReady,
    failures: () => state.failures,
    async close() {
      leave();
      rounds.close();
      pushes.close();
      const last = state.firstToPush === null || state.failures > 0 ? turn : pushing();
      await Promise.race([last.catch(() => undefined), wait(CLOSE_MS, undefined, { ref: false })]);
      state.isClosed = true;
      await state.remote?.close();
    },
  };
}

const isBehind = (error: unknown): boolean => error instanceof RemoteFailure && error.reason === 'behind';
