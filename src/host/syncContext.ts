import type { FindGit } from '../git/read/native.ts';
import { branchName, readHeadRef } from '../git/read/ref/refs.ts';
import { openRemote } from '../git/remote/openRemote.ts';
import type { Remote } from '../git/remote/remote.ts';
import { createTaskQueue, type TaskQueue } from '../lib/turn/createTaskQueue.ts';
import type { OtherRefs } from '../model/address/remoteAddress.ts';
import type { Lookup } from '../model/entry.ts';
import type { Announcements } from '../site/announcements.ts';
import type { HostClashes } from './clashes.ts';
import type { Pace } from './pace.ts';
import type { SharedBranches } from './shareBranches.ts';
import type { HostState } from './syncInput.ts';
import type { MergeIncomingParts } from './take/mergeIncoming.ts';

export interface HostParts extends MergeIncomingParts {
  readonly remote: string;
  readonly upstream: readonly string[];
  readonly fetches: OtherRefs;
  readonly intervalSeconds: number;
  /** The only branch that is kept in sync with the host; null: whichever is checked out. */
  readonly branch: string | null;
  readonly token: string | null;
  readonly lookup: Lookup;
  /** The changes to share with the host. */
  readonly shared: SharedBranches;
  readonly announcements: Pick<Announcements, 'subscribe'>;
  readonly privateDir: string;
  readonly findGit: FindGit;
  /** See `RemoteOptions`. */
  readonly silentMs?: number | undefined;
  onError(error: unknown, message: string): void;
}

/** What all functions that follow the host share. */
export interface SyncContext {
  readonly parts: HostParts;
  readonly state: HostSyncState;
  readonly clashes: HostClashes;
  /** Called after each fetch, once what it has brought is here. */
  onFetched(): void;
  /** The timers of the next round and the next push. */
  readonly rounds: Pace;
  readonly pushes: Pace;
}

interface HostSyncState extends HostState {
  isReady: boolean;
  isClosed: boolean;
  /** When the first commit that waits to be pushed was made, by `performance.now()`. */
  firstToPush: number | null;
  /** Runs rounds and pushes. */
  readonly inTurn: TaskQueue;
}

export const newState = (): HostSyncState => ({
  remote: null,
  lastFetch: null,
  lastPush: null,
  error: null,
  failures: 0,
  waiting: new Map(),
  unshared: new Map(),
  refused: null,
  isReady: false,
  isClosed: false,
  firstToPush: null,
  inTurn: createTaskQueue(),
});

/** The branch that is checked out; null if none is. */
export function ownBranch({ repo }: Pick<HostParts, 'repo'>): string | null {
  const ref = readHeadRef(repo.location.gitDir);
  return ref === null ? null : branchName(ref);
}

/** The branches to take from, always including the host's version of our own: others may push there. */
export function upstreamsOf({ upstream, readOnly }: HostParts, own: string): readonly string[] {
  if (upstream.length === 0) return [own];
  return readOnly ? upstream : [...new Set([...upstream, own])];
}

/** The remote, opened on first use. */
export async function remoteOf({ parts, state }: SyncContext): Promise<Remote> {
  state.remote ??= await openRemote({ location: parts.repo.location, ...parts });
  return state.remote;
}
