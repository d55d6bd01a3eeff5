import { existsSync } from 'node:fs';
import { createAuditLog } from './auth/audit/auditLog.ts';
import { createAuditTrail } from './auth/audit/auditTrail.ts';
import { openAuth } from './auth/openAuth.ts';
import type { PasswordOptions, Passwords } from './auth/password/passwords.ts';
import type { Setup } from './auth/setup.ts';
import type { ServerConfig } from './config.ts';
import { createEndpoints, type EndpointParts } from './endpoints.ts';
import { openEffects } from './extend/effects/openEffects.ts';
import type { EffectLimits } from './extend/effects/process/effectRunner.ts';
import { publicFolders } from './extend/endpoints/extensionEndpoints.ts';
import { createSlowEndpoints } from './extend/endpoints/slowEndpoints.ts';
import { joinFeatures } from './extend/feature.ts';
import { openJudge } from './extend/judge/openJudge.ts';
import type { LoadedCode } from './extend/load/loadSiteCode.ts';
import { noteExtensions } from './extend/load/noteExtensions.ts';
import { FEATURES } from './features/lists/server.ts';
import type { DurableFs } from './git/disk/durableFs.ts';
import type { HeadHistory } from './git/history/history.ts';
import { openRepository, warnOfProgram } from './git/openRepository.ts';
import { createPlainRepo } from './git/plainRepo.ts';
import { findNativeGit } from './git/read/native.ts';
import { remoteNames } from './git/remote/openRemote.ts';
import type { HostSync } from './host/host.ts';
import { openHost } from './host/openHost.ts';
import { openProblems } from './http/admin/openProblems.ts';
import type { HttpApp } from './http/app.ts';
import type { Endpoint } from './http/endpoint.ts';
import type { Log } from './http/log/log.ts';
import { openStreams } from './http/stream/openStreams.ts';
import { openJobs } from './job/openJobs.ts';
import { guardInstance } from './lib/disk/guardInstance.ts';
import { programPaths } from './lib/disk/programPaths.ts';
import { lazily } from './lib/list/lazily.ts';
import type { ContentImport } from './media/contentImport.ts';
import { openMedia } from './media/openMedia.ts';
import { SYSTEM } from './model/access.ts';
import type { User } from './model/entities/user.ts';
import type { Entry } from './model/entry.ts';
import { branchOfName } from './proposal/branch/names.ts';
import { openProposals } from './proposal/openProposals.ts';
import type { Proposals } from './proposal/proposals.ts';
import type { ProposalSchedule } from './proposal/schedule.ts';
import { createServedApp } from './servedApp.ts';
import { type Announcements, createAnnouncements } from './site/announcements.ts';
import { openRecords } from './site/folder/openRecords.ts';
import { showHistoryLater } from './site/folder/showHistoryLater.ts';
import { openIds } from './site/openIds.ts';
import { openLive } from './site/openLive.ts';
import { openSeals } from './site/openSeals.ts';
import { openSites } from './site/openSites.ts';
import type { Sites } from './site/site.ts';
import { type CommittedChanges, createCommittedChanges } from './site/version/committedChanges.ts';
import { createHeadFollower } from './site/watch/followHead.ts';
import { startWatch } from './site/watch/watch.ts';
import { createStore } from './store/createStore.ts';
import { isContentFile } from './store/file/inspectSightings.ts';
import type { PackedWalk } from './store/file/packedWalk.ts';
import type { ChooseId } from './store/id/randomId.ts';
import { preloadRecords } from './store/preloadRecords.ts';
import { preparePrivateFolder, runningSocket } from './store/privateFolder.ts';
import type { Store } from './store/store.ts';
import { openWork } from './work/openWork.ts';
import type { RecordWriter } from './write/action.ts';
import { createPlanParts } from './write/queue/planWrite.ts';
import { requireSpace } from './write/queue/requireSpace.ts';
import { createRecordWriter, createWriteQueue } from './write/queue/writer.ts';
import { createUser } from './write/record/user.ts';
import { createLiveTarget } from './write/target/liveTarget.ts';

/** A running content management system, without a server in front. */
export interface Cms {
  readonly app: HttpApp;
  readonly endpoints: readonly Endpoint[];
  readonly store: Store;
  readonly writer: RecordWriter;
  readonly history: HeadHistory;
  readonly announcements: Announcements;
  readonly committed: CommittedChanges;
  readonly sites: Sites;
  readonly proposals: Proposals;
  readonly proposalSchedule: Pick<ProposalSchedule, 'of'>;
  /** Null where there is no git host. */
  readonly host: HostSync | null;
  readonly setup: Setup;
  readonly passwords: Passwords;
  readonly importContent: ContentImport;
  /** Does what the start has put off. Call it once the server listens. */
  settle(): void;
  /** Refuses new writes from now on. */
  drain(): void;
  /** Finishes running writes and saves what makes the next start faster. */
  close(): Promise<void>;
}

/** The site's own code is none by default. */
export interface CmsOptions extends Partial<LoadedCode> {
  readonly config: ServerConfig;
  readonly log: Log;
  readonly version: string;
  readonly clock?: () => Date;
  readonly passwords?: PasswordOptions;
  /** Chooses the ids of new records if the site does not count; at random by default. */
  readonly chooseId?: ChooseId;
  /** Without native git everything works, but more slowly. */
  readonly usesNativeGit?: boolean;
  /** The walk through the content's files, begun by another thread. */
  readonly walk?: Promise<PackedWalk | null>;
  /** How the repository is changed on disk; tests pass one that fails. */
  readonly fs?: DurableFs;
  /** How long the git host may stay silent. */
  readonly hostSilentMs?: number;
  /** The environment of the server, for the secrets that extensions need; empty by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly effectLimits?: Partial<EffectLimits>;
}

/** Builds every part once and connects them. Nothing else does. */
export async function createCms(options: CmsOptions): Promise<Cms> {
  const { config } = options;
  if (!existsSync(config.contentDir))
    throw new Error(`There is no content folder at ${config.contentDir} (CONTENT_DIR)`);
  const privateDir = await preparePrivateFolder(config.privateDir);
  const taken = `Another Quire is running on ${privateDir} (PRIVATE_DIR): stop it first`;
  const guard = await guardInstance(runningSocket(privateDir), taken);
  try {
    const cms = await openCms(options, privateDir);
    return { ...cms, close: () => cms.close().finally(guard.close) };
  } catch (error) {
    await guard.close();
    throw error;
  }
}

/** Opens the parts step by step; each step adds to those before it. */
async function openCms(options: CmsOptions, privateDir: string): Promise<Cms> {
  const services = await openServices(createWriting(await openContentParts(options, privateDir)));
  const { log, repo, privateRepo, store, records, onError } = services;
  const { writer, ids, announcements, committed, live, sites, jobs, effects, auth, media, watch, host } = services;
  const { streams, problems, proposals, proposalSchedule, droppedProposals } = services;
  const running = { isDraining: false };
  const parts = createEndpointParts(services, { running, askInside: (asked) => app.askInside(asked) });
  const endpoints = createEndpoints(parts);
  const drain = (): void => {
    running.isDraining = true;
    streams.close();
    host?.drain();
    effects.close().catch(onError);
    jobs.close().catch(onError);
  };
  const app = createServedApp(parts, endpoints, log);
  const settle = (): void => {
    void writer.inTurn(records.save).catch(onError);
    repo.lookThrough();
    host?.start();
    void noteExtensions({ ...parts, log, privateDir, onError }).catch(onError);
    const ahead = app.prepare().then(() => preloadRecords(store, () => running.isDraining));
    void ahead.then(store.prepareReferences).then(problems.start).catch(onError);
  };
  if (!records.isHistoryReady) showHistoryLater({ ...services, indexer: services.homes.content.indexer });
  return {
    ...{ app, endpoints, store, writer, announcements, committed, sites, host, settle, drain },
    ...{ proposals, proposalSchedule },
    ...{ history: records.history, setup: auth.setup, passwords: auth.passwords },
    importContent: media.writingTo(live).importContent,
    async close() {
      drain();
      problems.close();
      // Acknowledged writes are safe already: if saving fails here, only the next start is slower.
      const finish = (end: () => unknown): Promise<unknown> => Promise.resolve().then(end).catch(onError);
      const endings = [effects.close, proposalSchedule.close, droppedProposals.close, () => host?.close(), watch.close];
      for (const end of [...endings, jobs.close, writer.idle, ids.close]) await finish(end);
      await Promise.all([records.save, media.close, auth.close, repo.close, privateRepo.close].map(finish));
    },
  };
}

type ContentParts = Awaited<ReturnType<typeof openContentParts>>;
type WritingParts = ReturnType<typeof createWriting>;
type Services = Awaited<ReturnType<typeof openServices>>;
type LaterParts = Pick<EndpointParts, 'running' | 'askInside'>;

/** Opens the repository of the content and reads all records into memory. */
async function openContentParts(options: CmsOptions, privateDir: string) {
  const { config, log, walk, clock = () => new Date() } = options;
  const findGit = options.usesNativeGit === false ? async () => null : lazily(findNativeGit);
  const started = programPaths();
  const repo = await openRepository({
    ...{ contentDir: config.contentDir, branch: config.gitBranch ?? undefined },
    // A replica writes nothing itself, but its clone follows the host.
    readOnly: config.readOnly && config.gitHost === null,
    ...{ privateDir, findGit, now: clock, fs: options.fs, seals: await openSeals(privateDir) },
    ...{ programPaths: started, codePaths: options.closedPaths ?? [], isContent: isContentFile },
  });
  const warning = config.gitHost && warnOfProgram(repo.location, started);
  if (warning) log.warn(warning);
  const privateRepo = createPlainRepo({ root: privateDir });
  const judge = openJudge(options);
  const store = createStore({ code: judge.code });
  const records = await openRecords({ repo, privateDir, findGit, clock, store, walk });
  const homes = {
    content: { repo, ...records.homes.content },
    private: { repo: privateRepo, ...records.homes.private },
  };
  const onError = (error: unknown): void => log.error({ err: error }, 'A file in the private folder cannot be written');
  const features = joinFeatures(FEATURES);
  const opened = { repo, privateRepo, store, records, homes, features };
  return { ...options, ...opened, judge, privateDir, clock, findGit, onError };
}

/** Adds the parts that change records and announce it. */
function createWriting(content: ContentParts) {
  const { log, privateDir, clock, onError, repo, store, records, homes, features } = content;
  const { history, readRecord, head } = records;
  const { indexer } = homes.content;
  const ids = openIds({ ...content, history });
  const announcements = createAnnouncements((error) => log.error({ err: error }, 'A change could not be announced'));
  const committed = createCommittedChanges({ repo, store, readRecord });
  const follower = createHeadFollower({ repo, store, indexer, history, committed, announcements, head });
  const audit = createAuditLog({ privateDir, clock, onError });
  const checkSpace = () => requireSpace({ content: repo.root, private: privateDir });
  const planning = createPlanParts({ store, ids, readRecord, consequences: features.consequences });
  const target = createLiveTarget({
    ...{ store, history, follower, announcements, planning, clock, homes },
    requireSpace: checkSpace,
    audit: (entry) => audit.append({ ...entry, ok: true }),
  });
  const writer = createRecordWriter(target, createWriteQueue());
  const live = openLive({ repo, records, clock, follower, writer });
  const made = { ids, announcements, committed, follower, audit, planning, writer, live };
  return { ...content, ...made, requireSpace: checkSpace };
}

/** Adds events and webhooks, users, media, proposals, the git host and the watch for changes from outside. */
async function openServices(writing: WritingParts) {
  const { config, log, passwords, privateDir, clock, onError, repo, store, records, homes, features } = writing;
  const { writer, announcements, committed, follower, audit, live, judge } = writing;
  const warn = (error: unknown, message: string): void => log.warn({ err: error }, message);
  const report = (error: unknown, message: string): void => log.error({ err: error }, message);
  const jobs = openJobs({
    ...{ repo, live, announcements, committed, privateDir, clock, head: records.head, system: SYSTEM, features },
    ownFolders: publicFolders(writing.extensions ?? []),
    ...{ siteUrl: config.siteUrl, allowPrivateWebhooks: config.allowPrivateWebhooks, readOnly: config.readOnly },
    onError: report,
  });
  const auth = await openAuth({
    ...{ lookup: store, privateDir, audit, clock, onError, passwords },
    ...{ jwtSecret: config.jwtSecret, authorEmail: config.authorEmail, siteUrl: config.siteUrl },
    createUser: async (user) => (await writer.write(createUser(user), SYSTEM)).entries[0] as Entry<User>,
  });
  if (config.firstAdmin) await auth.setup.bootstrap(config.firstAdmin.email, config.firstAdmin.password);
  const media = await openMedia({
    ...{ config: config.media, repo, privateDir, live },
    mentionsInChanges: (names) => parts.mentionsInChanges(names),
    onError: (error) => warn(error, 'A media file could not be handled'),
  });
  const sites = openSites<RecordWriter>({
    ...{ repo, store, clock, history: records.history, readRecord: records.readRecord },
    cache: homes.content.cache,
    remotes: remoteNames(config.gitHost?.remote ?? null),
    createWrite: (branch) => parts.proposals.createWriter(branch),
  });
  // No await may come between this and `openHost`: a change whose time has come is published at once.
  const parts = openProposals({
    ...{ ...writing, sites },
    hostBranches: () => host?.branches ?? null,
    ...{ upstream: config.gitHost?.upstream ?? [], readOnly: config.readOnly },
    onForgotten: () => void media.collect(),
    onError: (error) => report(error, 'A change could not be tracked or published'),
  });
  const onBranches = (): Promise<void> => jobs.lookAtBranch().then(parts.proposals.look);
  const watch = startWatch({ repo, homes, follower, onBranches, inTurn: writer.inTurn, onError: warn });
  const host = openHost({ ...writing, ...parts }, report);
  await parts.proposals.look().then(parts.proposalSchedule.start);
  parts.proposals.subscribe(({ type, name }) => {
    host?.noteChange();
    if (type === 'change.dropped' || type === 'change.published') void media.collect();
    const branch = branchOfName(name);
    if (type === 'change.published' && branch !== undefined) auth.previews.endOf(branch).catch(onError);
  });
  const following = openStreams({ ...parts, jobs, identify: auth.credentials.identify, clock });
  const effects = openEffects({ ...writing, feed: jobs.feed, proposals: parts.proposals, onError: report });
  const slowEndpoints = createSlowEndpoints();
  const problems = openProblems({
    ...{ repo, store, media, clock },
    others: [slowEndpoints, judge.states, watch, jobs, effects, parts.proposalSchedule, ...(host ? [host] : [])],
    onError: (error) => warn(error, 'The content could not be checked'),
  });
  const opened = { sites, jobs, effects, auth, media, watch, host, problems, slowEndpoints };
  return { ...writing, ...parts, ...opened, ...following };
}

const createEndpointParts = (services: Services, later: LaterParts): EndpointParts => ({
  ...services,
  extensions: services.extensions ?? [],
  work: openWork(services),
  trail: createAuditTrail({ log: services.audit, history: services.records.history, repo: services.repo }),
  ...later,
});
