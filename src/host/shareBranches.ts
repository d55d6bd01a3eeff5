import { BranchMoved } from '../git/publish/branch/branchTip.ts';
import { isInHistory } from '../git/read/ancestry/ancestry.ts';
import { readRef } from '../git/read/ref/refs.ts';
import { isBehind, type Remote, RemoteFailure } from '../git/remote/remote.ts';
import type { GitRepository } from '../git/repository.ts';
import { CmsError } from '../model/errors.ts';
import { syncedRef } from './take/takeIn.ts';

/** A branch here that is not live, and that the host is to have, too. */
export interface SharedBranch {
  readonly branch: string;
  readonly commit: string;
}

/** What of this repository is shared with the host beside what is live: changes. */
export interface SharedBranches {
  list(): readonly SharedBranch[];
  /** Whether a branch is one of them by its name, be it gone. */
  isShared(branch: string): boolean;
  /** Brings what the host has on a branch into the one here; gives its commit then. */
  take(branch: string, theirs: string): Promise<string>;
  /** The host has deleted it, which has had this commit of it: what came to it since stays. */
  drop(branch: string, hostHad: string): Promise<void>;
  /** Told when it was fetched what the host has. */
  look(): Promise<void>;
}

/**
 * Why a branch is not shared, by its name. What the host does not take is tried again when the branch has moved; what
 * cannot come in here, as for a branch that is checked out, in every round.
 */
export type Unshared = Map<string, { readonly commit: string; readonly failure: RemoteFailure | CmsError }>;

interface Parts {
  readonly remote: Remote;
  readonly repo: Pick<GitRepository, 'location' | 'objects' | 'branches' | 'keepRef'>;
  readonly shared: SharedBranches;
  readonly unshared: Unshared;
  /** Whether it was just fetched which branches the host has. */
  readonly isFetched: boolean;
}

const SYNCED = 'refs/quire/synced/';
const LASTING: readonly string[] = ['refused', 'auth', 'missing'];

/**
 * Gives the host the changes that are here, takes what others have pushed to them, and lets go on both sides what one has
 * let go. A branch of which this fails is noted, and holds up nothing else.
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
      await forgiving({ branch, commit }, parts, () => letGo(branch, commit, parts));
  }
}

async function forgiving(one: SharedBranch, { unshared }: Parts, work: () => Promise<void>): Promise<void> {
  const before = unshared.get(one.branch);
  if (before?.failure instanceof RemoteFailure && before.commit === one.commit) return;
  try {
    await work();
    unshared.delete(one.branch);
  } catch (error) {
    // Somebody has moved it in this moment: the next round sees what it is now.
    if (error instanceof BranchMoved) return;
    if (!isOfBranch(error)) throw error;
    unshared.set(one.branch, { commit: one.commit, failure: error });
  }
}

const isOfBranch = (error: unknown): error is RemoteFailure | CmsError =>
  error instanceof CmsError || (error instanceof RemoteFailure && LASTING.includes(error.reason));

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

/** It was published or dropped here: where nobody has pushed to it since, the host need not have it any more. */
async function letGo(branch: string, synced: string, parts: Parts): Promise<void> {
  if (tipAt(branch, parts) === synced)
    await parts.remote.remove({ branch, commit: synced }).catch((error) => {
      // Somebody has pushed to it since it was last fetched: it is theirs.
      if (!isBehind(error)) throw error;
    });
  await parts.repo.branches.remove({ ref: syncedRef(branch), commit: synced });
}

const tipAt = (branch: string, { repo, remote }: Pick<Parts, 'repo' | 'remote'>): string | null =>
  readRef(repo.location.commonDir, `refs/remotes/${remote.name}/${branch}`);
