import { listRefs } from '../git/read/ref/listRefs.ts';
import { readExactRef, readRef } from '../git/read/ref/refs.ts';
import type { HostBranch, HostBranches } from '../git/remote/hostBranch.ts';
import { requestFolder, requestRef } from '../git/remote/otherRefs.ts';
import type { GitRepository } from '../git/repository.ts';
import { memoizeLast } from '../lib/list/memoizeLast.ts';
import { isBranchName } from '../model/remoteAddress.ts';
import { offeredRef } from './take/mergeIncoming.ts';

interface Parts {
  readonly repo: Pick<GitRepository, 'branches' | 'location'>;
  /** The name of the remote here (`Remote.name`). */
  readonly remote: string;
  /** The address of a request at the host. */
  urlOf(request: number): string | null;
}

export function createHostBranches({ repo, remote, urlOf }: Parts): HostBranches {
  const { commonDir } = repo.location;
  const heads = `refs/remotes/${remote}/` as const;
  const folder = requestFolder(remote);
  const toRequest = (ref: string, commit: string): HostBranch => {
    const request = Number(ref.slice(folder.length));
    return { branch: null, ref, commit, request, requestUrl: urlOf(request) };
  };
  const toBranch = (ref: string, commit: string, of: HostBranch | undefined): HostBranch => {
    const { request = null, requestUrl = null } = of ?? {};
    return { branch: ref.slice(heads.length), ref, commit, request, requestUrl };
  };
  const isKnown = (ref: string): boolean => isBranchName(ref.slice(heads.length));

  /** A request is shown with the branch that has its commit; of several, the one with the lowest name. */
  const combine = memoizeLast((headRefs: ReadonlyMap<string, string>, requestRefs: ReadonlyMap<string, string>) => {
    const requests = [...requestRefs].map(([ref, commit]) => toRequest(ref, commit));
    const byCommit = new Map(requests.toReversed().map((one) => [one.commit, one]));
    const branches = [...headRefs].map(([ref, commit]) => toBranch(ref, commit, byCommit.get(commit)));
    const atHost = new Set(headRefs.values());
    const others = requests.filter(({ commit }) => !atHost.has(commit)).sort((a, b) => b.request! - a.request!);
    return [...branches.filter(({ ref }) => isKnown(ref)), ...others];
  });

  return {
    list: async () => combine(await repo.branches.scan(heads), await repo.branches.scan(folder)),
    find(branch) {
      const ref = `${heads}${branch}`;
      const commit = isKnown(ref) ? readExactRef(commonDir, ref) : null;
      if (commit === null) return undefined;
      const [request] = [...listRefs(commonDir, folder)].find(([, other]) => other === commit) ?? [];
      return toBranch(ref, commit, request === undefined ? undefined : toRequest(request, commit));
    },
    commitsOf: (branch) => [`${heads}${branch}`, offeredRef(branch)].flatMap((ref) => readRef(commonDir, ref) ?? []),
    findRequest(request) {
      const ref = requestRef(remote, request);
      const commit = readExactRef(commonDir, ref);
      return commit === null ? undefined : toRequest(ref, commit);
    },
  };
}
