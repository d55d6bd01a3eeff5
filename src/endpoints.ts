import type { AuditTrail } from './auth/audit/auditTrail.ts';
import type { Auth } from './auth/openAuth.ts';
import { findInSlices } from './check/findings.ts';
import type { ServerConfig } from './config.ts';
import { branchName } from './git/read/ref/refs.ts';
import type { GitRepository } from './git/repository.ts';
import type { HostSync } from './host/host.ts';
import { changeEndpoints } from './http/admin/change/changes.ts';
import { commitEndpoints } from './http/admin/change/commits.ts';
import { withDraftFacts } from './http/admin/change/draftFacts.ts';
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
import { contentEndpoints } from './http/content/endpoints.ts';
import type { Endpoint } from './http/endpoint.ts';
import { healthEndpoints } from './http/health.ts';
import { hookEndpoints } from './http/hooks.ts';
import { describingEndpoints } from './http/openapi/endpoints.ts';
import { type FindInChange, inChange } from './http/request/inChange.ts';
import { mergeLate } from './http/request/mergeLate.ts';
import { withPatches } from './http/request/patch.ts';
import type { EventStreams } from './http/stream/eventStreams.ts';
import type { Presence } from './http/stream/presence.ts';
import { uiEndpoints } from './http/ui/endpoints.ts';
import { uiPolicy } from './http/ui/policy.ts';
import { withOpenAddresses, withOpenPictures } from './http/version/openAddresses.ts';
import { PAGE_PREVIEW_PATH, pagePreviewEndpoint } from './http/version/pagePreview.ts';
import { type SiteVersion, withVersions } from './http/version/versions.ts';
import type { Jobs } from './job/openJobs.ts';
import { packageFile } from './lib/disk/packageFile.ts';
import type { MediaParts } from './media/openMedia.ts';
import { KINDS } from './model/entities/index.ts';
import type { OpenProposal } from './proposal/content/openProposals.ts';
import type { Proposals } from './proposal/proposals.ts';
import type { ProposalSchedule } from './proposal/schedule.ts';
import { findScheduledPages } from './proposal/scheduledPages.ts';
import type { Snapshots } from './site/snapshot/openSnapshots.ts';
import type { PageRevisions } from './site/version/pageRevisions.ts';
import { type FindPast, openPastVersions } from './site/version/pastVersions.ts';
import type { ReadCommit } from './site/version/readCommit.ts';
import type { RecordHistory } from './site/version/recordHistory.ts';
import type { ReadRecord } from './store/file/fileRecord.ts';
import type { PageLists } from './store/page/pageLists.ts';
import { prepareSearch } from './store/search/rankPages.ts';
import { createSearch, type PageSearchIndexes } from './store/search/search.ts';
import type { Store } from './store/store.ts';
import type { AdminView } from './view/admin/showAdminPage.ts';
import { createPreviewContent, type PublicContent } from './view/publicContent.ts';
import type { UnfinishedWorkStore } from './work/openWork.ts';
import type { RecordWriter } from './write/queue/writer.ts';

/** The parts that the endpoints need. */
export interface EndpointParts {
  readonly config: ServerConfig;
  readonly version: string;
  readonly clock: () => Date;
  readonly store: Store;
  readonly lists: PageLists;
  readonly content: PublicContent;
  readonly records: RecordHistory;
  readonly revisions: PageRevisions;
  readonly findPast: FindPast;
  readonly repo: GitRepository;
  readonly readRecord: ReadRecord;
  readonly readCommit: ReadCommit;
  readonly writer: RecordWriter;
  readonly trail: AuditTrail;
  readonly auth: Auth;
  readonly media: MediaParts;
  readonly jobs: Jobs;
  /** Null where there is no git host. */
  readonly host: HostSync | null;
  readonly streams: EventStreams;
  readonly presence: Presence;
  readonly proposals: Proposals;
  readonly proposalSchedule: ProposalSchedule;
  readonly work: UnfinishedWorkStore;
  readonly running: { readonly isDraining: boolean };
  readonly snapshots: Snapshots;
  shownCommit(): string | null;
  readonly problems: ProblemList;
}

export const countRecords = (store: Store): number => KINDS.reduce((sum, kind) => sum + store.count(kind), 0);

/** Creates every endpoint. A new area is added here. */
export function createEndpoints(parts: EndpointParts): readonly Endpoint[] {
  const { config, version, clock, store, lists, writer, trail, auth, media, running, shownCommit } = parts;
  const crud = { lookup: store, writer, commitOf: parts.records.commitOf };
  const { webhooks } = parts.jobs;
  const liveSearch = createSearch(store);
  const live = { content: parts.content, preview: createPreviewContent(store, lists, clock) };
  const contentOf = ({ content, preview, snapshot, search = () => liveSearch }: SiteVersion): readonly Endpoint[] =>
    contentEndpoints({
      ...{ content, preview, ogImages: media.ogImages, credentials: auth.credentials },
      search,
      files: snapshot ? media.filesAt(snapshot.commit) : media.files,
      ...{ siteUrl: config.siteUrl, cache: config.cache, tellsSchema: config.tellsSchema },
      remembersAnswers: !snapshot,
    });
  const declared: readonly Endpoint[] = [
    ...describingEndpoints(() => described, { version, siteUrl: config.siteUrl }),
    ...healthEndpoints({
      version,
      clock,
      isReady: () => !running.isDraining && (parts.host?.isReady() ?? true),
      details: () => ({ commit: shownCommit(), records: countRecords(store), problems: parts.problems.count() }),
    }),
    ...authEndpoints({ lookup: store, siteUrl: config.siteUrl, ...auth }),
    ...previewSessionEndpoints({ ...auth, lookup: store, snapshots: parts.snapshots, previewUrl: config.previewUrl }),
    ...viewEndpoints({ lookup: store, views: auth.views }),
    ...userEndpoints({ ...crud, passwords: auth.passwords, lastUse: auth.lastUse }),
    ...webhookEndpoints({ ...crud, webhooks, allowsPrivate: config.allowPrivateWebhooks }),
    ...overviewEndpoints({ store, lists, trail, problems: parts.problems }),
    ...changeEndpoints({ ...parts, lookup: store, schedule: parts.proposalSchedule }),
    ...workEndpoints(parts),
    ...presenceEndpoints(parts),
    ...eventEndpoints(parts),
    ...syncEndpoints({ ...parts, planRemoval: media.planRemoval }),
    ...hookEndpoints({ host: parts.host, secret: config.gitHost?.hookSecret ?? null }),
    ...withVersions(contentOf(live), {
      ...{ snapshots: parts.snapshots, clock, live, open: contentOf },
      ...{ identify: auth.credentials.identifyPreviewer, complete: media.complete },
    }),
  ];
  const findInChange = createFindInChange(parts);
  const editing = editingEndpoints({
    ...parts,
    search: () => liveSearch,
    prepareSearch: () => prepareSearch(liveSearch),
    library: media.library,
    importContent: media.importContent,
  });
  const drafting = { ...parts, lookup: store, schedule: parts.proposalSchedule, findInChange };
  const described: readonly Endpoint[] = [
    ...withPatches(declared, writer).map((one) => mergeLate(one, parts.findPast)),
    ...editing.map((one) => withDraftFacts(one, drafting)),
    ...draftEndpoints(editing, drafting),
  ].map((one) => (one.path.startsWith('/api/admin/') ? inChange(one, findInChange) : one));
  const ui = uiEndpoints({ folder: packageFile('dist/ui'), policy: uiPolicy(config) });
  return config.servesUi ? [...described, ...ui] : described;
}

/** One version of the site for editing: the live one, or that of a change. */
interface EditedVersion
  extends Pick<
    EndpointParts,
    | 'config'
    | 'clock'
    | 'store'
    | 'lists'
    | 'records'
    | 'revisions'
    | 'findPast'
    | 'readCommit'
    | 'writer'
    | 'repo'
    | 'shownCommit'
    | 'proposals'
    | 'proposalSchedule'
  > {
  search(): PageSearchIndexes;
  prepareSearch(): void;
  readonly problems: Pick<ProblemList, 'list'>;
  readonly library: MediaParts['library'];
  readonly importContent: MediaParts['importContent'];
  readonly media: MediaParts;
}

/** The endpoints that read and write content, for any version of it. */
function editingEndpoints(version: EditedVersion): readonly Endpoint[] {
  const { config, clock, store, lists, records, writer, media, findPast, shownCommit } = version;
  const crud = { lookup: store, writer, commitOf: records.commitOf };
  const { proposals, proposalSchedule: schedule, search } = version;
  const { drafts } = proposals;
  const view: AdminView = {
    lookup: store,
    authorOf: records.authorOf,
    hasDraft: (record) => drafts.nameOf(record) !== undefined,
    draftAuthorOf: drafts.authorOf,
  };
  const { prepareSearch: prepare } = version;
  const listing = {
    lists,
    store,
    search,
    prepareSearch: prepare,
    findScheduledPages: () => findScheduledPages({ proposals, schedule }),
  };
  const declared: readonly Endpoint[] = [
    pagePreviewEndpoint({ lookup: store, clock }),
    ...[
      ...adminPageEndpoints({ ...crud, ...listing, view, clock }),
      ...revisionEndpoints({ ...crud, revisions: version.revisions, view }),
    ].map((endpoint) => afterDrafts(endpoint, proposals)),
    ...commitEndpoints({ ...crud, ...version, files: media.files, hasFile: media.has }),
    ...settingsEndpoints({ ...crud, siteUrl: config.siteUrl, previewUrl: config.previewUrl }),
    ...[
      ...mediaEndpoints({
        ...crud,
        view,
        library: version.library,
        uploadDir: media.uploadDir,
        keepsFiles: media.isInGit,
      }),
      ...mentionEndpoints({ lookup: store }),
      ...lookingEndpoints({ store, search, problems: version.problems }),
      ...recordEndpoints({ ...crud, view }),
    ].map((endpoint) => afterMentions(endpoint, store)),
    ...exchangeEndpoints({
      lookup: store,
      importContent: version.importContent,
      files: media.files,
      clock,
      shownCommit,
    }),
  ];
  return withPatches(declared, writer).map((one) => ({ ...mergeLate(one, findPast), isInChanges: true }));
}

/** Finds an endpoint's counterpart in a change. The endpoints of a change are created once while it is open. */
function createFindInChange(parts: EndpointParts): FindInChange {
  const made = new WeakMap<OpenProposal, ReadonlyMap<string, Endpoint>>();
  const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
  return async (name, endpoint) => {
    const opened = await parts.proposals.open(name, endpoint.method !== 'GET');
    const known =
      made.get(opened) ?? new Map(editingEndpoints(toEditedVersion(opened, parts)).map((one) => [nameOf(one), one]));
    made.set(opened, known);
    const found = known.get(nameOf(endpoint))!;
    // A browser loads pictures by their address alone, so the address must name the version.
    const opens = { ref: branchName(opened.content.ref) };
    const { store } = opened.content;
    const isLive = (id: number): boolean => store.get('media', id)?.rev === parts.store.get('media', id)?.rev;
    const isPreview = endpoint.path === PAGE_PREVIEW_PATH;
    return { ...found, handle: isPreview ? withOpenAddresses(found, opens) : withOpenPictures(found, opens, isLive) };
  };
}

function toEditedVersion({ content, writer }: OpenProposal, parts: EndpointParts): EditedVersion {
  const { store, lists, records } = content;
  const { repo, readRecord, media } = parts;
  const history: Parameters<typeof openPastVersions>[0]['history'] = {
    isReady: true,
    beginningWith: (prefix) => content.history.beginningWith(prefix),
    firstVersion: (name) => content.history.firstVersion(name),
  };
  const ofBranch = { ...repo, head: async () => content.head };
  const past = openPastVersions({
    repo: ofBranch,
    history,
    records,
    readRecord,
    lookup: store,
    isReady: () => true,
    hasAmended: true,
  });
  return {
    ...{ ...parts, store, lists, records, writer, repo: ofBranch, ...past },
    ...media.inVersion({ store, writer }),
    shownCommit: () => content.head,
    search: content.search,
    // The texts of a change are indexed only when it is searched.
    prepareSearch: () => undefined,
    problems: { list: async () => findInSlices(store) },
  };
}

/** The endpoint, after finding out which pages have drafts. */
const afterDrafts = (endpoint: Endpoint, proposals: Proposals): Endpoint => ({
  ...endpoint,
  handle: (call) => proposals.drafts.refresh().then(() => endpoint.handle(call)),
});

/** The endpoint, after collecting in slices what mentions what: its answers show that. */
const afterMentions = (endpoint: Endpoint, store: Store): Endpoint => ({
  ...endpoint,
  handle: (call) =>
    store.knowsReferences() ? endpoint.handle(call) : store.prepareReferences().then(() => endpoint.handle(call)),
});
