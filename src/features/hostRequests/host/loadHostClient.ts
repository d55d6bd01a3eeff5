import type { HostKind } from './findHostApi.ts';
import type { HostClient, HostClientOptions } from './hostClient.ts';
import { findHostFailure, HostFailure } from './hostFailure.ts';

const CLIENTS: Readonly<Record<HostKind, () => Promise<(options: HostClientOptions) => HostClient>>> = {
  github: async () => (await import('./github.ts')).createGithubClient,
  gitlab: async () => (await import('./gitlab.ts')).createGitlabClient,
  gitea: async () => (await import('./gitea.ts')).createGiteaClient,
};

/** Loads the client of this kind of host. */
export async function loadHostClient(kind: HostKind, options: HostClientOptions): Promise<HostClient> {
  const client = (await CLIENTS[kind]())(options);
  return {
    open: (wanted) => readably(client.open(wanted)),
    find: (branch, base) => readably(client.find(branch, base)),
    read: (number) => readably(client.read(number)),
    inspect: (request) => readably(client.inspect(request)),
    listRecent: () => readably(client.listRecent()),
    close: (number) => readably(client.close(number)),
  };
}

/** An answer that does not have the form that its host describes is a failure of the host. */
async function readably<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw findHostFailure(error) ?? new HostFailure('unreadable', error instanceof Error ? error.name : '');
  }
}
