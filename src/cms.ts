import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type Koa from 'koa';
import { type AuditLog, createAuditLog } from './auth/auditLog.ts';
import { type Auth, openAuth } from './auth/openAuth.ts';
import type { PasswordOptions } from './auth/passwords.ts';
import type { Setup } from './auth/setup.ts';
import { requireSpace } from './change/requireSpace.ts';
import { createUser } from './change/user.ts';
import { createWriter, type Writer } from './change/writer.ts';
import type { Config } from './config.ts';
import type { History } from './git/history.ts';
import { initRepository } from './git/init.ts';
import { isTracked } from './git/isTracked.ts';
import { findNativeGit, type NativeGit } from './git/native.ts';
import { createPlainRepo } from './git/plainRepo.ts';
import { createRepository, type GitRepository } from './git/repository.ts';
import { authEndpoints } from './http/admin/auth.ts';
import { overviewEndpoints } from './http/admin/overview.ts';
import { adminPageEndpoints } from './http/admin/pages.ts';
import { recordEndpoints } from './http/admin/recordEndpoints.ts';
import { settingsEndpoints } from './http/admin/settings.ts';
import { userEndpoints } from './http/admin/users.ts';
import { createApp } from './http/app.ts';
import { contentPageEndpoints } from './http/content/pages.ts';
import type { Endpoint } from './http/endpoint.ts';
import { healthEndpoints } from './http/health.ts';
import type { Log } from './http/log.ts';
import type { State } from './http/state.ts';
import type { Actor } from './model/access.ts';
import { KINDS } from './model/entities/index.ts';
import type { User } from './model/entities/user.ts';
import type { Entry, Problem } from './model/entry.ts';
import { createIds } from './store/ids.ts';
import { guardInstance } from './store/instanceGuard.ts';
import { createMarks } from './store/marks.ts';
import { createPageLists, type PageLists } from './store/pageLists.ts';
import { preparePrivateFolder } from './store/privateFolder.ts';
import { createStore, type Store } from './store/store.ts';
import { createHeadFollower } from './sync/followHead.ts';
import { listProblems } from './sync/listProblems.ts';
import { openRecords } from './sync/openRecords.ts';
import { createPublicContent } from './view/publicContent.ts';

/** A running content management system, without a server in front. */
export interface Cms {
  readonly app: Koa<State>;
  readonly endpoints: readonly Endpoint[];
  readonly store: Store;
  readonly writer: Writer;
  readonly history: History;
  readonly setup: Setup;
  /** Refuses new writes from now on. */
  drain(): void;
  /** Finishes what is being written and saves what the next start is quicker with. */
  close(): Promise<void>;
}

export interface CmsOptions {
  readonly config: Config;
  readonly log: Log;
  readonly version: string;
  readonly clock?: () => Date;
  readonly passwords?: PasswordOptions;
  /** Without native git everything works, slower. */
  readonly usesNativeGit?: boolean;
}

/** Acts where nobody asked: the first admin of the configuration and of the set-up. */
const SYSTEM: Actor = { type: 'system', id: 0, name: 'Quire', email: 'quire@quire.invalid', role: 'admin' };

/** Builds every part once and joins them. Nothing else wires. */
export async function createCms(options: CmsOptions): Promise<Cms> {
  const { config } = options;
  if (!existsSync(config.contentDir)) {
    throw new Error(`There is no content folder at ${config.contentDir} (CONTENT_DIR)`);
  }
  const privateDir = await preparePrivateFolder(config.privateDir);
  const guard = await guardInstance(privateDir);
  try {
    const cms = await openCms(options, privateDir);
    return { ...cms, close: () => cms.close().finally(guard.close) };
  } catch (error) {
    await guard.close();
    throw error;
  }
}

async function openCms(options: CmsOptions, privateDir: string): Promise<Cms> {
  const { config, log, clock = () => new Date() } = options;
  const onError = (error: unknown): void => log.error({ err: error }, 'A file in the private folder cannot be written');
  const nativeGit = options.usesNativeGit === false ? null : await findNativeGit();
  const repo = await openRepository(config, { privateDir, nativeGit, clock });
  const privateRepo = createPlainRepo({ root: privateDir });

  const store = createStore();
  const lists = createPageLists(store, clock);
  const records = await openRecords({ repo, privateDir, nativeGit, clock, store });
  const { homes, history, readRecord, head } = records;
  const ids = createIds(createMarks(join(privateDir, 'state', 'ids.json')), store.highestId);
  const follower = createHeadFollower({ repo, indexer: homes.content.indexer, history, head });
  const audit = createAuditLog({ privateDir, clock, onError });
  const writer = createWriter({
    store,
    ids,
    history,
    follower,
    readRecord,
    clock,
    homes: { content: { repo, ...homes.content }, private: { repo: privateRepo, ...homes.private } },
    requireSpace: () => requireSpace([repo.root, privateDir]),
    audit: (entry) => audit.append({ ...entry, ok: true }),
  });
  if (!records.isHistoryReady) void records.historyReady.then(() => writer.inTurn(homes.content.indexer.load), onError);

  const auth = await openAuth({
    lookup: store,
    privateDir,
    audit,
    clock,
    onError,
    jwtSecret: config.jwtSecret,
    authorEmail: config.authorEmail,
    passwords: options.passwords,
    createUser: async (user) => (await writer.write(createUser(user), SYSTEM)).entries[0] as Entry<User>,
  });
  if (config.firstAdmin) await auth.setup.bootstrap(config.firstAdmin.email, config.firstAdmin.password);

  const running = { isDraining: false };
  const shownCommit = (): string | null => follower.head;
  const parts = {
    options,
    clock,
    store,
    lists,
    history,
    writer,
    audit,
    auth,
    running,
    shownCommit,
    listProblems: () => listProblems(repo, store),
  };
  const endpoints = createEndpoints(parts);
  void writer.inTurn(records.save).catch(onError);
  return {
    app: createServedApp(parts, endpoints),
    endpoints,
    store,
    writer,
    history,
    setup: auth.setup,
    drain: () => {
      running.isDraining = true;
    },
    async close() {
      running.isDraining = true;
      await writer.idle();
      ids.close();
      await Promise.all([records.save(), auth.close(), repo.close(), privateRepo.close()]);
    },
  };
}

interface RepositoryParts {
  readonly privateDir: string;
  readonly nativeGit: NativeGit | null;
  readonly clock: () => Date;
}

/** The content's repository, made where there is none; refused when it would make the private folder public. */
async function openRepository(
  config: Config,
  { privateDir, nativeGit, clock }: RepositoryParts,
): Promise<GitRepository> {
  await initRepository({ contentDir: config.contentDir, nativeGit, now: clock });
  const repo = await createRepository({
    contentDir: config.contentDir,
    branch: config.gitBranch ?? undefined,
    nativeGit,
  });
  if (!(await isTracked(repo, privateDir))) return repo;
  throw new Error(`The content repository tracks ${privateDir} (PRIVATE_DIR): users and keys must not be in git`);
}

/** What the interface is made of. */
interface Parts {
  readonly options: CmsOptions;
  readonly clock: () => Date;
  readonly store: Store;
  readonly lists: PageLists;
  readonly history: History;
  readonly writer: Writer;
  readonly audit: AuditLog;
  readonly auth: Auth;
  readonly running: { readonly isDraining: boolean };
  shownCommit(): string | null;
  listProblems(): readonly Problem[];
}

const countRecords = (store: Store): number => KINDS.reduce((sum, kind) => sum + store.count(kind), 0);

/** Every endpoint there is. */
function createEndpoints(parts: Parts): readonly Endpoint[] {
  const { options, clock, store, lists, history, writer, audit, auth, running, shownCommit } = parts;
  const { config, version } = options;
  const crud = { lookup: store, writer, commitOf: (path: string) => history.lastChange(path)?.commit ?? null };
  const view = { lookup: store, authorOf: (path: string) => history.lastChange(path)?.author };
  const content = createPublicContent(store, lists, clock);
  return [
    ...healthEndpoints({
      version,
      clock,
      isReady: () => !running.isDraining,
      details: () => ({ commit: shownCommit(), records: countRecords(store), problems: parts.listProblems().length }),
    }),
    ...authEndpoints({ lookup: store, ...auth }),
    ...adminPageEndpoints({ ...crud, lists, view }),
    ...settingsEndpoints({ ...crud, siteUrl: config.siteUrl }),
    ...userEndpoints({ ...crud, passwords: auth.passwords, lastUse: auth.lastUse }),
    ...recordEndpoints({ ...crud, view, allowPrivateWebhooks: config.allowPrivateWebhooks }),
    ...overviewEndpoints({ store, lists, audit, listProblems: parts.listProblems }),
    ...contentPageEndpoints({ content, lookup: store }),
  ];
}

const createServedApp = (
  { options, store, auth, running, listProblems }: Parts,
  endpoints: readonly Endpoint[],
): Koa<State> =>
  createApp({
    config: options.config,
    log: options.log,
    endpoints,
    identify: auth.credentials.identify,
    isDraining: () => running.isDraining,
    gauges: {
      quire_records: { help: 'Records in memory', value: () => countRecords(store) },
      quire_problems: { help: 'Problems in files', value: () => listProblems().length },
    },
  });
