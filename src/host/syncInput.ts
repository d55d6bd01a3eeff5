import { findDivergence } from '../git/read/ancestry/divergence.ts';
import { readRef } from '../git/read/ref/refs.ts';
import { type Remote, RemoteFailure } from '../git/remote/remote.ts';
import type { GitRepository } from '../git/repository.ts';
import { hideSecrets } from '../model/address/remoteAddress.ts';
import type { RecordClash } from '../model/clash.ts';
import type { Problem } from '../model/entry.ts';
import { CmsError, describeDetail } from '../model/errors.ts';
import type { HostClashes } from './clashes.ts';
import type { ConflictedFile } from './conflictedFiles.ts';
import type { UnsharedBranches } from './shareBranches.ts';
import { syncedRef } from './take/mergeIncoming.ts';

/** The state of the sync between this clone and the git host. */
export interface SyncStatus {
  /** The host's address, without secrets. */
  readonly remote: string;
  readonly branch: string | null;
  /** The branches of the host to take from. */
  readonly upstream: readonly string[];
  readonly state: 'synced' | 'ahead' | 'behind' | 'diverged' | 'offline' | 'clashed';
  /** Commits that the host does not have, and commits of the host that are missing here. */
  readonly ahead: number;
  readonly behind: number;
  /** When the last fetch and the last push succeeded; ISO 8601. */
  readonly lastFetch: string | null;
  readonly lastPush: string | null;
  /** Why the last round failed. */
  readonly error: string | null;
  readonly clashes: readonly RecordClash[];
  /** Files whose lines clash. */
  readonly conflicts: readonly ConflictedFile[];
}

/** The state that rounds keep. */
export interface HostState {
  /** Null until the first round. */
  remote: Remote | null;
  lastFetch: string | null;
  lastPush: string | null;
  error: unknown;
  /** How many rounds in a row have failed. */
  failures: number;
  /** Branches of the host that were fetched but cannot be taken in. */
  readonly waiting: Map<string, CmsError>;
  /** Changes that are not in sync with the host. */
  readonly unshared: UnsharedBranches;
  /** A commit that the host refuses, and why. */
  refused: { readonly commit: string; readonly failure: RemoteFailure } | null;
}

interface SyncInput {
  readonly state: HostState;
  readonly repo: Pick<GitRepository, 'head' | 'location' | 'objects'>;
  /** The value of `GIT_REMOTE`. */
  readonly named: string;
  readonly branch: string | null;
  readonly upstream: readonly string[];
  readonly readOnly: boolean;
  readonly clashes: readonly RecordClash[];
  readonly conflicts: readonly ConflictedFile[];
}

/** The present state, as of the last round. */
export async function readSyncStatus(standing: SyncInput): Promise<SyncStatus> {
  const { state, named, branch, upstream, clashes, conflicts } = standing;
  const { ahead, behind } = await countAheadBehind(standing);
  const isOffline = state.failures > 0 && state.error instanceof RemoteFailure;
  return {
    remote: state.remote?.shown ?? hideSecrets(named),
    ...{ branch, upstream, ahead, behind, clashes, conflicts, lastFetch: state.lastFetch, lastPush: state.lastPush },
    state: isOffline ? 'offline' : clashes.length + conflicts.length > 0 ? 'clashed' : divergenceState(ahead, behind),
    error: [...(state.error === null ? [] : [describeSyncError(state.error)]), ...waits(state)].join('; ') || null,
  };
}

async function countAheadBehind({ repo, state, branch, upstream, readOnly }: SyncInput) {
  const { objects, location } = repo;
  const head = await repo.head();
  if (branch === null || head === null) return { ahead: 0, behind: 0 };
  const known = (name: string): string | null =>
    readRef(location.commonDir, state.remote ? `refs/remotes/${state.remote.name}/${name}` : syncedRef(name));
  const missing = new Set<string>();
  for (const name of upstream) {
    const tip = known(name);
    if (tip === null || tip === head) continue;
    for (const { id } of (await findDivergence(objects, head, tip))?.theirs ?? []) missing.add(id);
  }
  const there = known(branch);
  if (there === head || readOnly) return { ahead: 0, behind: missing.size };
  const divergence = there === null ? null : await findDivergence(objects, head, there);
  return { ahead: divergence?.ours.length ?? 1, behind: missing.size };
}

function divergenceState(ahead: number, behind: number): SyncStatus['state'] {
  if (ahead > 0 && behind > 0) return 'diverged';
  if (behind > 0) return 'behind';
  return ahead > 0 ? 'ahead' : 'synced';
}

function describeSyncError(error: unknown): string {
  if (error instanceof CmsError) return error.details.map(describeDetail).join('; ');
  return error instanceof RemoteFailure ? error.message : 'something went wrong: see the log';
}

const waits = ({ waiting }: HostState): readonly string[] =>
  [...waiting].map(([name, error]) => `The git host's ${name} is waiting to be merged: ${describeSyncError(error)}`);

/** Failures are reported from this many in a row on; a refusal by the host is reported at once. */
const REPORTED_FROM = 3;

/** The problems that admins should know. */
export function listSyncProblems(
  state: HostState,
  { list, kept }: Pick<HostClashes, 'list' | 'kept'>,
): readonly Problem[] {
  const isReported = state.error !== null && (state.refused !== null || state.failures >= REPORTED_FROM);
  const unshared = [...state.unshared].map(
    ([branch, { failure }]) => `The branch ${branch} is not in sync with the git host: ${describeSyncError(failure)}`,
  );
  const messages = [...(isReported ? [describeSyncError(state.error)] : []), ...waits(state), ...unshared];
  return [
    ...messages.map((message): Problem => ({ path: '.git', code: 'GIT_HOST', message })),
    ...list().map(toClashProblem),
    ...kept().map(toFileProblem),
  ];
}

const toClashProblem = ({ kind, id, key, path, clashId }: RecordClash): Problem => ({
  path: '.git',
  code: 'CLASH',
  severity: 'warning',
  message: `${path.length > 0 ? path.join('.') : 'the record as a whole'} was changed differently here and at the git host: the version from here is kept until clash ${clashId} is resolved`,
  record: { kind, id, key },
});

const toFileProblem = ({ path, theirs }: ConflictedFile): Problem => ({
  path: '.git',
  code: 'CLASH',
  severity: 'warning',
  message: `${path} was changed in the same lines here and at the git host: the version from here is kept until the file is changed (the other version: git show ${theirs}:${path})`,
});
