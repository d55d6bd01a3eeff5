import { type ExecFileSyncOptions, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lazily } from '../../src/lib/list/lazily.ts';
import { type Answered, receive, send } from './frames.ts';

const RUNNER = join(import.meta.dirname, '../../dist-test/runner.js');

interface Options extends Omit<ExecFileSyncOptions, 'encoding' | 'input'> {
  readonly input?: string | Uint8Array;
  readonly encoding?: 'utf8';
}

/**
 * Runs a program to its end, as `execFileSync` does, at a tenth of the price: a small process starts it. To start one is
 * to copy the tables of all the memory of the process that does, which takes 40 ms after a hundred files of tests, and
 * the tests run git six thousand times.
 *
 * @throws Error as `execFileSync` does
 */
export function runProgram(file: string, args: readonly string[], options: Options & { encoding: 'utf8' }): string;
export function runProgram(file: string, args: readonly string[], options?: Options): Buffer;
export function runProgram(file: string, args: readonly string[], options: Options = {}): string | Buffer {
  const pipes = openRunner();
  // It has the rights that this process began with.
  if (!pipes || pipes.user !== process.geteuid?.()) return execFileSync(file, args, options as ExecFileSyncOptions);
  const { cwd = process.cwd(), env = process.env, input, encoding, ...others } = options;
  const given = input === undefined ? undefined : Buffer.from(input).toString('base64');
  send(pipes.asking, { file, args, input: given, options: { ...others, cwd, env } });
  const { stdout, stderr, failure } = receive(pipes.answering) as Answered;
  const decode = (text = ''): string | Buffer => {
    const bytes = Buffer.from(text, 'base64');
    return encoding ? bytes.toString(encoding) : bytes;
  };
  if (!failure) return decode(stdout);
  throw Object.assign(new Error(failure.message), failure, { stdout: decode(stdout), stderr: decode(stderr) });
}

/** The pipes to the small process, which ends with this one; null where there is none: on Windows, and before a build. */
const openRunner = lazily(() => {
  if (process.platform === 'win32' || !existsSync(RUNNER)) return null;
  const folder = mkdtempSync(join(tmpdir(), 'quire-runner-'));
  const [asks, answers] = [join(folder, 'asks'), join(folder, 'answers')];
  execFileSync('mkfifo', [asks, answers]);
  spawn(process.execPath, [RUNNER, asks, answers], { stdio: ['ignore', 'ignore', 'inherit'] }).unref();
  // Each waits until the other side has opened it.
  const pipes = { asking: openSync(asks, 'w'), answering: openSync(answers, 'r'), user: process.geteuid?.() };
  rmSync(folder, { recursive: true });
  return pipes;
});
