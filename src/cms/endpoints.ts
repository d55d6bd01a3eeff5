import { effectEndpoints } from '../extend/effects/endpoints.ts';
import { publicExtensionEndpoints, requireSoundEndpoints } from '../extend/endpoints/extensionEndpoints.ts';
import { createFindFrameFile } from '../extend/frames/createFindFrameFile.ts';
import { frameEndpoints } from '../extend/frames/endpoints.ts';
import { extensionEndpoints } from '../extend/load/endpoints.ts';
import { changeEndpoints } from '../http/admin/change/changes.ts';
import { createDraftFacts } from '../http/admin/change/draftFacts.ts';
import { draftEndpoints } from '../http/admin/change/drafts.ts';
import type { ChangeDeps } from '../http/admin/change/shownChange.ts';
import { syncEndpoints } from '../http/admin/change/sync.ts';
import { eventEndpoints } from '../http/admin/events.ts';
import { overviewEndpoints } from '../http/admin/overview.ts';
import { previewSessionEndpoints } from '../http/admin/page/previewSessions.ts';
import { signInEndpoints } from '../http/admin/signIn/endpoints.ts';
import { authEndpoints } from '../http/admin/user/auth.ts';
import { invitationEndpoints } from '../http/admin/user/invitations.ts';
import { passwordResetEndpoints } from '../http/admin/user/passwordResets.ts';
import { profileEndpoints } from '../http/admin/user/profile.ts';
import { providerEndpoints } from '../http/admin/user/provider.ts';
import { userEndpoints } from '../http/admin/user/users.ts';
import { viewEndpoints } from '../http/admin/user/views.ts';
import { workEndpoints } from '../http/admin/work.ts';
import { contentEndpoints } from '../http/content/endpoints.ts';
import type { Endpoint, FindInChange, FindInVersion } from '../http/endpoint.ts';
import { healthEndpoints } from '../http/health.ts';
import { hookEndpoints } from '../http/hooks.ts';
import { describingEndpoints } from '../http/openapi/endpoints.ts';
import { restrictParts } from '../http/reader/restrictParts.ts';
import { withPatches } from '../http/request/patch.ts';
import type { FindForReader } from '../http/step/reader.ts';
import { uiEndpoints } from '../http/ui/endpoints.ts';
import { uiPolicy } from '../http/ui/policy.ts';
import { createFindSite } from '../http/version/findSite.ts';
import { tellLeftOut } from '../http/version/leftOut.ts';
import { createFindInSite } from '../http/version/siteEndpoints.ts';
import { packageFile } from '../lib/disk/packageFile.ts';
import { KINDS } from '../model/entities/index.ts';
import type { ActorRights } from '../model/rights/rights.ts';
import type { BranchSite, GitSite, Site } from '../site/site.ts';
import type { Store } from '../store/store.ts';
import type { RecordWriter } from '../write/action.ts';
import { editingEndpoints, withOpenFiles } from './editingEndpoints.ts';
import { type EndpointParts, extendingParts } from './endpointParts.ts';

export const countRecords = (store: Store): number => KINDS.reduce((sum, kind) => sum + store.count(kind), 0);

/** Finds the endpoints that show what somebody may read who may not read everything: the same ones, of restricted parts. */
export const createFindForReader = (parts: EndpointParts): FindForReader =>
  createFindInSite((rights: ActorRights) => createEndpoints(restrictParts(parts, rights)));

/** Creates every endpoint. A new area is added here. */
export function createEndpoints(parts: EndpointParts): readonly Endpoint[] {
  const { config, version, clock, live, sites, foreseenSites, trail, auth, media, running } = parts;
  const { store, write: writer } = live;
  const crud = { lookup: store, writer, commitOf: live.history.commitOf, clock };
  const stateOf: ChangeDeps['stateOf'] = (name) => parts.featureParts.findChangeState(name, parts);
  const changing = { ...parts, lookup: store, writer, schedule: parts.proposalSchedule, stateOf };
  requireSoundEndpoints(parts.extensions);
  const contentOf = (site: Site): readonly Endpoint[] => [
    ...contentEndpoints({
      ...{ ...site.view, search: site.search, files: media.filesOf(site), drawn: media.drawn },
      ...{ siteUrl: config.siteUrl, cache: config.cache, tellsSchema: config.tellsSchema },
      remembersAnswers: site.store === store,
      ...parts.features,
    }),
    ...publicExtensionEndpoints({ ...extendingParts(parts, site), content: site.view.content }),
  ];
  const findSite = createFindSite({ live, sites, foreseenSites, clock, complete: media.complete });
  // A version without a ref is one of git.
  const openDay = (at: Date) => findSite({ asked: { ref: undefined, at }, page: null }) as Promise<GitSite<undefined>>;
  const findContent = createFindInSite(contentOf);
  const findInVersion: FindInVersion = async (version, endpoint) => {
    const site = await findSite(version);
    const found = findContent(site, endpoint);
    // A version that was asked for is in git, or will be.
    return version.asked ? tellLeftOut(found, (await foreseenSites.leftOut(site as GitSite)).changes) : found;
  };
  const declared: readonly Endpoint[] = [
    ...describingEndpoints(() => described, { version, siteUrl: config.siteUrl, types: store }),
    ...healthEndpoints({
      version,
      clock,
      isReady: () => !running.isDraining && (parts.host?.isReady() ?? true),
      details: async () => ({
        ...{ commit: live.commit, records: countRecords(store) },
        problems: await parts.problems.count(),
      }),
    }),
    ...authEndpoints({ lookup: store, siteUrl: config.siteUrl, ...auth }),
    ...providerEndpoints({ ...auth, lookup: store, writer }),
    ...signInEndpoints({ lookup: store, writer, siteUrl: config.siteUrl, clock, ...auth }),
    ...previewSessionEndpoints({ ...auth, lookup: store, sites, previewUrl: config.previewUrl }),
    ...viewEndpoints({ lookup: store, views: auth.views }),
    ...userEndpoints({ ...crud, passwords: auth.passwords, lastUse: auth.lastUse }),
    ...parts.featureParts.endpoints({ ...parts, foreseenSites: { ...foreseenSites, at: openDay } }),
    ...profileEndpoints({ ...crud, portraits: media.portraits, lastUse: auth.lastUse }),
    ...invitationEndpoints({ ...parts, ...crud, passwords: auth.passwords, provider: auth.provider }),
    ...passwordResetEndpoints({ ...parts, lookup: store, findWays: auth.findWays }),
    ...effectEndpoints(parts),
    ...overviewEndpoints({ site: live, trail, problems: parts.problems }),
    ...changeEndpoints(changing),
    ...workEndpoints({ ...parts, store }),
    ...eventEndpoints(parts),
    ...extensionEndpoints(parts),
    ...frameEndpoints(parts.extensions),
    ...syncEndpoints({ ...parts, writer, planRemoval: media.planRemoval }),
    ...hookEndpoints({ host: parts.host, secret: config.gitHost?.hookSecret ?? null }),
    ...contentOf(live).map((endpoint) => Object.freeze({ ...endpoint, site: { findInVersion } })),
  ];
  const findEditing = createFindInSite((site: BranchSite<RecordWriter>) =>
    editingEndpoints(site, parts).map((one) => withOpenFiles(one, site, live)),
  );
  const findInChange: FindInChange = async (name, endpoint) =>
    findEditing(await parts.proposals.open(name, endpoint.method !== 'GET'), endpoint);
  const drafting = { ...changing, findInChange };
  const editing = editingEndpoints(live, parts, { findInChange, drafts: createDraftFacts(drafting) });
  const described: readonly Endpoint[] = [
    ...withPatches(declared, writer),
    ...editing,
    ...draftEndpoints(editing, drafting),
  ];
  const ui = uiEndpoints({
    folder: packageFile('dist/ui'),
    policy: uiPolicy(config),
    findExtensionFile: parts.extensions.length > 0 ? findFrameFile(parts) : undefined,
  });
  return config.servesUi ? [...described, ...ui] : described;
}

const findFrameFile = ({ config: { siteUrl }, extensions }: EndpointParts) =>
  createFindFrameFile({ extensions, siteUrl, packageFolder: packageFile('dist/frame') });
