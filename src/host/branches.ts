import { listRefs } from '../git/read/ref/listRefs.ts';
import type { HostBranch } from '../git/remote/hostBranch.ts';
import { requestFolder } from '../git/remote/otherRefs.ts';
import { isBranchName } from '../model/remoteAddress.ts';

/**
 * What the host has beside what is served, by name: its branches, then the requests of branches that are elsewhere (forks)
 * or gone.
 *
 * @param remote what it is called here (`Remote.name`)
 * @param urlOf where it shows a request
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
