/** A ref of the host. */
export interface HostRef {
  readonly ref: string;
  readonly commit: string;
}

export const BRANCH_REFS = 'refs/heads/';
/** Where hosts keep pull requests (GitHub, Gitea, Forgejo) and merge requests (GitLab). */
export const REQUEST_REFS = ['refs/pull/', 'refs/merge-requests/'] as const;
const REQUEST = /^refs\/(?:pull|merge-requests)\/([1-9]\d{0,8})\/head$/;
/** Hosts list all requests that were ever made. */
const MAX_REQUESTS = 100;

/** The latest requests among a host's refs, by number. */
export function latestRequests(refs: readonly HostRef[]): ReadonlyMap<number, HostRef> {
  const numbered = refs.flatMap((one): [number, HostRef][] => {
    const number = REQUEST.exec(one.ref)?.[1];
    return number === undefined ? [] : [[Number(number), one]];
  });
  return new Map(numbered.sort(([a], [b]) => b - a).slice(0, MAX_REQUESTS));
}

/** Where the requests of a remote are kept here, each under its number. */
export const requestFolder = (remote: string): `refs/${string}/` => `refs/quire/requests/${remote}/`;
export const requestRef = (remote: string, number: number): string => `${requestFolder(remote)}${number}`;
