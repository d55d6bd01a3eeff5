import { existsSync } from 'node:fs';
import { createAuditTrail } from '../auth/audit/auditTrail.ts';
import { findActor } from '../auth/identity.ts';
import type { Auth } from '../auth/openAuth.ts';
import type { Passwords } from '../auth/password/passwords.ts';
import type { Setup } from '../auth/setup.ts';
import { findInSlices } from '../check/findings.ts';
import { noteExtensions } from '../extend/load/noteExtensions.ts';
import type { HeadHistory } from '../git/history/history.ts';
import type { HostSync } from '../host/host.ts';
import type { HttpApp } from '../http/app.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { restrictParts } from '../http/reader/restrictParts.ts';
import { guardInstance } from '../lib/disk/guardInstance.ts';
import type { ContentImport } from '../media/contentImport.ts';
import type { Proposals } from '../proposal/proposals.ts';
import type { ProposalSchedule } from '../proposal/schedule.ts';
import type { Announcements } from '../site/announcements.ts';
import { showHistoryLater } from '../site/folder/showHistoryLater.ts';
import type { Site, Sites } from '../site/site.ts';
import type { CommittedChanges } from '../site/version/committedChanges.ts';
import { preloadRecords } from '../store/preloadRecords.ts';
import { preparePrivateFolder, runningSocket } from '../store/privateFolder.ts';
import type { Store } from '../store/store.ts';
import { openWork } from '../work/openWork.ts';
import type { RecordWriter } from '../write/action.ts';
import type { EndpointParts } from './endpointParts.ts';
import { createEndpoints } from './endpoints.ts';
import { type CmsOptions, createWriting, openContent } from './openContent.ts';
import { openServices, type Services } from './openServices.ts';
import { createServedApp } from './servedApp.ts';

/** A running content management system, without a server in front. */
export interface Cms {
  readonly app: HttpApp;
  readonly endpoints: readonly Endpoint[];
  readonly store: Store;
  readonly writer: RecordWriter;
  readonly history: HeadHistory;
  readonly announcements: Announcements;
  readonly committed: CommittedChanges;
  readonly live: Site<RecordWriter>;
  readonly sites: Sites;
  readonly proposals: Proposals;
  readonly proposalSchedule: Pick<ProposalSchedule, 'of'>;
  /** Null where there is no git host. */
  readonly host: HostSync | null;
  readonly setup: Setup;
  readonly passwords: Passwords;
  /** What people sign in with besides a password, and what is required of whom. */
  readonly signIn: Pick<Auth, 'factors' | 'requirements' | 'audit'>;
  readonly importContent: ContentImport;
  /** Does what the start has put off. Call it once the server listens. */
  settle(): void;
  /** Refuses new writes from now on. */
  drain(): void;
  /** Finishes running writes and saves what makes the next start faster. */
  close(): Promise<void>;
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
  const services = await openServices(createWriting(await openContent(options, privateDir)));
  const { log, repo, privateRepo, store, records, onError } = services;
  const {
    writer,
    ids,
    announcements,
    committed,
    live,
    sites,
    jobs,
    featureParts,
    effects,
    auth,
    mail,
    media,
    watch,
    host,
  } = services;
  const { streams, problems, proposals, proposalSchedule, droppedProposals } = services;
  const running = { isDraining: false };
  const parts = createEndpointParts(services, { running, askInside: (asked) => app.askInside(asked) });
  const endpoints = createEndpoints(parts);
  featureParts.start({
    ...{ mail, problems, whole: parts, changes: services, host },
    findReader(person) {
      const id = Number(person.replace('user/', ''));
      const actor = findActor(
        { type: 'user', id, name: '', email: '', role: 'viewer' },
        { ...services, lookup: store },
      );
      return actor && (actor.rights.readsAll ? parts : restrictParts(parts, actor.rights));
    },
  });
  const drain = (): void => {
    running.isDraining = true;
    streams.close();
    host?.drain();
    effects.close().catch(onError);
    jobs.close().then(featureParts.close).catch(onError);
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
    ...{ app, endpoints, store, writer, announcements, committed, live, sites, host, settle, drain },
    ...{ proposals, proposalSchedule },
    ...{ history: records.history, setup: auth.setup, passwords: auth.passwords, signIn: auth },
    importContent: media.writingTo(live).importContent,
    async close() {
      drain();
      problems.close();
      // Acknowledged writes are safe already: if saving fails here, only the next start is slower.
      const finish = (end: () => unknown): Promise<unknown> => Promise.resolve().then(end).catch(onError);
      const endings = [effects.close, proposalSchedule.close, droppedProposals.close, () => host?.close(), watch.close];
      for (const end of [
        ...endings,
        jobs.close,
        featureParts.close,
        services.passwordReset.idle,
        mail.close,
        writer.idle,
        ids.close,
      ])
        await finish(end);
      await Promise.all([records.save, media.close, auth.close, repo.close, privateRepo.close].map(finish));
    },
  };
}

type LaterParts = Pick<EndpointParts, 'running' | 'askInside'>;

const createEndpointParts = (services: Services, later: LaterParts): EndpointParts & Pick<Services, 'problems'> => ({
  ...services,
  extensions: services.extensions ?? [],
  work: openWork(services),
  trail: createAuditTrail({ log: services.audit, history: services.records.history, repo: services.repo }),
  problemsOf: ({ store }) =>
    store === services.store ? services.problems : { list: async () => findInSlices(store, { now: services.clock() }) },
  // Whoever may not read everything gets restricted parts.
  mayTell: async () => true,
  ...later,
});
