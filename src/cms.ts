import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type Koa from 'koa';
import { createAuditLog } from './auth/auditLog.ts';
import { createCredentials } from './auth/credentials.ts';
import { openLastUse } from './auth/lastUse.ts';
import { createLogin } from './auth/login.ts';
import { createPasswords, type PasswordOptions } from './auth/passwords.ts';
import { loadSecret } from './auth/secret.ts';
import { openSessions } from './auth/sessions.ts';
import { createSetup, type Setup } from './auth/setup.ts';
import { createTokens } from './auth/tokens.ts';
import { requireSpace } from './change/requireSpace.ts';
import { createUser } from './change/user.ts';
import { createWriter, type Writer } from './change/writer.ts';
import type { Config } from './config.ts';
import { createHistory, type History } from './git/history.ts';
import { initRepository } from './git/init.ts';
import { isTracked } from './git/isTracked.ts';
import { findNativeGit } from './git/native.ts';
import { createPlainRepo } from './git/plainRepo.ts';
import { createRepository } from './git/repository.ts';
import { authEndpoints } from './http/admin/auth.ts';
import { adminPageEndpoints } from './http/admin/pages.ts';
import { settingsEndpoints } from './http/admin/settings.ts';
import { typeEndpoints } from './http/admin/types.ts';
import { userEndpoints } from './http/admin/users.ts';
import { createApp } from './http/app.ts';
import { contentPageEndpoints } from './http/content/pages.ts';
import type { Endpoint } from './http/endpoint.ts';
import { healthEndpoints } from './http/health.ts';
import type { Log } from './http/log.ts';
import type { State } from './http/state.ts';
import { within } from './lib/within.ts';
import type { Actor } from './model/access.ts';
import { KINDS } from './model/entities/index.ts';
import type { User } from './model/entities/user.ts';
import type { Entry } from './model/entry.ts';
import { createReadRecord, type FileTimes } from './store/fileRecord.ts';
import { createIds } from './store/ids.ts';
import { guardInstance } from './store/instanceGuard.ts';
import { createMarks } from './store/marks.ts';
import { createPageLists } from './store/pageLists.ts';
import { createParseCache } from './store/parseCache.ts';
import { preparePrivateFolder } from './store/privateFolder.ts';
import { createStore, type Store } from './store/store.ts';
import { createHeadFollower } from './sync/followHead.ts';
import { createIndexer } from './sync/indexer.ts';
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
/** Readiness waits this long for the history; after that it comes in the background. */
const HISTORY_TIMEOUT_MS = 10_000;

/** Builds every part once and joins them. Nothing else wires. */
export async function createCms({
  config,
  log,
  version,
  clock = () => new Date(),
  ...options
}: CmsOptions): Promise<Cms> {
  if (!existsSync(config.contentDir))
    throw new Error(`There is no content folder at ${config.contentDir} (CONTENT_DIR)`);
  const privateDir = await preparePrivateFolder(config.privateDir);
  const guard = await guardInstance(privateDir);
  const nativeGit = options.usesNativeGit === false ? null : await findNativeGit();
  await initRepository({ contentDir: config.contentDir, nativeGit, now: clock });
  const repo = await createRepository({ contentDir: config.contentDir, branch: config.gitBranch ?? undefined });
  if (await isTracked(repo, privateDir))
    throw new Error(`The content repository tracks ${privateDir} (PRIVATE_DIR): users and keys must not be in git`);
  const head = await repo.head();

  const store = createStore();
  const lists = createPageLists(store, clock);
  const history = await createHistory({ repo, cacheFile: join(privateDir, 'state', 'history.json'), nativeGit });
  const isHistoryReady = await within(HISTORY_TIMEOUT_MS, history.extend(head));

  const readRecord = createReadRecord();
  const contentCache = createParseCache(join(privateDir, 'state', 'parse-cache.ndjson'), clock);
  const privateCache = createParseCache(join(privateDir, 'state', 'private-cache.ndjson'), clock);
  const timesOfFile = (mtime: Date): FileTimes => ({ createdAt: mtime.toISOString(), updatedAt: mtime.toISOString() });
  const contentIndexer = createIndexer({
    store,
    readRecord,
    root: repo.root,
    home: 'content',
    cache: contentCache,
    times(path, rev, { mtime }) {
      const known = history.lastChange(path);
      if (!known) return timesOfFile(mtime);
      return { createdAt: known.firstAt, updatedAt: known.blob === rev ? known.at : mtime.toISOString() };
    },
  });
  const privateIndexer = createIndexer({
    store,
    readRecord,
    root: privateDir,
    home: 'private',
    cache: privateCache,
    times: (_path, _rev, { mtime }) => timesOfFile(mtime),
  });
  await Promise.all([contentIndexer.load(), privateIndexer.load()]);

  const onError = (error: unknown): void => log.error({ err: error }, 'A file in the private folder cannot be written');
  const audit = createAuditLog({ privateDir, clock, onError });
  const ids = createIds(createMarks(join(privateDir, 'state', 'ids.json')), store.highestId);
  const privateRepo = createPlainRepo({ root: privateDir });
  const follower = createHeadFollower({ repo, indexer: contentIndexer, history, head });
  const writer = createWriter({
    store,
    ids,
    history,
    follower,
    readRecord,
    clock,
    requireSpace: () => requireSpace([repo.root, privateDir]),
    homes: {
      content: { repo, indexer: contentIndexer, cache: contentCache },
      private: { repo: privateRepo, indexer: privateIndexer, cache: privateCache },
    },
    async audit(action, drafts, actor) {
      for (const { kind, before, after } of drafts) {
        await audit.append({
          actor: `${actor.type}/${actor.id}`,
          action: action.name,
          record: `${kind}/${(after ?? before)?.id}`,
          ok: true,
        });
      }
    },
  });
  if (!isHistoryReady) void history.extend(head).then(() => writer.inTurn(contentIndexer.load));

  const passwords = createPasswords(options.passwords);
  const tokens = createTokens({ secret: await loadSecret(privateDir, config.jwtSecret), clock });
  const sessions = await openSessions({ privateDir, clock });
  const lastUse = await openLastUse({ privateDir, clock, onError });
  const credentials = createCredentials({
    lookup: store,
    tokens,
    sessions,
    lastUse,
    clock,
    authorEmail: config.authorEmail,
  });
  const login = createLogin({ lookup: store, passwords, tokens, audit });
  const setup = createSetup({
    lookup: store,
    passwords,
    async createUser(user) {
      const { entries } = await writer.write(createUser(user), SYSTEM);
      return entries[0] as Entry<User>;
    },
  });
  if (config.firstAdmin) await setup.bootstrap(config.firstAdmin.email, config.firstAdmin.password);

  let isDraining = false;
  const countRecords = (): number => KINDS.reduce((sum, kind) => sum + store.count(kind), 0);
  const commitOf = (path: string): string | null => history.lastChange(path)?.commit ?? null;
  const view = { lookup: store, authorOf: (path: string) => history.lastChange(path)?.author };
  const crud = { lookup: store, writer, commitOf };
  const content = createPublicContent(store, lists, clock);
  const endpoints = [
    ...healthEndpoints({
      version,
      clock,
      isReady: () => !isDraining,
      details: () => ({ commit: follower.head, records: countRecords(), problems: store.problems().length }),
    }),
    ...authEndpoints({ lookup: store, login, credentials, sessions, tokens, setup, audit }),
    ...adminPageEndpoints({ ...crud, lists, view }),
    ...typeEndpoints(crud),
    ...settingsEndpoints({ ...crud, siteUrl: config.siteUrl }),
    ...userEndpoints({ ...crud, passwords, lastUse }),
    ...contentPageEndpoints({ content, lookup: store }),
  ];
  const app = createApp({
    config,
    log,
    endpoints,
    identify: credentials.identify,
    isDraining: () => isDraining,
    gauges: {
      quire_records: { help: 'Records in memory', value: countRecords },
      quire_problems: { help: 'Problems in files', value: () => store.problems().length },
    },
  });

  const save = async (): Promise<void> => {
    await Promise.all([contentCache.save(), privateCache.save(), history.save()]);
  };
  void writer.inTurn(save).catch(onError);

  return {
    app,
    endpoints,
    store,
    writer,
    history,
    setup,
    drain: () => {
      isDraining = true;
    },
    async close() {
      isDraining = true;
      await writer.idle();
      ids.close();
      await Promise.all([save(), lastUse.close(), passwords.close(), repo.close(), privateRepo.close()]);
      await guard.close();
    },
  };
}
