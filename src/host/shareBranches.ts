import { BranchMoved } from '../git/publish/branch/branchTip.ts';
import type { BranchMove } from '../git/publish/request.ts';
import { isInHistory } from '../git/read/ancestry/ancestry.ts';
import { readRef } from '../git/read/ref/refs.ts';
import { isBehindFailure, type Remote, RemoteFailure } from '../git/remote/remote.ts';
import type { GitRepository } from '../git/repository.ts';
import { CmsError } from '../model/errors.ts';
import { type MergeIncomingParts, offeredRef, preserveDroppedCommits, syncedRef } from './take/mergeIncoming.ts';
import { type Parts as PlanParts, planIfRewound, remoteBranchName } from './take/planIncoming.ts';

/** The branch of a change that the host should have too. */
export interface SharedBranch {
  readonly branch: string;
  readonly commit: string;
}

/** What is shared with the host beside the live branch: changes. */
export interface SharedBranches {
  list(): Promise<readonly SharedBranch[]>;
  /** Whether a branch is shared by its name, even if it is gone. */
  isShared(branch: string): boolean;
  /** Merges the host's version of a branch into the local one. @returns the new commit */
  take(branch: string, theirs: string): Promise<string>;
  /** Replaces what a branch holds by these steps from another commit. @returns the new commit */
  replace(one: SharedBranch, steps: { readonly onto: string; readonly moves: readonly BranchMove[] }): Promise<string>;
  /** Ends what a branch holds that the host has deleted, unless it has moved on from the commit that the host had. */
  drop(branch: string, hostHad: string): Promise<void>;
  /** Called after each fetch. */
  look(): Promise<void>;
}

/**
 * Why branches are not shared, by name; the last one was tried last. A branch that the host refuses is tried again when it
 * has moved, or in a round that asks for it; one that cannot be taken in here, for instance because it is checked out, in
 * every round.
 */
export type UnsharedBranches = Map<string, { readonly commit: string; readonly failure: RemoteFailure | CmsError }>;

interface Parts
  extends Pick<PlanParts, 'readRecord' | 'code' | 'author' | 'clock'>,
    Pick<MergeIncomingParts, 'writer'> {
  readonly remote: Remote;
  readonly repo: Pick<GitRepository, 'location' | 'objects' | 'branches' | 'keepRef'>;
  readonly shared: SharedBranches;
  readonly unshared: UnsharedBranches;
  /** Whether the host's branches have just been fetched: one that is gone there has been deleted. */
  readonly isFetched: boolean;
  /** Whether to try again what the host has refused. */
  readonly isAsked: boolean;
}

const SYNCED = 'refs/quire/synced/';
const OFFERED = 'refs/quire/offered/';
/** Reasons that last until somebody acts. */
const LASTING: readonly string[] = ['refused', 'auth', 'missing'];
/** How often a branch is pushed while others push to it. */
const MAX_ATTEMPTS = 3;

export const isLasting = (error: unknown): error is RemoteFailure =>
  error instanceof RemoteFailure && LASTING.includes(error.reason);

/**
 * Pushes local changes to the host, takes in what others have pushed to them, and removes on each side what the other has
 * removed. If this fails for a branch, that is noted and the others go on.
 */
export async function shareBranches(parts: Parts): Promise<void> {
  const { repo, shared, unshared, isAsked } = parts;
  const here = await shared.list();
  const kept = new Set(here.map(({ branch }) => branch));
  for (const branch of unshared.keys()) if (!kept.has(branch)) unshared.delete(branch);
  const refused = here.filter((one) => isStillRefused(one, unshared));
  for (const one of here) if (!refused.includes(one)) await forgiving(one, parts, () => shareBranch(one, parts));
  if (isAsked) await shareRefused(refused, parts);
  for (const [ref, commit] of repo.branches.list(OFFERED)) {
    const branch = ref.slice(OFFERED.length);
    if (!kept.has(branch)) await forgiving({ branch, commit }, parts, () => repo.branches.remove({ ref, commit }));
  }
  for (const [ref, commit] of repo.branches.list(SYNCED)) {
    const branch = ref.slice(SYNCED.length);
    if (shared.isShared(branch) && !kept.has(branch))
      await forgiving({ branch, commit }, parts, () => removeAtHost(branch, commit, parts));
  }
}

function isStillRefused({ branch, commit }: SharedBranch, unshared: UnsharedBranches): boolean {
  const before = unshared.get(branch);
  return before !== undefined && isLasting(before.failure) && before.commit === commit;
}

/** Tries refused branches again, beginning with the one tried first, until one is refused again: most have one reason. */
async function shareRefused(refused: readonly SharedBranch[], parts: Parts): Promise<void> {
  for (const name of [...parts.unshared.keys()]) {
    const one = refused.find(({ branch }) => branch === name);
    if (!one) continue;
    await forgiving(one, parts, () => shareBranch(one, parts));
    if (parts.unshared.has(name)) return;
  }
}

async function forgiving(one: SharedBranch, { unshared }: Parts, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    unshared.delete(one.branch);
  } catch (error) {
    // Somebody has just moved it: the next round handles that.
    if (error instanceof BranchMoved) return;
    if (!isOfBranch(error)) throw error;
    unshared.delete(one.branch);
    unshared.set(one.branch, { commit: one.commit, failure: error });
  }
}

const isOfBranch = (error: unknown): error is RemoteFailure | CmsError =>
  error instanceof CmsError || isLasting(error) || isBehindFailure(error);

async function shareBranch({ branch, commit }: SharedBranch, parts: Parts): Promise<void> {
  const { repo, shared, isFetched } = parts;
  const theirs = tipAt(branch, parts);
  const synced = readRef(repo.location.commonDir, syncedRef(branch));
  if (theirs === commit) {
    if (synced !== commit) await repo.keepRef(syncedRef(branch), commit);
    return;
  }
  if (theirs === null && synced === commit && isFetched) {
    await shared.drop(branch, commit);
    return repo.branches.remove({ ref: syncedRef(branch), commit });
  }
  await repo.keepRef(syncedRef(branch), await joinAndPush({ branch, commit, synced }, parts));
}

interface SyncedBranch extends SharedBranch {
  /** What the host had last. */
  readonly synced: string | null;
}

/** Pushes a branch with what others have pushed to it. @returns the commit that both sides have then */
async function joinAndPush({ branch, commit, synced }: SyncedBranch, parts: Parts): Promise<string> {
  const { remote, isFetched } = parts;
  let ours = commit;
  let theirs = tipAt(branch, parts);
  for (let attempt = 1; ; attempt += 1) {
    // Without a fetch it may only be old, not rewound.
    const had = isFetched || attempt > 1 ? synced : null;
    if (theirs !== null) ours = await joinHostBranch({ branch, commit: ours, synced: had }, theirs, parts);
    try {
      if (ours === theirs) return ours;
      ours = await offerBranch(branch, parts);
      await remote.push({ commit: ours, branch, onto: theirs });
      return ours;
    } catch (error) {
      if (!isBehindFailure(error) || attempt === MAX_ATTEMPTS) throw error;
      // Not every round fetches it.
      theirs = (await remote.fetch([branch])).get(branch) ?? null;
    }
  }
}

/** Notes what is about to be pushed: from then on no save replaces it, even if the host's answer is lost. */
const offerBranch = (branch: string, { repo, writer }: Parts): Promise<string> =>
  writer.inTurn(async () => {
    const commit = readBranch(branch, { repo });
    if (commit === null) throw new BranchMoved(`refs/heads/${branch}`, commit);
    await repo.keepRef(offeredRef(branch), commit);
    return commit;
  });

/** Takes in the host's version of a branch. @returns the commit that it has here then */
async function joinHostBranch({ branch, commit, synced }: SyncedBranch, theirs: string, parts: Parts): Promise<string> {
  const { repo, remote, shared } = parts;
  const name = remoteBranchName(remote.name, branch);
  const incoming = { ours: commit, theirs, synced, name, isOwnBranch: true };
  const rewound = await planIfRewound(incoming, { ...parts, onlyFollows: false });
  if (!rewound) {
    const isHere = await isInHistory(repo.objects, { ancestor: theirs }, commit);
    return isHere ? commit : shared.take(branch, theirs);
  }
  await preserveDroppedCommits({ commit, theirs }, parts);
  return shared.replace({ branch, commit }, { onto: theirs, moves: rewound.moves });
}

/** Removes a branch at the host that was published or dropped here, unless somebody has pushed to it since. */
async function removeAtHost(branch: string, synced: string, parts: Parts): Promise<void> {
  // Lists of refs are read file by file; this cannot be undone.
  if (readBranch(branch, parts) !== null) return;
  if (tipAt(branch, parts) === synced)
    await parts.remote.remove({ branch, commit: synced }).catch((error) => {
      // Somebody has pushed to it since the last fetch: it stays.
      if (!isBehindFailure(error)) throw error;
    });
  await parts.repo.branches.remove({ ref: syncedRef(branch), commit: synced });
}

const readBranch = (branch: string, { repo }: Pick<Parts, 'repo'>): string | null =>
  readRef(repo.location.commonDir, `refs/heads/${branch}`);

const tipAt = (branch: string, { repo, remote }: Pick<Parts, 'repo' | 'remote'>): string | null =>
  readRef(repo.location.commonDir, `refs/remotes/${remote.name}/${branch}`);
