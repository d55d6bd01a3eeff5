import { isInHistory } from '../git/read/ancestry/ancestry.ts';
import { readRef } from '../git/read/ref/refs.ts';
import { isBehindFailure, RemoteFailure } from '../git/remote/remote.ts';
import { CmsError, unavailable } from '../model/errors.ts';
import { backOff } from './pace.ts';
import { isLasting, shareBranches } from './shareBranches.ts';
import { type HostParts, ownBranch, remoteOf, type SyncContext, upstreamsOf } from './syncContext.ts';
import { type IncomingSource, MAX_ATTEMPTS, mergeIncoming, syncedRef } from './take/mergeIncoming.ts';
import { remoteBranchName } from './take/planIncoming.ts';

/** Fetches, takes in and pushes, or only pushes, after the rounds that began earlier. */
export function runRound(following: SyncContext, { fetches }: { readonly fetches: boolean }): Promise<void> {
  const { state } = following;
  return state.inTurn(() => doRound(following, fetches));
}

async function doRound(following: SyncContext, fetches: boolean): Promise<void> {
  const { parts, state, rounds, pushes } = following;
  if (state.isClosed) return;
  (fetches ? rounds : pushes).begin();
  try {
    const isAtHost = fetches ? await fetchAndPush(following) : true;
    if (!fetches) await push(following, { isAsked: false, isAtHost });
    await shareChanges(following, { isAsked: fetches, isAtHost });
    if (fetches) await parts.shared.look();
    await refreshConflictedFiles(following);
    succeed(following, fetches);
    if (fetches) following.onFetched();
  } catch (error) {
    // After a fetch it is a failure like any other, which may last: a host may lock the branch.
    if (isBehindFailure(error) && !fetches) rounds.within(0);
    else fail(following, error);
    throw error;
  } finally {
    if (parts.intervalSeconds > 0) rounds.within(parts.intervalSeconds * 1000);
  }
}

/** A file that clashed may have been changed since, here or at the host. */
async function refreshConflictedFiles({ parts, clashes }: SyncContext): Promise<void> {
  const head = await parts.repo.head();
  if (head !== null) await clashes.keptAt(head);
}

function succeed({ state }: SyncContext, isFetched: boolean): void {
  state.failures = 0;
  state.error = state.refused?.failure ?? null;
  if (isFetched) state.isReady = true;
}

function fail({ parts, state, rounds }: SyncContext, error: unknown): void {
  state.error = error;
  state.failures += 1;
  if (!(error instanceof RemoteFailure || error instanceof CmsError))
    parts.onError(error, 'The sync with the git host failed');
  rounds.within(backOff(state.failures));
}

/** @returns whether the host has any of the branches to take from: a new or emptied host has none */
async function fetchAndPush(following: SyncContext): Promise<boolean> {
  const { parts, state } = following;
  const own = requireOwnBranch(parts);
  const remote = await remoteOf(following);
  for (let attempt = 1; ; attempt += 1) {
    const tips = await remote.fetch(upstreamsOf(parts, own), parts.fetches);
    state.lastFetch = parts.clock().toISOString();
    for (const branch of state.waiting.keys()) if (!tips.get(branch)) state.waiting.delete(branch);
    for (const [branch, theirs] of tips) {
      if (theirs === null) continue;
      const name = remoteBranchName(remote.name, branch);
      await mergeIncomingOrWait(following, { theirs, branch, name, isOwnBranch: branch === own });
    }
    const isAtHost = [...tips.values()].some((tip) => tip !== null);
    try {
      if (!parts.readOnly) await push(following, { isAsked: true, isAtHost, tip: tips.get(own) ?? null });
      return isAtHost;
    } catch (error) {
      if (!isBehindFailure(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

function requireOwnBranch(parts: HostParts): string {
  const own = ownBranch(parts);
  if (own === null)
    throw unavailable('No branch is checked out, so the git host cannot be synced: git switch to a branch', 60);
  if (parts.branch !== null && own !== parts.branch)
    throw unavailable(`Quire syncs the branch ${parts.branch} with the git host, but ${own} is checked out`, 60);
  return own;
}

/** A branch that cannot be taken in now waits; the others go on. */
async function mergeIncomingOrWait({ parts, state, clashes }: SyncContext, source: IncomingSource): Promise<void> {
  try {
    await mergeIncoming(source, { ...parts, clashes });
    state.waiting.delete(source.branch);
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
    state.waiting.set(source.branch, error);
  }
}

interface Sharing {
  /** Whether to try again what the host has refused. */
  readonly isAsked: boolean;
  /** False if the host has no branch to take from: whatever it had before is not deleted but missing there. */
  readonly isAtHost: boolean;
  /** What the host's version of our branch holds, if it has just been fetched. */
  readonly tip?: string | null;
}

async function push(following: SyncContext, { isAsked, isAtHost, tip }: Sharing): Promise<void> {
  const { parts, state, rounds } = following;
  const { repo } = parts;
  state.firstToPush = null;
  const own = ownBranch(parts);
  const head = await repo.head();
  if (parts.readOnly || own === null || head === null || own !== (parts.branch ?? own)) return;
  if (state.waiting.has(own)) {
    // The host would refuse it: it has commits that are not here. Perhaps they can be taken in now.
    if (tip === undefined) rounds.within(0);
    return;
  }
  const there = isAtHost ? readRef(repo.location.commonDir, syncedRef(own)) : null;
  if (there === head) state.refused = null;
  if (there === head || (!isAsked && state.refused?.commit === head)) return;
  if (there !== null && !(await isInHistory(repo.objects, { ancestor: there }, head))) return;
  try {
    await (await remoteOf(following)).push({ commit: head, branch: own, onto: tip === undefined ? there : tip });
  } catch (error) {
    if (!isLasting(error)) throw error;
    state.refused = { commit: head, failure: error };
    return;
  }
  state.refused = null;
  state.lastPush = parts.clock().toISOString();
  await repo.keepRef(syncedRef(own), head);
}

async function shareChanges(following: SyncContext, { isAsked, isAtHost }: Sharing): Promise<void> {
  const { repo, writer, shared, readOnly, fetches, readRecord, code, author, clock } = following.parts;
  if (readOnly) return;
  const remote = await remoteOf(following);
  const isFetched = isAsked && isAtHost && fetches !== 'upstream';
  const merging = { repo, writer, readRecord, code, author, clock };
  await shareBranches({ ...merging, remote, shared, unshared: following.state.unshared, isFetched, isAsked });
}
