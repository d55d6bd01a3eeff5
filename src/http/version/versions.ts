import { LRUCache } from 'lru-cache';
import { previewTokenIn } from '../../auth/credentials.ts';
import { branchName } from '../../git/read/ref/refs.ts';
import type { PreviewScope } from '../../model/access.ts';
import { type CmsError, forbidden } from '../../model/errors.ts';
import { createPageLists } from '../../store/page/pageLists.ts';
import type { Snapshot, Snapshots } from '../../sync/snapshot/openSnapshots.ts';
import { createPreviewContent, createPublicContent } from '../../view/publicContent.ts';
import { defineEndpoint, type Endpoint, type IdentifyCaller } from '../endpoint.ts';
import { type AskedVersion, readAskedVersion } from './askedVersion.ts';
import { openAddresses } from './openAddresses.ts';
import { mayOpenPage } from './pageScope.ts';
import type { Shown } from './shown.ts';

/** A version of the site. */
export interface Version extends Shown {
  readonly snapshot: Snapshot;
}

export interface VersionDeps {
  readonly live: Shown;
  readonly snapshots: Pick<Snapshots, 'resolve' | 'atTime' | 'at'>;
  readonly clock: () => Date;
  /** Identifies callers by a credential or a preview token. */
  readonly identify: IdentifyCaller;
  /** Loads what a snapshot still lacks before it can be shown. */
  complete(snapshot: Snapshot): Promise<void>;
  /** Makes the content endpoints of a version. */
  open(version: Version): readonly Endpoint[];
}

/** How many moments are kept for one commit. */
const MAX_MOMENTS = 4;

/** A version with the endpoints that answer requests about it. */
interface Opened {
  readonly version: Version;
  readonly byName: ReadonlyMap<string, Endpoint>;
}

/**
 * The content endpoints, each with a second one that answers the same for other versions: for callers with a credential
 * or a preview token, and never cached.
 */
export function withVersions(endpoints: readonly Endpoint[], deps: VersionDeps): readonly Endpoint[] {
  const openVersion = createOpenVersion(deps);
  return endpoints.map((endpoint) => {
    const live = endpoint.identify ? forLivePreviews(endpoint, deps.live) : endpoint;
    return Object.freeze({ ...live, inVersion: toVersioned(endpoint, deps, openVersion) });
  });
}

type OpenVersion = (asked: AskedVersion) => Promise<Opened>;

function toVersioned(endpoint: Endpoint, { identify }: VersionDeps, openVersion: OpenVersion): Endpoint {
  const { exports: _, prepare: __, ...others } = endpoint;
  return defineEndpoint({
    ...others,
    access: 'viewer',
    identify,
    // GraphQL and batch read by POST.
    writes: false,
    forChangesOnly: true,
    async handle(call) {
      const asked = readAskedVersion(call.search, call.headers);
      const scope = call.actor.preview;
      const { version, byName } = await openVersion(scope ? openedBy(scope, asked) : asked);
      if (scope && !mayOpenPage(scope, endpoint, call, version)) throw otherPage();
      const answer = await byName.get(nameOf(endpoint))!.handle(call);
      if (!scope || scope.ref === null) return answer;
      return openAddresses(answer, { ref: scope.ref, token: previewTokenIn(call.headers, call.search) });
    },
  });
}

/** Closes live previews to tokens made for another version or another page. */
const forLivePreviews = (endpoint: Endpoint, live: Shown): Endpoint =>
  defineEndpoint({
    ...endpoint,
    access: 'viewer',
    handle(call) {
      const scope = call.actor.preview;
      if (scope && scope.ref !== null) throw otherVersion();
      if (scope && !mayOpenPage(scope, endpoint, call, live)) throw otherPage();
      return endpoint.handle(call);
    },
  });

/** A token is valid for the ref it was made for, whatever commit that is now. */
function openedBy({ ref }: PreviewScope, asked: AskedVersion): AskedVersion {
  if (ref === null || asked.at !== undefined || branchName(asked.ref ?? '') !== branchName(ref)) throw otherVersion();
  return { ref, at: undefined };
}

const otherVersion = (): CmsError => forbidden('This preview token opens another version of the site');
const otherPage = (): CmsError => forbidden('This preview token opens another page');

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

function createOpenVersion({ snapshots, clock, complete, open }: VersionDeps): OpenVersion {
  const known = new WeakMap<Snapshot, LRUCache<string, Opened>>();
  const completed = new WeakMap<Snapshot, Promise<void>>();

  function whenComplete(snapshot: Snapshot): Promise<void> {
    const completing = completed.get(snapshot) ?? complete(snapshot);
    completed.set(snapshot, completing);
    // After a failure, the next request tries again.
    completing.catch(() => completed.delete(snapshot));
    return completing;
  }

  /** Makes separate lists for a moment, because those of the snapshot follow the clock. */
  function toVersion(snapshot: Snapshot, at: Date | undefined): Version {
    const { store } = snapshot;
    const now = at ? () => at : clock;
    const lists = at ? createPageLists({ ...store, add: () => undefined }, now) : snapshot.lists;
    return {
      snapshot,
      content: createPublicContent(store, lists, now),
      preview: createPreviewContent(store, lists, now),
    };
  }

  return async ({ ref, at }) => {
    const commit = at ? await snapshots.atTime(at, ref) : await snapshots.resolve(ref ?? '');
    const snapshot = await snapshots.at(commit, at ? commit : ref);
    await whenComplete(snapshot);
    const moments = known.get(snapshot) ?? new LRUCache<string, Opened>({ max: MAX_MOMENTS });
    known.set(snapshot, moments);
    const name = at?.toISOString() ?? 'now';
    const present = moments.get(name);
    if (present) return present;
    const version = toVersion(snapshot, at);
    const opened = { version, byName: new Map(open(version).map((endpoint) => [nameOf(endpoint), endpoint])) };
    moments.set(name, opened);
    return opened;
  };
}
