import { BranchMoved } from '../git/publish/branch/branchTip.ts';
import { isInHistory } from '../git/read/ancestry/ancestry.ts';
import { readRef } from '../git/read/ref/refs.ts';
import { isBehind, type Remote, RemoteFailure } from '../git/remote/remote.ts';
import type { GitRepository } from '../git/repository.ts';
import { CmsError } from '../model/errors.ts';
import { syncedRef } from './take/takeIn.ts';

/** The branch of a change that the host should have too. */
export interface SharedBranch {
  readonly branch: string;
  readonly commit: string;
}

/** What is shared with the host beside the live branch: changes. */
export interface SharedBranches {
  list(): readonly SharedBranch[];
  /** Whether a branch is shared by its name, even if it is gone. */
  isShared(branch: string): boolean;
  /** Merges the host's version of a branch into the local one. @returns the new commit */
  take(branch: string, theirs: string): Promise<string>;
  /** Drops a branch that the host has deleted, unless it has moved on from the commit that the host had. */
  drop(branch: string, hostHad: string): Promise<void>;
  /** Called after each fetch. */
  look(): Promise<void>;
}

/**
 * Why branches are not shared, by name. A branch that the host refuses is tried again when it has moved; one that cannot
 * be taken in here, for instance because it is checked out, in every round.
 */
export type Unshared = Map<string, { readonly commit: string; readonly failure: RemoteFailure | CmsError }>;

interface Parts {
  readonly remote: Remote;
  readonly repo: Pick<GitRepository, 'location' | 'objects' | 'branches' | 'keepRef'>;
  readonly shared: SharedBranches;
  readonly unshared: Unshared;
  /** Whether the host's branches have just been fetched. */
  readonly isFetched: boolean;
}

const SYNCED = 'refs/quire/synced/';
/** Reasons that last until somebody acts. */
const LASTING: readonly string[] = ['refused', 'auth', 'missing'];

export const isLasting = (error: unknown): error is RemoteFailure =>
  error instanceof RemoteFailure && LASTING.includes(error.reason);

/**
 * Pushes local changes to the host, takes in what others have pushed to them, and removes on each side what the other has
 * removed. If this fails for a branch, that is noted and the others go on.
 */
export async function shareBranches(parts: Parts): Promise<void> {
  const { repo, shared, unshared } = parts;
  const here = shared.list();
  const kept = new Set(here.map(({ branch }) => branch));
  for (const branch of unshared.keys()) if (!kept.has(branch)) unshared.delete(branch);
  for (const one of here) await forgiving(one, parts, () => share(one, parts));
  for (const [ref, commit] of repo.branches.list(SYNCED)) {
    const branch = ref.slice(SYNCED.length);
    if (shared.isShared(branch) && !kept.has(branch))
      await forgiving({ branch, commit }, parts, () => removeAtHost(branch, commit, parts));
  }
}

async function forgiving(one: SharedBranch, { unshared }: Parts, work: () => Promise<void>): Promise<void> {
  const before = unshared.get(one.branch);
  if (before?.failure instanceof RemoteFailure && before.commit === one.commit) return;
  try {
    await work();
    unshared.delete(one.branch);
  } catch (error) {
    // Somebody has just moved it: the next round handles that.
    if (error instanceof BranchMoved) return;
    if (!isOfBranch(error)) throw error;
    unshared.set(one.branch, { commit: one.commit, failure: error });
  }
}

const isOfBranch = (error: unknown): error is RemoteFailure | CmsError => error instanceof CmsError || isLasting(error);

async function share({ branch, commit }: SharedBranch, parts: Parts): Promise<void> {
  const { repo, remote, shared, isFetched } = parts;
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
  const isNew = theirs !== null && !(await isInHistory(repo.objects, { ancestor: theirs }, commit));
  const ours = isNew ? await shared.take(branch, theirs) : commit;
  if (ours !== theirs) await remote.push({ commit: ours, branch });
  await repo.keepRef(syncedRef(branch), ours);
}

/** Removes a branch at the host that was published or dropped here, unless somebody has pushed to it since. */
async function removeAtHost(branch: string, synced: string, parts: Parts): Promise<void> {
  if (tipAt(branch, parts) === synced)
    await parts.remote.remove({ branch, commit: synced }).catch((error) => {
      // Somebody has pushed to it since the last fetch: it stays.
      if (!isBehind(error)) throw error;
    });
  await parts.repo.branches.remove({ ref: syncedRef(branch), commit: synced });
}

const tipAt = (branch: string, { repo, remote }: Pick<Parts, 'repo' | 'remote'>): string | null =>
  readRef(repo.location.commonDir, `refs/remotes/${remote.name}/${branch}`);
