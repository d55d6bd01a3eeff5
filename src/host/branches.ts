import { listRefs } from '../git/read/ref/listRefs.ts';
import type { HostBranch } from '../git/remote/hostBranch.ts';
import { requestFolder } from '../git/remote/otherRefs.ts';
import { isBranchName } from '../model/remoteAddress.ts';

/**
 * What the host has, by name: its branches, then the pull requests whose branches are elsewhere (forks) or gone.
 *
 * @param remote the name of the remote here (`Remote.name`)
 * @param urlOf the address of a request at the host
 */
export function listHostBranches(
  commonDir: string,
  remote: string,
  urlOf: (request: number) => string | null,
): readonly HostBranch[] {
  const heads = `refs/remotes/${remote}/` as const;
  const requests = [...listRefs(commonDir, requestFolder(remote))].map(([ref, commit]) => {
    const number = Number(ref.slice(requestFolder(remote).length));
    return { name: `#${number}`, ref, commit, request: number, requestUrl: urlOf(number) };
  });
  const branches = [...listRefs(commonDir, heads)].map(([ref, commit]): HostBranch => {
    const { request = null, requestUrl = null } = requests.find((one) => one.commit === commit) ?? {};
    return { name: ref.slice(heads.length), ref, commit, request, requestUrl };
  });
  const known = new Set(branches.map(({ commit }) => commit));
  const others = requests.filter(({ commit }) => !known.has(commit)).sort((a, b) => b.request - a.request);
  return [...branches.filter(({ name }) => isBranchName(name)), ...others];
}
