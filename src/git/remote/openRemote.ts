import { join } from 'node:path';
import { type RemoteUrl, readRemote } from '../../model/address/remoteAddress.ts';
import { durableFs } from '../disk/durableFs.ts';
import { lockText } from '../disk/lock.ts';
import { syncAll } from '../disk/syncNames.ts';
import { dropRef, writeOwnRef } from '../publish/head/writeOwnRef.ts';
import { discoverRepository, type RepositoryLocation } from '../read/discover.ts';
import type { FindGit } from '../read/native.ts';
import { createNativeRemote } from './nativeRemote.ts';
import { createPortableRemote } from './portableRemote.ts';
import { type Remote, RemoteFailure } from './remote.ts';
import type { RemoteOptions } from './remoteOptions.ts';

interface Options {
  readonly location: RepositoryLocation;
  /** The value of `GIT_REMOTE`: a remote's name, or an address. */
  readonly remote: string;
  readonly token: string | null;
  readonly findGit: FindGit;
  readonly silentMs?: number | undefined;
}

/** The name here of a remote that the repository's configuration does not have. */
export const UNNAMED_REMOTE = 'quire';

/** The names here of the git host that is configured by name or address, and of the one that a clone came from. */
export function remoteNames(configured: string | null): readonly string[] {
  const remote = configured === null ? null : readRemote(configured);
  const names = remote ? ['name' in remote ? remote.name : UNNAMED_REMOTE] : [];
  return [...new Set([...names, 'origin'])];
}

/**
 * Opens the git host: through the git program if there is one, else over https without it.
 *
 * @throws RemoteFailure if the name or address leads to nothing that can be reached
 */
export async function openRemote({ location, remote, token, findGit, silentMs }: Options): Promise<Remote> {
  const { name, address, isConfigured } = resolveRemote(location, remote);
  const sidePath = join(location.gitDir, 'quire');
  const keeper = { fs: durableFs, location, sidePath, lockText: lockText(crypto.randomUUID()) };
  const options: RemoteOptions = {
    ...{ location, name, address, isConfigured, token, silentMs },
    syncFolders: (folders) => syncAll(durableFs, folders),
    keepRef: (ref, commit) => writeOwnRef(keeper, ref, commit),
    dropRef: (ref) => dropRef(keeper, ref),
  };
  const git = await findGit();
  return git ? createNativeRemote({ ...options, env: git.environment }) : createPortableRemote(options);
}

/** The address of a remote, without user and password if it is an http address; null if it is not supported. */
export function remoteUrl(location: RepositoryLocation, remote: string): string | null {
  try {
    return resolveRemote(location, remote).address.url;
  } catch {
    return null;
  }
}

/** Reads the configuration again: a remote may just have been added. */
function resolveRemote(
  { root }: RepositoryLocation,
  remote: string,
): { readonly name: string; readonly address: RemoteUrl; readonly isConfigured: boolean } {
  const named = readRemote(remote);
  if (!named) throw new RemoteFailure('missing', 'GIT_REMOTE names no remote');
  if ('url' in named) return { name: UNNAMED_REMOTE, address: named, isConfigured: false };
  const { name } = named;
  const url = discoverRepository(root)?.config.get(`remote.${name}.url`);
  if (url === undefined)
    throw new RemoteFailure('missing', `the repository has no remote "${name}": git remote add ${name} <URL>`);
  const address = readRemote(url);
  if (!address || 'name' in address)
    throw new RemoteFailure('missing', `the address of the remote "${name}" is not supported: use https, ssh or file`);
  return { name, address, isConfigured: true };
}
