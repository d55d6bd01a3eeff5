import type { HostSync } from '../../../host/host.ts';
import { invalidAt, notFound } from '../../../model/errors.ts';
import { anything, choice, nullable, object } from '../../../model/schema/schema.ts';
import { showSyncState } from '../../../view/admin/sync.ts';
import { SYNC } from '../../../view/shapes/sync.ts';
import type { ClashFiles } from '../../../write/resolve/draftResolutions.ts';
import { resolveOpenClash } from '../../../write/resolve/resolveOpenClash.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { dataResult } from '../../result.ts';
import type { CrudDeps } from '../crud.ts';

export interface SyncDeps extends Pick<CrudDeps, 'writer'> {
  /** Null without a git host. */
  readonly host: HostSync | null;
  readonly planRemoval: ClashFiles['planRemoval'];
}

/** The git host: its status, and the clashes to settle (contract, "The git host"). */
export const syncEndpoints = ({ host, writer, planRemoval }: SyncDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/sync',
    summary: 'Read the state of the connection to the git host; null without one',
    access: 'viewer',
    result: dataResult(nullable(SYNC)),
    handle: async () => ({ data: host && showSyncState(await host.status()) }),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/sync',
    summary: 'Fetch from the git host, merge and push now',
    access: 'admin',
    // A read-only server follows the git host too.
    changes: 'server',
    result: dataResult(SYNC),
    handle: async () => ({ data: showSyncState(await requireHost(host).sync()) }),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/sync/clashes/:clash',
    summary: 'Settle a value that was changed both here and at the git host: take one side, or another value',
    access: 'editor',
    result: dataResult(SYNC, { headers: ['X-Commit'] }),
    body: object({}, { take: choice('ours', 'theirs'), value: anything() }),
    async handle({ params, body: { take, value }, actor }) {
      if ((take === undefined) === (value === undefined)) throw invalidAt([], 'must have either "take" or "value"');
      const { clashes, status } = requireHost(host);
      const files = { findSource: clashes.findSource, planRemoval };
      const clash = clashes.list().find(({ clashId }) => clashId === params.clash);
      if (!clash) throw notFound('Clash');
      const choice = take === undefined ? { value } : { take };
      const { commit } = await writer.write(resolveOpenClash(clash, choice, files), actor);
      await clashes.settled(clash.clashId);
      return { data: showSyncState(await status()), commit };
    },
  }),
];

function requireHost(host: HostSync | null): HostSync {
  if (!host) throw notFound('Git host (GIT_REMOTE is not set)');
  return host;
}
