import { QUIRE } from '../git/format/commit.ts';
import { createHostSync, type HostSync } from './host.ts';
import type { HostParts } from './syncContext.ts';

type Same = 'repo' | 'writer' | 'follower' | 'announcements' | 'privateDir' | 'findGit' | 'clock';

/** The parts of a server that the git host works with. */
interface Parts extends Pick<HostParts, Same> {
  readonly config: {
    readonly gitHost: Pick<HostParts, 'remote' | 'upstream' | 'fetches' | 'intervalSeconds' | 'token'> | null;
    readonly gitBranch: string | null;
    readonly readOnly: boolean;
  };
  readonly store: HostParts['lookup'];
  readonly records: Pick<HostParts, 'history' | 'readRecord'>;
  readonly homes: { readonly content: Pick<HostParts, 'indexer'> };
  readonly sharedProposals: HostParts['shared'];
  readonly hostSilentMs?: number | undefined;
}

/** Null if no git host is configured. */
export function openHost(parts: Parts, onError: HostParts['onError']): HostSync | null {
  const { config, records, homes, store: lookup, sharedProposals: shared, hostSilentMs: silentMs } = parts;
  const { gitHost, gitBranch: branch, readOnly } = config;
  if (!gitHost) return null;
  const { history, readRecord } = records;
  const { indexer } = homes.content;
  const { repo, writer, follower, announcements, privateDir, findGit, clock } = parts;
  return createHostSync({
    ...gitHost,
    ...{ branch, readOnly, repo, writer, follower, announcements, privateDir, findGit, clock, onError },
    ...{ lookup, code: lookup.code, shared, history, readRecord, indexer, silentMs, author: QUIRE },
  });
}
