import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { runCommand } from '../../src/cli/run/runCommand.ts';

/** Registers what to do when the test has finished. */
export type WhenDone = (cleanUp: () => void) => void;
type Env = Readonly<Record<string, string>>;

export const MAIN = join(import.meta.dirname, '../../dist/main.js');
const SAMPLE = join(import.meta.dirname, '../../content');
const START_TIMEOUT_MS = 60_000;

/** A command's exit code and output. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly url: string;
  readonly pid: number;
  /** What the server has printed so far. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the process has ended. */
  readonly ended: Promise<Ended>;
}

export interface Place {
  readonly folder: string;
  readonly contentDir: string;
  readonly privateDir: string;
  readonly env: Env;
}

/** A temporary folder with the environment of a server; with the sample content by default. */
export function makePlace({ withContent = true, whenDone = onTestFinished as WhenDone } = {}): Place {
  const folder = mkdtempSync(join(tmpdir(), 'quire-cli-'));
  whenDone(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const contentDir = join(folder, 'content');
  const privateDir = join(folder, 'private');
  if (withContent) cpSync(SAMPLE, contentDir, { recursive: true, preserveTimestamps: true });
  return {
    folder,
    contentDir,
    privateDir,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir },
  };
}

export interface Launched {
  readonly child: ChildProcess;
  readonly said: { stdout: string; stderr: string };
  readonly ended: Promise<Ended>;
}

interface Launch {
  readonly env: Env;
  readonly whenDone: WhenDone;
  /** The standard input. */
  readonly input?: Input;
  readonly cwd?: string;
}

function launch(args: readonly string[], { env, whenDone, input, cwd = tmpdir() }: Launch): Launched {
  const child = spawn(process.execPath, [MAIN, ...args], { env, cwd, stdio: 'pipe' });
  child.stdin.on('error', () => undefined).end(input ?? '');
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, ...said })));
  whenDone(() => {
    if (child.exitCode === null) child.kill('SIGKILL');
  });
  return { child, said, ended };
}

/** Runs a command to its end, as a process of its own. */
export const runAlone = (args: readonly string[], env: Env = {}): Promise<Ended> =>
  launch(args, { env, whenDone: onTestFinished }).ended;

type Input = string | Uint8Array;

/** Runs a command in a folder to its end, in this process: starting one takes longer than most commands do. */
export const runIn = (cwd: string, args: readonly string[], env: Env, input: Input = ''): Promise<Ended> => {
  const ended = lastRun.then(() => runHere(args, { env, cwd, input }));
  lastRun = ended.catch(() => undefined);
  return ended;
};
let lastRun: Promise<unknown> = Promise.resolve();

/** Runs a command to its end, in this process. */
export const run = (args: readonly string[], env: Env = {}, input?: Input): Promise<Ended> =>
  runIn(tmpdir(), args, env, input);

/** One command at a time: each uses the environment and output of the process. */
async function runHere(
  args: readonly string[],
  { env, cwd, input }: Required<Omit<Launch, 'whenDone'>>,
): Promise<Ended> {
  const said = { stdout: '', stderr: '' };
  const own = { env: process.env, cwd: process.cwd(), stdin: Object.getOwnPropertyDescriptor(process, 'stdin')! };
  const restore = (['stdout', 'stderr'] as const).map((name) => {
    const { write } = process[name];
    process[name].write = (text: Uint8Array | string) => {
      said[name] += Buffer.from(text as string).toString();
      return true;
    };
    return () => Object.assign(process[name], { write });
  });
  process.env = { ...env };
  process.chdir(cwd);
  Object.defineProperty(process, 'stdin', { ...own.stdin, get: () => Readable.from([Buffer.from(input as string)]) });
  try {
    return { code: await runCommand(args), ...said };
  } finally {
    for (const undo of restore) undo();
    process.env = own.env;
    process.chdir(own.cwd);
    Object.defineProperty(process, 'stdin', own.stdin);
  }
}

/** Starts a command that runs until it is told to stop. */
export const start = (args: readonly string[], env: Env): Launched => launch(args, { env, whenDone: onTestFinished });

/** Starts a server and waits until it serves. */
export async function serve(env: Env, whenDone: WhenDone = onTestFinished, cwd = tmpdir()): Promise<Started> {
  const { child, said, ended } = launch(['serve'], { env, whenDone, cwd });
  const url = await new Promise<string>((resolve, reject) => {
    const deadline = setTimeout(
      () => reject(new Error(`It does not serve: ${said.stdout}${said.stderr}`)),
      START_TIMEOUT_MS,
    );
    const look = (): void => {
      const found = /^Quire serves (\S+)\n/m.exec(said.stdout)?.[1];
      if (found === undefined) return;
      clearTimeout(deadline);
      resolve(found);
    };
    child.stdout?.on('data', look);
    void ended.then(({ stderr }) => reject(new Error(`It ended: ${stderr}`)));
  });
  // It has printed something, so it has a process id.
  return { url, pid: child.pid!, ended, output: () => said.stdout, signal: (signal) => child.kill(signal) };
}

/** Stops a server as a service manager does. */
export async function stop(server: Started): Promise<Ended> {
  server.signal('SIGTERM');
  return server.ended;
}
