import { LRUCache } from 'lru-cache';
import { previewTokenIn } from '../../auth/credentials.ts';
import { branchName } from '../../git/read/ref/refs.ts';
import type { PreviewScope } from '../../model/access.ts';
import { type CmsError, forbidden } from '../../model/errors.ts';
import type { Snapshot, Snapshots } from '../../site/snapshot/openSnapshots.ts';
import { createPageLists } from '../../store/page/pageLists.ts';
import { onePageContent } from '../../view/onePage.ts';
import { createPreviewContent, createPublicContent } from '../../view/publicContent.ts';
import { defineEndpoint, type Endpoint, type IdentifyCaller } from '../endpoint.ts';
import { type AskedVersion, readAskedVersion } from './askedVersion.ts';
import { withOpenAddresses } from './openAddresses.ts';
import type { ShownContent } from './shownContent.ts';

/** A version of the site. */
export interface SiteVersion extends ShownContent {
  /** Absent for the live one. */
  readonly snapshot?: Snapshot;
  /** Finds pages by the texts of this version; absent where only the live texts may be searched. */
  readonly search?: Snapshot['search'];
}

export interface VersionDeps {
  readonly live: ShownContent;
  readonly snapshots: Pick<Snapshots, 'resolve' | 'atTime' | 'at'>;
  readonly clock: () => Date;
  /** Identifies callers by a credential or a preview token. */
  readonly identify: IdentifyCaller;
  /** Loads what a snapshot still lacks before it can be shown. */
  complete(snapshot: Snapshot): Promise<void>;
  /** Makes the content endpoints of a version. */
  open(version: SiteVersion): readonly Endpoint[];
}

/** How many moments and single pages are kept for one commit. */
const MAX_KEPT = 8;

/** The endpoints that answer requests about a version, by method and path. */
type VersionEndpoints = ReadonlyMap<string, Endpoint>;

/**
 * The content endpoints, each with a second one that answers the same for other versions: for callers with a credential
 * or a preview token, and never cached.
 */
export function withVersions(endpoints: readonly Endpoint[], deps: VersionDeps): readonly Endpoint[] {
  const openVersion = createOpenVersion(deps);
  const openLivePage = createOpenLivePage(deps);
  return endpoints.map((endpoint) => {
    const live = endpoint.identify ? forLivePreviews(endpoint, openLivePage) : endpoint;
    return Object.freeze({ ...live, inVersion: toVersioned(endpoint, deps, openVersion) });
  });
}

/** Opens a version, or what a token for a single page shows of it. */
type OpenVersion = (asked: AskedVersion, page: number | null) => Promise<VersionEndpoints>;

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
      const opened = await openVersion(scope ? openedBy(scope, asked) : asked, scope?.page ?? null);
      const found = opened.get(endpointName(endpoint))!;
      if (!scope || scope.ref === null) return found.handle(call);
      return withOpenAddresses(found, { ref: scope.ref, token: previewTokenIn(call.headers, call.search) })(call);
    },
  });
}

/** Closes live previews to tokens made for another version, and shows one for a single page only that. */
const forLivePreviews = (endpoint: Endpoint, openLivePage: (page: number) => VersionEndpoints): Endpoint =>
  defineEndpoint({
    ...endpoint,
    access: 'viewer',
    handle(call) {
      const { ref = null, page = null } = call.actor.preview ?? {};
      if (ref !== null) throw otherVersion();
      const found = page === null ? endpoint : openLivePage(page).get(endpointName(endpoint))!;
      return found.handle(call);
    },
  });

/** A token is valid for the ref it was made for, whatever commit that is now. */
function openedBy({ ref }: PreviewScope, asked: AskedVersion): AskedVersion {
  if (ref === null || asked.at !== undefined || branchName(asked.ref ?? '') !== branchName(ref)) throw otherVersion();
  return { ref, at: undefined };
}

const otherVersion = (): CmsError => forbidden('This preview token opens another version of the site');

const endpointName = ({ method, path }: Endpoint): string => `${method} ${path}`;

const toOpened = (endpoints: readonly Endpoint[]): VersionEndpoints =>
  new Map(endpoints.map((endpoint) => [endpointName(endpoint), endpoint]));

/** A version as a token for one of its pages shows it. */
const onlyPage = ({ snapshot, content, preview }: SiteVersion, live: ShownContent, page: number): SiteVersion => ({
  ...(snapshot && { snapshot }),
  content: onePageContent(content, live.content, page),
  preview: onePageContent(preview, live.content, page),
});

/** Keeps the endpoints of what was opened last. */
function createKept(): (name: string, open: () => VersionEndpoints) => VersionEndpoints {
  const kept = new LRUCache<string, VersionEndpoints>({ max: MAX_KEPT });
  return (name, open) => {
    const opened = kept.get(name) ?? open();
    kept.set(name, opened);
    return opened;
  };
}

function createOpenLivePage({ live, open }: VersionDeps): (page: number) => VersionEndpoints {
  const keep = createKept();
  return (page) => keep(String(page), () => toOpened(open(onlyPage(live, live, page))));
}

function createOpenVersion({ live, snapshots, clock, complete, open }: VersionDeps): OpenVersion {
  const known = new WeakMap<Snapshot, ReturnType<typeof createKept>>();
  const completed = new WeakMap<Snapshot, Promise<void>>();

  function whenComplete(snapshot: Snapshot): Promise<void> {
    const completing = completed.get(snapshot) ?? complete(snapshot);
    completed.set(snapshot, completing);
    // After a failure, the next request tries again.
    completing.catch(() => completed.delete(snapshot));
    return completing;
  }

  /** Makes separate lists for a moment, because those of the snapshot follow the clock. */
  function toVersion(snapshot: Snapshot, at: Date | undefined): SiteVersion {
    const { store, search } = snapshot;
    const now = at ? () => at : clock;
    const lists = at ? createPageLists({ ...store, add: () => undefined }, now) : snapshot.lists;
    return {
      ...{ snapshot, search },
      content: createPublicContent(store, lists, now),
      preview: createPreviewContent(store, lists, now),
    };
  }

  return async ({ ref, at }, page) => {
    const commit = at ? await snapshots.atTime(at, ref) : await snapshots.resolve(ref ?? '');
    const snapshot = await snapshots.at(commit, at ? commit : ref);
    await whenComplete(snapshot);
    const keep = known.get(snapshot) ?? createKept();
    known.set(snapshot, keep);
    return keep(`${at?.toISOString() ?? 'now'} ${page ?? 'all'}`, () => {
      const version = toVersion(snapshot, at);
      return toOpened(open(page === null ? version : onlyPage(version, live, page)));
    });
  };
}
