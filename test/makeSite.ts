import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSync } from 'bcryptjs';
import { onTestFinished } from 'vitest';
import { createPasswordPool, type PasswordPool } from '../src/auth/password/passwordPool.ts';
import { type Cms, createCms } from '../src/cms/cms.ts';
import { readServerConfig } from '../src/config.ts';
import type { EffectLimits } from '../src/extend/effects/process/effectRunner.ts';
import type { ExtensionDefinition } from '../src/extend/extension.ts';
import { toLoadedExtension } from '../src/extend/load/extensionFiles.ts';
import type { LoadedExtension } from '../src/extend/loaded.ts';
import type { DurableFs } from '../src/git/disk/durableFs.ts';
import { createLog } from '../src/http/log/log.ts';
import { type RunningServer, startServer } from '../src/http/server/server.ts';
import type { RoleRecord } from '../src/model/entities/role.ts';
import type { CropRules } from '../src/model/media/mediaVariant.ts';
import type { PackedWalk } from '../src/store/file/packedWalk.ts';
import type { ChooseId } from '../src/store/id/randomId.ts';
import { askJson, type JsonReply } from './http/askJson.ts';
import { expectDescribed } from './http/described.ts';
import { nextFreeId } from './nextFreeId.ts';
import { plantRepository, writeFiles } from './plantRepository.ts';
import { runProgram } from './run/runProgram.ts';

/** The time of the fixed clock, until a test moves it. */
export const NOW = '2026-02-01T12:00:00.000Z';
export const PASSWORD = 'correct horse';
const HASH = hashSync(PASSWORD, 4);

/** Shared by all sites: starting it takes longer than most tests. */
const PASSWORD_THREAD: PasswordPool = {
  ...createPasswordPool({ threads: 1, maxWaiting: 100, maxOfOne: 100 }),
  close: async () => undefined,
};

/** The three users every site has, by role; their ids are 1, 2 and 3. */
const USERS = ['admin', 'editor', 'viewer'] as const;
export type Login = (typeof USERS)[number];

export type Reply = JsonReply;

interface Request {
  readonly as?: Login;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Site {
  readonly contentDir: string;
  readonly privateDir: string;
  readonly cms: Cms;
  readonly url: string;
  /** Sends a request to the running server; `call` is a method and a path below `/api`. */
  ask(call: string, request?: Request): Promise<Reply>;
  /** Moves the clock. */
  setTime(time: string): void;
  /** Runs native git in the repository. */
  git(...args: readonly string[]): string;
  /** The subjects of the commits made since the site was made, newest first. */
  newCommits(): readonly string[];
  read(path: string): string;
  write(path: string, text: string): void;
  /** Stops the server and starts another on the same folders. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface SiteOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly usesNativeGit?: boolean;
  /** Where in the repository the content is; at its root by default. */
  readonly subfolder?: string;
  /** Walks the content's files before each start. */
  readonly walk?: (contentDir: string) => PackedWalk;
  /** How new records get their ids; by default the next free one, so that tests can name it. */
  readonly chooseId?: ChooseId;
  /** How the repository is changed on disk. */
  readonly fs?: DurableFs;
  /** How long a git host may stay silent. */
  readonly hostSilentMs?: number;
  /** The site's own code, asked for at each start; none by default. */
  readonly extensions?: () => readonly ExtensionDefinition[];
  /** The same as a start has loaded it from a configuration. */
  readonly loadedExtensions?: () => readonly LoadedExtension[];
  /** The configuration that lists them; effects run from it. */
  readonly configFile?: string;
  /** How much time effects have. */
  readonly effectLimits?: Partial<EffectLimits>;
  /** The roles that the configuration declares. */
  readonly configuredRoles?: readonly RoleRecord[];
  /** The crops of pictures that the configuration declares. */
  readonly images?: CropRules;
  /** The folder of the extensions' frames. */
  readonly extensionFolder?: string | null;
  /** Registers the function that ends the site, if that is not the end of the current test. */
  readonly whenDone?: (end: () => Promise<void>) => void;
}

/** SHA-256 of no bytes. */
export const HASH_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const GIT_ENV = {
  ...process.env,
  GIT_AUTHOR_NAME: 'A Developer',
  GIT_AUTHOR_EMAIL: 'dev@example.org',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'A Developer',
  GIT_COMMITTER_EMAIL: 'dev@example.org',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
};

const userFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    USERS.map((role, index) => [
      `users/${index + 1}.yaml`,
      `email: ${role}@example.org\nname: The ${role}\nrole: ${role}\npasswordHash: ${HASH}\ncreatedAt: 2026-01-01T00:00:00.000Z\n`,
    ]),
  );

/** The commit of HEAD if the ref has a file of its own, or undefined. */
function looseHead(worktree: string): string | undefined {
  const fileOf = (name: string): string => join(worktree, '.git', name);
  if (!existsSync(fileOf('HEAD'))) return undefined;
  const head = readFileSync(fileOf('HEAD'), 'utf8').trim();
  if (!head.startsWith('ref: ')) return head;
  const branch = fileOf(head.slice('ref: '.length));
  return existsSync(branch) ? readFileSync(branch, 'utf8').trim() : undefined;
}

const runGit = (cwd: string, args: readonly string[]): string =>
  runProgram('git', args, { cwd, env: GIT_ENV, encoding: 'utf8' });

/**
 * Makes a real site for one test: these content files in a git repository with one commit, and a running server with a
 * clock fixed at `NOW`. It is deleted when the test ends.
 */
export async function makeSite(
  files: Readonly<Record<string, string>> = {},
  {
    env = {},
    usesNativeGit = true,
    subfolder = '',
    walk,
    whenDone = onTestFinished,
    chooseId = nextFreeId,
    extensions = () => [],
    extensionFolder = null,
    configFile,
    loadedExtensions = () =>
      extensions().map((definition) =>
        configFile === undefined
          ? { definition, folder: extensionFolder, hash: HASH_OF_NOTHING }
          : toLoadedExtension(definition, configFile),
      ),
    ...failing
  }: SiteOptions = {},
): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-site-'));
  const worktree = join(folder, 'content');
  const contentDir = join(worktree, subfolder);
  const privateDir = join(folder, 'private');
  const git = (...args: readonly string[]): string => runGit(worktree, args);
  let now = new Date(NOW);

  mkdirSync(privateDir, { mode: 0o700 });
  writeFiles(privateDir, { '.gitignore': '*\n', ...userFiles() });
  const first = await plantRepository(worktree, {
    '.gitattributes': '* -text -filter -ident -working-tree-encoding\n',
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [join(subfolder, path), text])),
  });

  const start = async (): Promise<{ cms: Cms; server: RunningServer }> => {
    const config = readServerConfig(
      { CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir, LOG_LEVEL: 'fatal', RATE_LIMIT_ENABLED: 'false', ...env },
      folder,
    );
    const log = createLog(config.logLevel);
    const cms = await createCms({
      config,
      log,
      version: '0.0.0',
      clock: () => now,
      passwords: { cost: 4, pool: PASSWORD_THREAD },
      usesNativeGit,
      chooseId,
      ...failing,
      environment: env,
      extensions: loadedExtensions(),
      ...(walk && { walk: Promise.resolve(walk(contentDir)) }),
    });
    const server = await startServer({ app: cms.app, host: '127.0.0.1', port: 0, log });
    cms.settle();
    return { cms, server };
  };
  let running = await start();
  const tokens = new Map<Login, { readonly token: string; readonly madeAt: Date }>();
  /** Cached by commit: tests that wait for commits ask again and again. */
  const subjects = new Map<string, readonly string[]>([[first, []]]);
  let isStopped = false;

  async function stop(): Promise<void> {
    if (isStopped) return;
    isStopped = true;
    running.cms.drain();
    await running.server.close();
    await running.cms.close();
  }

  async function send(call: string, { body, headers = {} }: Request, token: string | undefined): Promise<Reply> {
    const [method = 'GET', path = ''] = call.split(' ');
    const reply = await askJson(`${running.server.url}/api${path}`, {
      method,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      body,
    });
    const [plain = ''] = path.split('?');
    if (reply.body !== undefined) expectDescribed(running.cms.endpoints, { ...reply, method, path: `/api${plain}` });
    return reply;
  }

  function newCommits(): readonly string[] {
    const head = looseHead(worktree);
    const known = subjects.get(head ?? '');
    if (known) return known;
    const found = git('log', '--format=%s', `${first}..HEAD`).split('\n').filter(Boolean);
    if (head !== undefined && looseHead(worktree) === head) subjects.set(head, found);
    return found;
  }

  async function tokenOf(login: Login): Promise<string> {
    const known = tokens.get(login);
    // Dangerous steps need a proof of the last 15 minutes.
    if (known !== undefined && Math.abs(now.getTime() - known.madeAt.getTime()) < 10 * 60_000) return known.token;
    const { body } = await send(
      'POST /admin/auth/login',
      { body: { email: `${login}@example.org`, password: PASSWORD } },
      undefined,
    );
    tokens.set(login, { token: body.data.token, madeAt: now });
    return body.data.token;
  }

  whenDone(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    contentDir,
    privateDir,
    get cms() {
      return running.cms;
    },
    get url() {
      return running.server.url;
    },
    ask: async (call, request = {}) => send(call, request, request.as && (await tokenOf(request.as))),
    setTime(time) {
      now = new Date(time);
    },
    git,
    newCommits,
    read: (path) => readFileSync(join(contentDir, path), 'utf8'),
    write: (path, text) => writeFiles(contentDir, { [path]: text }),
    async restart() {
      await stop();
      isStopped = false;
      running = await start();
    },
    stop,
  };
}
