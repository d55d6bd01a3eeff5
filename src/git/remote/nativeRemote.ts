import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { OtherRefs, RemoteUrl } from '../../model/address/remoteAddress.ts';
import { gitEnvironment } from '../read/native.ts';
import { listRefs } from '../read/ref/listRefs.ts';
import { readRef } from '../read/ref/refs.ts';
import { listProgramSettings, refuseForeignPrograms } from './foreignPrograms.ts';
import { latestRequests, REQUEST_REFS, requestFolder, requestRef } from './otherRefs.ts';
import { readFailure } from './readFailure.ts';
import { forgiveFailure, isBehindFailure, type Remote, RemoteFailure } from './remote.ts';
import type { RemoteOptions } from './remoteOptions.ts';

/** The variables of git's that are passed on: how a host is reached, and with whose keys. */
const PASSED_ON: readonly string[] = [
  ...['GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_SSH_VARIANT', 'GIT_ASKPASS'],
  ...['GIT_SSL_CAINFO', 'GIT_SSL_CAPATH', 'GIT_SSL_CERT', 'GIT_SSL_KEY', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM'],
];

/** Prints user and password from the environment: arguments are visible to everybody on the machine. */
const HELPER =
  '!f() { test "$1" = get && printf \'username=%s\\npassword=%s\\n\' "$QUIRE_HOST_USER" "$QUIRE_HOST_PASSWORD"; }; f';

/** Keep what a host sends from deciding what is run here, and make it durable before git reports success. */
const SETTINGS: readonly string[] = [
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'safe.directory=*', 'core.fsync=all'],
  ...['core.commitGraph=false', 'core.multiPackIndex=false', 'fetch.writeCommitGraph=false'],
  ...['gc.auto=0', 'maintenance.auto=false', 'fetch.unpackLimit=1', 'fetch.recurseSubmodules=false'],
  ...['push.followTags=false', 'push.recurseSubmodules=no', 'push.gpgSign=false', 'push.default=nothing'],
  ...['http.lowSpeedLimit=100', 'http.lowSpeedTime=60', 'core.alternateRefsCommand=:'],
].flatMap((setting) => ['-c', setting]);

const SILENT_MS = 90_000;
const MAX_MS = 15 * 60_000;
/** How long the pipes are read after the command has ended: what it has started may keep them open. */
const LINGER_MS = 2000;
const MAX_OUTPUT = 64 * 1024;
/** The longest list of a host's refs that is read. */
const MAX_LISTED = 16 * 1024 * 1024;
/** In KB, and in blocks of 512 bytes: git fails beyond them, instead of taking all memory or disk of the machine. */
const LIMITS = `ulimit -d ${2 * 1024 * 1024} 2>/dev/null; ulimit -f ${8 * 1024 * 1024} 2>/dev/null; exec "$0" "$@"`;

const MISSING_BRANCH = /couldn't find remote ref refs\/heads\/(\S+)/i;

/** Talks to the git host through this machine's git program: with the credential helpers, keys and proxies of its user. */
export function createNativeRemote({
  location,
  name,
  address,
  token,
  syncFolders,
  keepRef,
  dropRef,
  env,
  ...limits
}: Options): Remote {
  const secrets = [token, address.password].flatMap((secret) => secret ?? []);
  const target = address.password === undefined && limits.isConfigured ? name : address.url;
  const { args: options, env: variables } = environmentOf(address, token, env);

  async function runGit(args: readonly string[], expected: readonly (number | null)[] = [0]): Promise<string> {
    const command = ['git', '--no-pager', '--no-replace-objects', ...SETTINGS, ...options, ...args];
    const { code, said, output } = await spawnCommand(command, {
      cwd: location.gitDir,
      env: variables,
      running,
      ...limits,
    });
    if (!expected.includes(code)) throw readFailure(said, secrets);
    return output;
  }

  async function git(...args: readonly string[]): Promise<string> {
    const listing = listProgramSettings({ env: variables, hasSecret: options.length > 0 });
    // Each time: somebody may have changed the configuration.
    if (listing) refuseForeignPrograms(await runGit(listing, [0, 1]));
    return runGit(args);
  }

  /** Functions that each end a running command. */
  const running = new Set<() => void>();
  const refOf = (branch: string): string => `refs/remotes/${name}/${branch}`;

  async function fetch(...args: readonly string[]): Promise<void> {
    try {
      await git('fetch', ...FETCH, ...args);
    } catch (error) {
      // What cannot be locked then is a ref here, for instance one that a killed git has left locked.
      throw isBehindFailure(error) ? new RemoteFailure('other', error.said) : error;
    }
  }

  /** Fetches those of the branches that exist. Git fetches none of them if one is missing. */
  async function fetchThose(branches: readonly string[]): Promise<readonly string[]> {
    if (branches.length === 0) return [];
    try {
      await fetch(target, ...branches.map((branch) => `+refs/heads/${branch}:${refOf(branch)}`));
      return branches;
    } catch (error) {
      const missing = error instanceof RemoteFailure ? MISSING_BRANCH.exec(error.said)?.[1] : undefined;
      if (missing === undefined || !branches.includes(missing)) throw error;
      return fetchThose(branches.filter((branch) => branch !== missing));
    }
  }

  /** Fetches all branches; false if that fails because one of them cannot be stored: then the caller fetches only its own. */
  async function fetchAll(): Promise<boolean> {
    try {
      await fetch('--prune', target, `+refs/heads/*:${refOf('*')}`);
      return true;
    } catch (error) {
      if (error instanceof RemoteFailure && UNREACHED.includes(error.reason)) throw error;
      return false;
    }
  }

  async function fetchRequests(): Promise<void> {
    const listed = await git(...LIST, target, ...REQUEST_REFS.map((folder) => `${folder}*/head`));
    const there = latestRequests(
      listed.split('\n').map((line) => ({ ref: line.slice(41), commit: line.slice(0, 40) })),
    );
    const here = listRefs(location.commonDir, requestFolder(name));
    const wanted = [...there].filter(([number, { commit }]) => here.get(requestRef(name, number)) !== commit);
    if (wanted.length > 0)
      await fetch(target, ...wanted.map(([number, { ref }]) => `+${ref}:${requestRef(name, number)}`));
    const kept = new Set([...there.keys()].map((number) => requestRef(name, number)));
    for (const ref of here.keys()) if (!kept.has(ref)) await dropRef(ref);
  }

  return {
    shown: address.url,
    name,
    async fetch(branches, others: OtherRefs = 'upstream') {
      const there = others !== 'upstream' && (await fetchAll()) ? branches : await fetchThose(branches);
      // A failure does not matter: requests are nobody's content yet.
      if (others === 'requests') await fetchRequests().catch(forgiveFailure);
      await syncFolders([join(location.commonDir, 'objects/pack'), join(location.commonDir, 'refs/remotes', name)]);
      return new Map(
        branches.map((branch) => [branch, there.includes(branch) ? readRef(location.commonDir, refOf(branch)) : null]),
      );
    },
    async push({ commit, branch, onto }) {
      const lease = onto === undefined ? [] : [`--force-with-lease=refs/heads/${branch}:${onto ?? ''}`];
      await git(...PUSH, ...lease, target, `${commit}:refs/heads/${branch}`);
      // Git does this itself for remotes of its configuration.
      if (readRef(location.commonDir, refOf(branch)) !== commit) await keepRef(refOf(branch), commit);
    },
    async remove({ commit, branch }) {
      const ref = `refs/heads/${branch}`;
      const lease = `--force-with-lease=${ref}:${commit}`;
      try {
        await git(...PUSH, lease, target, `:${ref}`);
      } catch (error) {
        // Git reports a branch that holds another commit and one that is gone in the same way.
        if (!isBehindFailure(error) || (await git(...LIST, target, ref)) !== '') throw error;
      }
      await dropRef(refOf(branch));
    },
    async close() {
      for (const end of running) end();
    },
  };
}

/** The programs of the host's side, by the names that git gives them: a configuration can name others. */
const UPLOAD = '--upload-pack=git-upload-pack';
/** Fetches objects and the named refs, and changes nothing else. */
const FETCH = [UPLOAD, '--progress', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'] as const;
const LIST = ['ls-remote', '--refs', UPLOAD] as const;
const PUSH = ['push', '--receive-pack=git-receive-pack', '--progress', '--porcelain', '--no-verify'] as const;
/** Reasons for which any other request would fail as well. */
const UNREACHED: readonly string[] = ['auth', 'missing', 'offline', 'full'];

interface Options extends RemoteOptions {
  /** The environment git starts from. */
  readonly env: NodeJS.ProcessEnv;
  readonly maxMs?: number;
}

function environmentOf(
  { url, transport, username, password }: RemoteUrl,
  token: string | null,
  env: NodeJS.ProcessEnv,
): { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv } {
  const passedOn = Object.fromEntries(PASSED_ON.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const { GIT_GRAFT_FILE: _, GIT_TOKEN: __, ...plain } = { ...gitEnvironment(env), ...passedOn };
  const reached = { ...plain, GIT_ALLOW_PROTOCOL: 'https:http:ssh:file', SSH_ASKPASS_REQUIRE: 'never' };
  const secret = password ?? token;
  if (transport !== 'http' || secret === null || secret === undefined) return { args: [], env: reached };
  // For this host alone: a proxy or a host that it redirects to may ask as well, and gets no token.
  const ours = `credential.${new URL(url).origin}.helper`;
  return {
    args: ['-c', 'core.askPass=', '-c', 'credential.helper=', '-c', `${ours}=${HELPER}`],
    env: { ...reached, QUIRE_HOST_USER: username ?? TOKEN_USER, QUIRE_HOST_PASSWORD: secret },
  };
}

/** The user name that GitHub expects with a token; other hosts accept any. */
export const TOKEN_USER = 'x-access-token';

interface CommandOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly silentMs?: number | undefined;
  readonly maxMs?: number;
  /** Gets a function that ends the command, while it runs. */
  readonly running: Set<() => void>;
}

interface Ran {
  readonly code: number | null;
  /** The end of all it has printed. */
  readonly said: string;
  /** The beginning of its standard output. */
  readonly output: string;
}

/**
 * Runs a command within bounds of memory and time, in a session of its own: it has no terminal to ask anybody at, and all
 * that it has started is ended with it.
 */
async function spawnCommand(
  command: readonly string[],
  { cwd, env, running, silentMs = SILENT_MS, maxMs = MAX_MS }: CommandOptions,
): Promise<Ran> {
  const child = spawn('/bin/sh', ['-c', LIMITS, ...command], {
    ...{ cwd, env, detached: true },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
  // A command that could not be started may have no pipes: this throws the reason.
  if (child.pid === undefined) await closed;
  let said = '';
  let output = '';
  let cut = '';
  const end = (reason: string) => (): void => {
    cut ||= `\n${reason}`;
    if (child.pid !== undefined) killGroup(child.pid);
  };
  const silence = setTimeout(end('Connection timed out: the host went silent'), silentMs);
  const deadline = setTimeout(end('Connection timed out: it took too long'), maxMs);
  const stop = end('Connection timed out: the server is stopping');
  running.add(stop);
  const hear = (text: string): void => {
    said = (said + text).slice(-MAX_OUTPUT);
    silence.refresh();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (output.length < MAX_LISTED) output += text;
    hear(text);
  });
  child.stderr.setEncoding('utf8').on('data', hear);
  let lingering: NodeJS.Timeout | undefined;
  child.on('exit', () => {
    // An ssh that stays connected for later commands has a session of its own.
    lingering = setTimeout(() => [child.stdout, child.stderr].map((pipe) => pipe.destroy()), LINGER_MS);
  });
  try {
    return { code: await closed, said: said + cut, output };
  } finally {
    for (const timer of [silence, deadline, lingering]) clearTimeout(timer);
    running.delete(stop);
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
