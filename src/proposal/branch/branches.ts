import { readExactRef, readHeadRef } from '../../git/read/ref/refs.ts';
import type { HostBranch, HostBranches } from '../../git/remote/hostBranch.ts';
import type { GitRepository } from '../../git/repository.ts';
import { memoizeLast } from '../../lib/list/memoizeLast.ts';
import { CmsError, notFound } from '../../model/errors.ts';
import {
  branchOfName,
  branchOfRef,
  headRef,
  isNamedAsChange,
  nameOfBranch,
  nameOfRequest,
  requestOfName,
} from './names.ts';

/** A branch that may be a change. */
export interface FoundBranch {
  readonly name: string;
  /** Null for a request whose branch is in another repository (a fork), or gone. */
  readonly branch: string | null;
  /** A branch that only the git host has is below `refs/remotes/`. */
  readonly ref: string;
  readonly commit: string;
  readonly source: 'local' | 'host';
  /** The number of its pull or merge request at the git host. */
  readonly request: number | null;
  /** The address of that request. */
  readonly requestUrl: string | null;
}

/** A branch of this repository. */
export type LocalBranch = FoundBranch & { readonly branch: string; readonly source: 'local' };

export interface BranchParts {
  readonly repo: Pick<GitRepository, 'branches' | 'location'>;
  /** Null without a git host. */
  hostBranches(): HostBranches | null;
  /** Whether a branch of the host is one that the live content comes from. */
  isUpstream(branch: string): boolean;
}

/** The branches here and at the git host, except the live one. */
export interface ProposalBranches {
  /** All of them; of a branch that is both here and at the host, the local one. The same array until one moves. */
  list(): Promise<readonly FoundBranch[]>;
  listLocal(): Promise<readonly LocalBranch[]>;
  /** The commits that the host has, or may have got since, of a branch here, by its ref. */
  commitsAtHost(ref: string): readonly string[];
  /** Whether a branch here or at the host ends at this commit: a request from elsewhere does not make it trusted. */
  isTrusted(commit: string): Promise<boolean>;
  find(name: string): FoundBranch | undefined;
  /** @throws CmsError NOT_FOUND if there is no such branch, or it is the live one */
  get(name: string): FoundBranch;
}

export function createBranches(parts: BranchParts): ProposalBranches {
  const { repo, hostBranches } = parts;
  const liveRef = (): string | null => readHeadRef(repo.location.gitDir);
  const isLive = (branch: string): boolean => headRef(branch) === liveRef();
  const toLocal = memoizeLast((refs: ReadonlyMap<string, string>, live: string | null): readonly LocalBranch[] =>
    [...refs].flatMap(([ref, commit]) => (ref === live ? [] : [localBranch(ref, commit)])),
  );
  const combine = memoizeLast(
    (local: readonly LocalBranch[], atHost: readonly HostBranch[], live: string | null): readonly FoundBranch[] => {
      const requests = new Map(atHost.map((one) => [one.branch, one]));
      const names = new Set(local.map(({ branch }) => branch));
      const others = atHost.filter(
        ({ branch }) => branch === null || !(names.has(branch) || headRef(branch) === live || parts.isUpstream(branch)),
      );
      return [...local.map((one) => withRequest(one, requests.get(one.branch))), ...others.map(branchAtHost)];
    },
  );

  async function listLocal(): Promise<readonly LocalBranch[]> {
    return toLocal(await repo.branches.scan('refs/heads/'), liveRef());
  }

  function find(name: string): FoundBranch | undefined {
    const request = requestOfName(name);
    if (request !== undefined) return toFound(hostBranches()?.findRequest(request));
    const branch = branchOfName(name);
    if (branch === undefined || isLive(branch)) return undefined;
    const ref = headRef(branch);
    const commit = readExactRef(repo.location.commonDir, ref);
    const atHost = hostBranches()?.find(branch);
    return commit === null ? toFound(atHost) : withRequest(localBranch(ref, commit), atHost);
  }

  return {
    listLocal,
    list: async () => combine(await listLocal(), (await hostBranches()?.list()) ?? NONE, liveRef()),
    commitsAtHost: (ref) => hostBranches()?.commitsOf(branchOfRef(ref)!) ?? [],
    async isTrusted(commit) {
      const atHost = (await hostBranches()?.list()) ?? NONE;
      const isHere = [...(await repo.branches.scan('refs/heads/')).values()].includes(commit);
      return isHere || atHost.some((one) => one.branch !== null && one.commit === commit);
    },
    find,
    get(name) {
      const found = find(name);
      if (found) return found;
      const branch = branchOfName(name);
      if (branch === undefined || !isLive(branch)) throw notFound('Change');
      throw new CmsError('NOT_FOUND', `The branch ${branch} is checked out: its content is live`);
    },
  };
}

const NONE: readonly HostBranch[] = [];

const toFound = (atHost: HostBranch | undefined): FoundBranch | undefined => atHost && branchAtHost(atHost);

function localBranch(ref: string, commit: string): LocalBranch {
  const branch = branchOfRef(ref)!;
  return { name: nameOfBranch(branch), branch, ref, commit, source: 'local', request: null, requestUrl: null };
}

const branchAtHost = (one: HostBranch): FoundBranch => ({
  name: one.branch === null ? nameOfRequest(one.request!) : nameOfBranch(one.branch),
  ...one,
  source: 'host',
});

const withRequest = (local: LocalBranch, atHost: HostBranch | undefined): FoundBranch => ({
  ...local,
  request: atHost?.request ?? null,
  requestUrl: atHost?.requestUrl ?? null,
});

/** Whether a branch is a change even if everything in it is live. */
export const isChangeByName = ({ branch, source }: FoundBranch): boolean =>
  source === 'local' && branch !== null && isNamedAsChange(branch);
