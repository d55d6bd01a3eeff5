import { findDivergence } from '../git/read/ancestry/divergence.ts';
import { readRef } from '../git/read/ref/refs.ts';
import { type Remote, RemoteFailure } from '../git/remote/remote.ts';
import type { GitRepository } from '../git/repository.ts';
import type { RecordClash } from '../model/clash.ts';
import type { Problem } from '../model/entry.ts';
import { CmsError, inWords } from '../model/errors.ts';
import { hideSecrets } from '../model/remoteAddress.ts';
import type { Clashes } from './clashes.ts';
import type { KeptFile } from './keptFiles.ts';
import type { Unshared } from './shareBranches.ts';
import { syncedRef } from './take/takeIn.ts';

/** How it stands between this clone and the git host. */
export interface SyncStatus {
  /** The host's address; nothing secret is in it. */
  readonly remote: string;
  readonly branch: string | null;
  /** The host's branches that are taken from. */
  readonly upstream: readonly string[];
  readonly state: 'synced' | 'ahead' | 'behind' | 'diverged' | 'offline' | 'clashed';
  /** Commits that the host does not have, and those of it that are not here. */
  readonly ahead: number;
  readonly behind: number;
  /** When the host was last asked, and last given something; ISO 8601. */
  readonly lastFetch: string | null;
  readonly lastPush: string | null;
  /** Why the last round did not come to its end. */
  readonly error: string | null;
  readonly clashes: readonly RecordClash[];
  /** Files of no record of which lines clash. */
  readonly conflicts: readonly KeptFile[];
}

/** What the rounds have left. */
export interface HostState {
  /** Null until it was first asked. */
  remote: Remote | null;
  lastFetch: string | null;
  lastPush: string | null;
  error: unknown;
  /** Rounds in a row that have failed. */
  failures: number;
  /** What came in and cannot be put in place, by the host's branch. */
  readonly waiting: Map<string, CmsError>;
  /** Changes that are not kept together with the host. */
  readonly unshared: Unshared;
  /** A commit that the host does not take, and why. */
  refused: { readonly commit: string; readonly failure: RemoteFailure } | null;
}

interface Standing {
  readonly state: HostState;
  readonly repo: Pick<GitRepository, 'head' | 'location' | 'objects'>;
  /** As `GIT_REMOTE` has it. */
  readonly named: string;
  readonly branch: string | null;
  readonly upstream: readonly string[];
  readonly readOnly: boolean;
  readonly clashes: readonly RecordClash[];
  readonly conflicts: readonly KeptFile[];
}

/** How it stands now, by what was last heard of the host. */
export async function statusOf(standing: Standing): Promise<SyncStatus> {
  const { state, named, branch, upstream, clashes, conflicts } = standing;
  const { ahead, behind } = await count(standing);
  const isOffline = state.failures > 0 && state.error instanceof RemoteFailure;
  return {
    remote: state.remote?.shown ?? hideSecrets(named),
    ...{ branch, upstream, ahead, behind, clashes, conflicts, lastFetch: state.lastFetch, lastPush: state.lastPush },
    state: isOffline ? 'offline' : clashes.length + conflicts.length > 0 ? 'clashed' : stateOf(ahead, behind),
    error: [...(state.error === null ? [] : [wordsOf(state.error)]), ...waits(state)].join('; ') || null,
  };
}

async function count({ repo, state, branch, upstream, readOnly }: Standing) {
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

function stateOf(ahead: number, behind: number): SyncStatus['state'] {
  if (ahead > 0 && behind > 0) return 'diverged';
  if (behind > 0) return 'behind';
  return ahead > 0 ? 'ahead' : 'synced';
}

function wordsOf(error: unknown): string {
  if (error instanceof CmsError) return error.details.map(inWords).join('; ');
  return error instanceof RemoteFailure ? error.message : 'something went wrong: the log says more';
}

const waits = ({ waiting }: HostState): readonly string[] =>
  [...waiting].map(([name, error]) => `What the git host has on ${name} waits: ${wordsOf(error)}`);

/** A single failure is not reported; a refusal by the host is, at once. */
const TOLD_FROM = 3;

/** What admins should know. */
export function problemsOf(state: HostState, { list, kept }: Pick<Clashes, 'list' | 'kept'>): readonly Problem[] {
  const isTold = state.error !== null && (state.refused !== null || state.failures >= TOLD_FROM);
  const unshared = [...state.unshared].map(
    ([branch, { failure }]) => `The branch ${branch} is not kept together with the git host: ${wordsOf(failure)}`,
  );
  const messages = [...(isTold ? [wordsOf(state.error)] : []), ...waits(state), ...unshared];
  return [
    ...messages.map((message): Problem => ({ path: '.git', code: 'GIT_HOST', message })),
    ...list().map(toProblem),
    ...kept().map(toFileProblem),
  ];
}

const toProblem = ({ kind, id, key, path, clashId }: RecordClash): Problem => ({
  path: '.git',
  code: 'CLASH',
  severity: 'warning',
  message: `${path.length > 0 ? path.join('.') : 'the whole'} was changed here and at the git host, each in its own way: it is as it was here until somebody settles clash ${clashId}`,
  record: { kind, id, key },
});

const toFileProblem = ({ path, theirs }: KeptFile): Problem => ({
  path: '.git',
  code: 'CLASH',
  severity: 'warning',
  message: `${path} was changed here and at the git host in the same lines: it is as it was here until somebody changes it (git show ${theirs}:${path} is as it was there)`,
});
