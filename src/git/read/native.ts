import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { unavailable } from '../../model/errors.ts';

/** The git program of this machine. */
export interface NativeGit {
  /** Runs a command to its end, with `input` on its standard input, and returns its output. Throws with its error output if it fails. */
  run(args: readonly string[], cwd: string, input?: Uint8Array): Promise<Buffer>;
  /** Runs a command and yields its output as it comes. Throws at the end if it failed, or was silent for too long. */
  stream(args: readonly string[], cwd: string): AsyncIterable<Buffer>;
  /** The environment it was found in. */
  readonly environment: NodeJS.ProcessEnv;
}

interface Options {
  /** The environment of the program, from which variables that would redirect git are removed. */
  readonly env?: NodeJS.ProcessEnv;
  readonly program?: string;
  /**
   * A program that streams must print something at least this often, because a small commit can name more files than
   * anybody waits for. One that runs to its end gets ten times as long.
   */
  readonly silentMs?: number;
}

const run = promisify(execFile);
/** In KB: ten times what git needs for a large site. It holds a whole message, and all that a commit changes, in memory. */
const MAX_MEMORY = 1024 * 1024;
const SILENT_MS = 30_000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/**
 * Nothing that a repository's config could start is run, and replaced objects and grafts are ignored. Only `init.ts` runs
 * commands that convert files: see `filtersOff`.
 */
const SAFE = [
  '--no-pager',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'safe.directory=*',
  '-c',
  'gc.auto=0',
  '-c',
  'maintenance.auto=false',
  // Signatures would be checked by a program that the config names.
  '-c',
  'log.showSignature=false',
  // Git's caches of commits and packs may be damaged while these are not.
  '-c',
  'core.commitGraph=false',
  '-c',
  'core.multiPackIndex=false',
  '--no-replace-objects',
  '--literal-pathspecs',
] as const;

/** The environment without git's own variables, which could redirect it, for example to another repository. */
export function gitEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(kept),
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_GRAFT_FILE: '/dev/null',
    GIT_NO_LAZY_FETCH: '1',
    // Older versions fetch missing objects: let no transport do it.
    GIT_ALLOW_PROTOCOL: 'none',
    LC_ALL: 'C',
  };
}

/** Finds the installed git on first use, because most starts never need it. Null if there is none. */
export type FindGit = () => Promise<NativeGit | null>;

/** The installed git; null if there is none that runs. */
export async function findNativeGit({
  env = process.env,
  program = 'git',
  silentMs = SILENT_MS,
}: Options = {}): Promise<NativeGit | null> {
  const safeEnv = gitEnvironment(env);
  try {
    const { stdout } = await run(program, ['--version'], { env: safeEnv });
    return /\d\.\d/.test(stdout) ? createNativeGit(program, env, silentMs) : null;
  } catch {
    return null;
  }
}

/**
 * Options that switch off each filter that the configuration names, so that git takes a file's bytes as they are and
 * starts nothing. Throws for a filter that cannot be named in an option.
 */
export async function filtersOff(git: NativeGit, dir: string): Promise<readonly string[]> {
  // Git exits with 1 if there is none.
  const listed = await git
    .run(['config', '--null', '--name-only', '--get-regexp', '^filter\\.'], dir)
    .catch(() => Buffer.of());
  const keys = listed.toString('utf8').split('\0').filter(Boolean);
  const filters = new Set(keys.map((key) => key.slice(0, key.lastIndexOf('.'))));
  return [...filters].flatMap((filter) => {
    if (filter.includes('=')) throw unavailable(`The git configuration names a filter with "=": ${filter}`, 60);
    return ['clean=', 'smudge=', 'process=', 'required=false'].flatMap((setting) => ['-c', `${filter}.${setting}`]);
  });
}

/** The command that runs git within bounded memory: beyond it git fails, instead of taking all memory of the machine. */
function createBoundedCommand(program: string, args: readonly string[]): readonly [program: string, args: string[]] {
  const command = [program, ...SAFE, ...args];
  const limit = `ulimit -d ${MAX_MEMORY} 2>/dev/null; exec "$0" "$@"`;
  return process.platform === 'win32' ? [program, command.slice(1)] : ['/bin/sh', ['-c', limit, ...command]];
}

function createNativeGit(program: string, environment: NodeJS.ProcessEnv, silentMs: number): NativeGit {
  const env = gitEnvironment(environment);
  return {
    environment,
    async run(args, cwd, input = new Uint8Array()) {
      const ending = { timeout: 10 * silentMs, killSignal: 'SIGKILL' } as const;
      const options = { cwd, env, encoding: 'buffer', maxBuffer: MAX_OUTPUT_BYTES, ...ending } as const;
      const running = run(...createBoundedCommand(program, args), options);
      // A program that ends before it has read everything reports that itself; one that could not be started has no input.
      running.child.stdin?.on('error', () => undefined).end(input);
      return (await running).stdout;
    },
    async *stream(args, cwd) {
      const child = spawn(...createBoundedCommand(program, args), { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
      const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
      ended.catch(() => undefined);
      // A program that could not be started may have no pipes: this throws the reason.
      if (child.pid === undefined) await ended;
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(0, 2000);
      });
      const listen = (): NodeJS.Timeout => setTimeout(() => child.kill('SIGKILL'), silentMs);
      let silence = listen();
      try {
        for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
          // While the caller works on a chunk, the program may only be waiting for it.
          clearTimeout(silence);
          yield chunk;
          silence = listen();
        }
        const code = await ended;
        if (code !== 0) throw new Error(`git ${args[0]} failed with ${code}: ${said.trim()}`);
      } finally {
        clearTimeout(silence);
        child.kill();
      }
    },
  };
}
