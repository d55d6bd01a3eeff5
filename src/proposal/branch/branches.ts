import { readHeadRef, readRef } from '../../git/read/ref/refs.ts';
import type { HostBranch } from '../../git/remote/hostBranch.ts';
import type { GitRepository } from '../../git/repository.ts';
import { CmsError, notFound } from '../../model/errors.ts';
import { branchOfName, branchOfRef, headRef, isNamedAsChange, nameOfBranch } from './names.ts';

/** A branch that may be a change. */
export interface FoundBranch {
  readonly name: string;
  readonly branch: string;
  /** A branch that only the git host has is below `refs/remotes/`. */
  readonly ref: string;
  readonly commit: string;
  readonly source: 'local' | 'host';
  /** The number of its pull or merge request at the git host. */
  readonly request: number | null;
  /** The address of that request. */
  readonly requestUrl: string | null;
}

export interface BranchParts {
  readonly repo: Pick<GitRepository, 'branches' | 'location'>;
  /** Empty without a git host. */
  hostBranches(): readonly HostBranch[];
  /** Whether a branch of the host is one that the live content comes from. */
  isUpstream(branch: string): boolean;
}

/** All branches except the live one; of a branch that is both here and at the host, the local one. */
export function listBranches({ repo, hostBranches, isUpstream }: BranchParts): readonly FoundBranch[] {
  const live = readHeadRef(repo.location.gitDir);
  const atHost = hostBranches();
  const found = new Map<string, FoundBranch>();
  for (const [ref, commit] of repo.branches.list('refs/heads/')) {
    const branch = branchOfRef(ref)!;
    const request = requestOf(atHost.find(({ name }) => name === branch));
    if (ref !== live)
      found.set(branch, { name: nameOfBranch(branch), branch, ref, commit, source: 'local', ...request });
  }
  for (const { name: branch, ref, commit, ...request } of atHost) {
    if (found.has(branch) || headRef(branch) === live || isUpstream(branch)) continue;
    found.set(branch, { name: nameOfBranch(branch), branch, ref, commit, source: 'host', ...request });
  }
  return [...found.values()];
}

/**
 * @throws CmsError NOT_FOUND if there is no such branch, or it is the live one
 */
export function findBranch(name: string, { repo, hostBranches }: BranchParts): FoundBranch {
  const branch = branchOfName(name);
  const ref = headRef(branch);
  if (readHeadRef(repo.location.gitDir) === ref)
    throw new CmsError('NOT_FOUND', `The branch ${branch} is checked out: its content is live`);
  const atHost = hostBranches().find((one) => one.name === branch);
  const commit = readRef(repo.location.commonDir, ref);
  const request = requestOf(atHost);
  if (commit !== null) return { name, branch, ref, commit, source: 'local', ...request };
  if (!atHost) throw notFound('Change');
  return { name, branch, ref: atHost.ref, commit: atHost.commit, source: 'host', ...request };
}

const requestOf = (atHost: HostBranch | undefined): Pick<HostBranch, 'request' | 'requestUrl'> => ({
  request: atHost?.request ?? null,
  requestUrl: atHost?.requestUrl ?? null,
});

/** Whether a branch is a change even if everything in it is live. */
export const isChangeByName = ({ branch, source }: FoundBranch): boolean =>
  source === 'local' && isNamedAsChange(branch);
