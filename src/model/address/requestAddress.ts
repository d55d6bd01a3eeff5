import { readRemote } from './remoteAddress.ts';

/** Where git hosts show a merge request, by the name of the host; the last row is for Gitea, Forgejo and the like. */
const PLACES: readonly (readonly [host: RegExp, place: string])[] = [
  [/github|\bghe\b/i, 'pull'],
  [/gitlab/i, '-/merge_requests'],
  [/./, 'pulls'],
];

/** `git@host.example:folder/site.git` */
const SSH_PLACE = /^(?:[^@/:]+@)?([^/:]+):(?!\/)(.+)$/;

/** A repository at a git host. */
export interface HostedRepository {
  /** The address of the host's web pages. */
  readonly origin: string;
  readonly host: string;
  /** Its folder and name there, without `.git`: `owner/site`. */
  readonly path: string;
}

/**
 * The web page of a merge request, from the address that the repository is fetched from; null if that has no web pages,
 * such as a folder.
 */
export function requestAddress(address: string, number: number): string | null {
  const repository = findHostedRepository(address);
  if (!repository) return null;
  const { origin, host, path } = repository;
  const [, place] = PLACES.find(([name]) => name.test(host))!;
  return `${origin}/${path}/${place}/${number}`;
}

/** The repository that is fetched from this address; null if that has no web pages. */
export function findHostedRepository(address: string): HostedRepository | null {
  const remote = readRemote(address);
  if (!remote || 'name' in remote || remote.transport === 'file') return null;
  const site = splitAddress(remote.url);
  return site && { ...site, path: site.path.replace(/^\/+|(?<!\/)\/+$/g, '').replace(/\.git$/, '') };
}

function splitAddress(url: string): HostedRepository | null {
  const [, host, path] = SSH_PLACE.exec(url) ?? [];
  if (host !== undefined && path !== undefined) return { origin: `https://${host}`, host, path };
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, origin, pathname } = new URL(url);
  // The web pages are not on the port of ssh.
  return { origin: protocol === 'ssh:' ? `https://${hostname}` : origin, host: hostname, path: pathname };
}
