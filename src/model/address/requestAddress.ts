import { readRemote } from './remoteAddress.ts';

/** Where git hosts show a merge request, by the name of the host; the last row is for Gitea, Forgejo and the like. */
const PLACES: readonly (readonly [host: RegExp, place: string])[] = [
  [/github|\bghe\b/i, 'pull'],
  [/gitlab/i, '-/merge_requests'],
  [/./, 'pulls'],
];

/** `git@host.example:folder/site.git` */
const SSH_PLACE = /^(?:[^@/:]+@)?([^/:]+):(?!\/)(.+)$/;

/**
 * The web page of a merge request, from the address that the repository is fetched from; null if that has no web pages,
 * such as a folder.
 */
export function requestAddress(address: string, number: number): string | null {
  const remote = readRemote(address);
  if (!remote || 'name' in remote || remote.transport === 'file') return null;
  const site = siteOf(remote.url);
  if (!site) return null;
  const [, place] = PLACES.find(([host]) => host.test(site.host))!;
  return `${site.origin}/${site.path.replace(/^\/+|(?<!\/)\/+$/g, '').replace(/\.git$/, '')}/${place}/${number}`;
}

function siteOf(url: string): { readonly origin: string; readonly host: string; readonly path: string } | null {
  const [, host, path] = SSH_PLACE.exec(url) ?? [];
  if (host !== undefined && path !== undefined) return { origin: `https://${host}`, host, path };
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, origin, pathname } = new URL(url);
  // The web pages are not on the port of ssh.
  return { origin: protocol === 'ssh:' ? `https://${hostname}` : origin, host: hostname, path: pathname };
}
