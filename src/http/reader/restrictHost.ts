import type { HostSync } from '../../host/host.ts';
import type { RecordRef } from '../../model/entry.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import type { Store } from '../../store/store.ts';
import { aliasNames } from '../../view/admin/aliasNames.ts';

/** The sync with the git host without clashes of records that somebody may not read. */
export function restrictHost(host: HostSync, store: Pick<Store, 'fileAt' | 'get' | 'aliases'>): HostSync {
  const isReadable = ({ kind, id }: RecordRef): boolean => store.get(kind, id) !== undefined;
  const isTold = ({ path }: { readonly path: string }): boolean =>
    locateFile('content', path) === null || store.fileAt(path) !== undefined;
  const restrict = (status: Awaited<ReturnType<HostSync['status']>>): typeof status => ({
    ...status,
    clashes: aliasNames(status.clashes.filter(isReadable), store),
    conflicts: status.conflicts.filter(isTold),
  });
  return {
    ...host,
    sync: async () => restrict(await host.sync()),
    status: async () => restrict(await host.status()),
    clashes: { ...host.clashes, list: () => host.clashes.list().filter(isReadable) },
  };
}
