import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Registers what is to be done when the test is finished. */
export type WhenDone = (cleanUp: () => void) => void;
type Env = Readonly<Record<string, string>>;

const MAIN = join(import.meta.dirname, '../../dist/main.js');
const SAMPLE = join(import.meta.dirname, '../../content');
const START_TIMEOUT_MS = 20_000;

/** How a command ended, and what it has said. */
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

/** A temporary folder with the environment of a server in it; with the sample content unless told otherwise. */
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
  /** What is piped in. */
  readonly input?: string | Uint8Array;
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

/** Runs a command in a folder to its end. */
export const runIn = (cwd: string, args: readonly string[], env: Env): Promise<Ended> =>
  launch(args, { env, cwd, whenDone: onTestFinished }).ended;

/** Runs a command to its end. */
export const run = (args: readonly string[], env: Env = {}, input?: string | Uint8Array): Promise<Ended> =>
  launch(args, { env, whenDone: onTestFinished, ...(input !== undefined && { input }) }).ended;

/** Starts a command that goes on until it is told to stop. */
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
  // It has a number, for it has said something.
  return { url, pid: child.pid!, ended, output: () => said.stdout, signal: (signal) => child.kill(signal) };
}

/** Ends a server as a service manager does. */
export async function stop(server: Started): Promise<Ended> {
  server.signal('SIGTERM');
  return server.ended;
}
