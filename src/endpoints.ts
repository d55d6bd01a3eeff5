import type { AuditLog } from './auth/audit/auditLog.ts';
import type { AuditTrail } from './auth/audit/auditTrail.ts';
import type { Auth } from './auth/openAuth.ts';
import { findInSlices } from './check/findings.ts';
import type { ServerConfig } from './config.ts';
import { effectEndpoints } from './extend/effects/endpoints.ts';
import type { Effects } from './extend/effects/openEffects.ts';
import {
  memberExtensionEndpoints,
  publicExtensionEndpoints,
  requireSoundEndpoints,
} from './extend/endpoints/extensionEndpoints.ts';
import type { SlowEndpoints } from './extend/endpoints/slowEndpoints.ts';
import type { JoinedFeatures } from './extend/feature.ts';
import { createFindFrameFile } from './extend/frames/createFindFrameFile.ts';
import { frameEndpoints } from './extend/frames/endpoints.ts';
import type { Judge } from './extend/judge/openJudge.ts';
import { extensionEndpoints } from './extend/load/endpoints.ts';
import type { LoadedExtension } from './extend/loaded.ts';
import { branchName } from './git/read/ref/refs.ts';
import type { GitRepository } from './git/repository.ts';
import type { HostSync } from './host/host.ts';
import { changeEndpoints } from './http/admin/change/changes.ts';
import { commitEndpoints } from './http/admin/change/commits.ts';
import { createDraftFacts } from './http/admin/change/draftFacts.ts';
import { draftEndpoints } from './http/admin/change/drafts.ts';
import { exchangeEndpoints } from './http/admin/change/exchange.ts';
import { syncEndpoints } from './http/admin/change/sync.ts';
import { eventEndpoints } from './http/admin/events.ts';
import { mentionEndpoints } from './http/admin/mentions.ts';
import type { ProblemList } from './http/admin/openProblems.ts';
import { lookingEndpoints, overviewEndpoints } from './http/admin/overview.ts';
import { adminPageEndpoints } from './http/admin/page/pages.ts';
import { previewSessionEndpoints } from './http/admin/page/previewSessions.ts';
import { revisionEndpoints } from './http/admin/page/revisions.ts';
import { presenceEndpoints } from './http/admin/presence.ts';
import { mediaEndpoints } from './http/admin/record/media.ts';
import { recordEndpoints } from './http/admin/record/recordEndpoints.ts';
import { settingsEndpoints } from './http/admin/record/settings.ts';
import { webhookEndpoints } from './http/admin/record/webhooks.ts';
import { authEndpoints } from './http/admin/user/auth.ts';
import { userEndpoints } from './http/admin/user/users.ts';
import { viewEndpoints } from './http/admin/user/views.ts';
import { workEndpoints } from './http/admin/work.ts';
import type { AskInside } from './http/answer/askInside.ts';
import { contentEndpoints } from './http/content/endpoints.ts';
import type { Endpoint, EndpointSite, FindInChange, FindInVersion } from './http/endpoint.ts';
import { healthEndpoints } from './http/health.ts';
import { hookEndpoints } from './http/hooks.ts';
import { describingEndpoints } from './http/openapi/endpoints.ts';
import { withPatches } from './http/request/patch.ts';
import type { EventStreams } from './http/stream/eventStreams.ts';
import type { Presence } from './http/stream/presence.ts';
import { uiEndpoints } from './http/ui/endpoints.ts';
import { uiPolicy } from './http/ui/policy.ts';
import { createFindSite } from './http/version/findSite.ts';
import { withOpenAddresses, withOpenPictures } from './http/version/openAddresses.ts';
import { PAGE_PREVIEW_PATH, pagePreviewEndpoint } from './http/version/pagePreview.ts';
import { createFindInSite } from './http/version/siteEndpoints.ts';
import type { Jobs } from './job/openJobs.ts';
import { packageFile } from './lib/disk/packageFile.ts';
import type { MediaParts } from './media/openMedia.ts';
import { KINDS } from './model/entities/index.ts';
import type { Proposals } from './proposal/proposals.ts';
import type { ProposalSchedule } from './proposal/schedule.ts';
import { findScheduledPages } from './proposal/scheduledPages.ts';
import type { BranchSite, Site, Sites } from './site/site.ts';
import { prepareSearch } from './store/search/rankPages.ts';
import type { Store } from './store/store.ts';
import type { AdminView } from './view/admin/showAdminPage.ts';
import type { UnfinishedWorkStore } from './work/openWork.ts';
import type { RecordWriter } from './write/action.ts';

/** The parts that the endpoints need. */
export interface EndpointParts {
  readonly features: JoinedFeatures;
  readonly config: ServerConfig;
  readonly version: string;
  readonly clock: () => Date;
  readonly live: Site<RecordWriter>;
  readonly sites: Sites<RecordWriter>;
  readonly repo: GitRepository;
  readonly trail: AuditTrail;
  readonly auth: Auth;
  readonly media: MediaParts;
  readonly jobs: Jobs;
  readonly effects: Effects;
  readonly audit: AuditLog;
  /** Null where there is no git host. */
  readonly host: HostSync | null;
  readonly streams: EventStreams;
  readonly presence: Presence;
  readonly proposals: Proposals;
  readonly proposalSchedule: ProposalSchedule;
  readonly work: UnfinishedWorkStore;
  readonly running: { readonly isDraining: boolean };
  readonly problems: ProblemList;
  /** The site's own code. */
  readonly extensions: readonly LoadedExtension[];
  readonly judge: Judge;
  readonly slowEndpoints: SlowEndpoints;
  /** The environment of the server. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Answers requests that the server makes for its callers. */
  readonly askInside: AskInside;
}

export const countRecords = (store: Store): number => KINDS.reduce((sum, kind) => sum + store.count(kind), 0);

/** Creates every endpoint. A new area is added here. */
export function createEndpoints(parts: EndpointParts): readonly Endpoint[] {
  const { config, version, clock, live, sites, trail, auth, media, running } = parts;
  const { store, write: writer } = live;
  const crud = { lookup: store, writer, commitOf: live.history.commitOf, clock };
  const { webhooks } = parts.jobs;
  const changing = { ...parts, lookup: store, writer, schedule: parts.proposalSchedule };
  requireSoundEndpoints(parts.extensions);
  const contentOf = (site: Site): readonly Endpoint[] => [
    ...contentEndpoints({
      ...{ ...site.view, search: site.search, files: media.filesOf(site), ogImages: media.ogImages },
      ...{ siteUrl: config.siteUrl, cache: config.cache, tellsSchema: config.tellsSchema },
      remembersAnswers: site.store === store,
      ...parts.features,
    }),
    ...publicExtensionEndpoints({ ...extendingParts(parts, site), content: site.view.content }),
  ];
  const findSite = createFindSite({ live, sites, complete: media.complete });
  const findContent = createFindInSite(contentOf);
  const findInVersion: FindInVersion = async (version, endpoint) => findContent(await findSite(version), endpoint);
  const declared: readonly Endpoint[] = [
    ...describingEndpoints(() => described, { version, siteUrl: config.siteUrl }),
    ...healthEndpoints({
      version,
      clock,
      isReady: () => !running.isDraining && (parts.host?.isReady() ?? true),
      details: () => ({ commit: live.commit, records: countRecords(store), problems: parts.problems.count() }),
    }),
    ...authEndpoints({ lookup: store, siteUrl: config.siteUrl, ...auth }),
    ...previewSessionEndpoints({ ...auth, lookup: store, sites, previewUrl: config.previewUrl }),
    ...viewEndpoints({ lookup: store, views: auth.views }),
    ...userEndpoints({ ...crud, passwords: auth.passwords, lastUse: auth.lastUse }),
    ...webhookEndpoints({ ...crud, webhooks, allowsPrivate: config.allowPrivateWebhooks }),
    ...effectEndpoints(parts),
    ...overviewEndpoints({ site: live, trail, problems: parts.problems }),
    ...changeEndpoints(changing),
    ...workEndpoints({ ...parts, store }),
    ...presenceEndpoints(parts),
    ...eventEndpoints(parts),
    ...extensionEndpoints(parts),
    ...frameEndpoints(parts.extensions),
    ...syncEndpoints({ ...parts, writer, lookup: store, planRemoval: media.planRemoval }),
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

const extendingParts = (
  { extensions, clock, slowEndpoints, config, environment = {} }: EndpointParts,
  { search }: Site,
) => ({
  ...{ extensions, clock, search, environment, allowsPrivate: config.allowPrivateWebhooks },
  onSlow: slowEndpoints.note,
});
const findFrameFile = ({ config: { siteUrl }, extensions }: EndpointParts) =>
  createFindFrameFile({ extensions, siteUrl, packageFolder: packageFile('dist/frame') });

/**
 * The endpoints that read and write content, for any version of it.
 *
 * @param ways how to get from what is live to its drafts and changes
 */
function editingEndpoints(
  site: Site<RecordWriter>,
  parts: EndpointParts,
  ways: Pick<EndpointSite, 'findInChange' | 'drafts'> = {},
): readonly Endpoint[] {
  const { config, clock, media, proposals, proposalSchedule: schedule } = parts;
  const { store, search, history, write: writer } = site;
  const { library, importContent } = media.writingTo(site);
  const isLive = site === parts.live;
  const problems = isLive ? parts.problems : { list: async () => findInSlices(store, { now: clock() }) };
  const crud = { lookup: store, writer, commitOf: history.commitOf, clock };
  const { drafts } = proposals;
  const view: AdminView = {
    lookup: store,
    authorOf: history.authorOf,
    hasDraft: (record) => drafts.nameOf(record) !== undefined,
    draftAuthorOf: drafts.authorOf,
  };
  const findScheduled = () => findScheduledPages({ proposals, schedule });
  // The texts of a branch are indexed only when it is searched.
  const prepareTexts = (): void => (isLive ? prepareSearch(search()) : undefined);
  const listing = { prepareSearch: prepareTexts, findScheduledPages: findScheduled };
  const inSite = (prepare?: EndpointSite['prepare']) => {
    const { findPast } = history;
    const own: EndpointSite = prepare ? { ...ways, findPast, prepare } : { ...ways, findPast };
    return (endpoint: Endpoint): Endpoint => ({ ...endpoint, site: own });
  };
  const declared: readonly Endpoint[] = [
    inSite()(pagePreviewEndpoint({ lookup: store, clock })),
    ...[...adminPageEndpoints({ site, view, clock, ...listing }), ...revisionEndpoints({ site, view })].map(
      inSite(drafts.refresh),
    ),
    ...[
      ...commitEndpoints({ site, repo: parts.repo, files: media.files, hasFile: media.has }),
      ...settingsEndpoints({ ...crud, siteUrl: config.siteUrl, previewUrl: config.previewUrl }),
    ].map(inSite()),
    ...[
      ...mediaEndpoints({
        ...crud,
        view,
        library,
        uploadDir: media.uploadDir,
        keepsFiles: media.isInGit,
      }),
      ...mentionEndpoints({ lookup: store }),
      ...lookingEndpoints({ site, problems }),
      ...recordEndpoints({ ...crud, view }),
      ...parts.features.records({ ...crud, view }),
    ].map(inSite(() => (store.knowsReferences() ? undefined : store.prepareReferences()))),
    ...exchangeEndpoints({ site, importContent, files: media.files, clock }).map(inSite()),
    ...memberExtensionEndpoints({ ...extendingParts(parts, site), content: site.view.preview }, parts.askInside).map(
      inSite(),
    ),
  ];
  return withPatches(declared, writer);
}

/** An endpoint of a branch, whose pictures a browser loads by their address alone: that must name the version. */
function withOpenFiles(endpoint: Endpoint, { ref, store }: BranchSite, live: Site): Endpoint {
  const opens = { ref: branchName(ref) };
  const isLive = (id: number): boolean => store.get('media', id)?.rev === live.store.get('media', id)?.rev;
  const isPreview = endpoint.path === PAGE_PREVIEW_PATH;
  return {
    ...endpoint,
    handle: isPreview ? withOpenAddresses(endpoint, opens) : withOpenPictures(endpoint, opens, isLive),
  };
}
