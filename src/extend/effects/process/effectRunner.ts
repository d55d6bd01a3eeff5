import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import type { AttemptOutcome } from '../../../job/delivery/delivery.ts';
import { packageFile } from '../../../lib/disk/packageFile.ts';
import { hideSecretValues } from '../../../lib/text/hideSecretValues.ts';
import { createTaskQueue } from '../../../lib/turn/createTaskQueue.ts';
import { CmsError, describeDetail } from '../../../model/errors.ts';
import {
  type EffectTask,
  MAX_LINE_BYTES,
  type ProposalRequest,
  readFromProcess,
  type ToProcess,
} from './effectTask.ts';
import { type LineChannel, openLineChannel } from './lineChannel.ts';
import { createRunLog } from './runLog.ts';

/** Runs effects in a process of their own, one at a time. */
export interface EffectRunner {
  /**
   * Null if `close` has interrupted it.
   *
   * @param propose does what the effect asks for
   */
  run(task: EffectTask, propose: (request: ProposalRequest) => Promise<string>): Promise<AttemptOutcome | null>;
  /** Ends the process at once. */
  close(): Promise<void>;
}

/** How much time effects have. */
export interface EffectLimits {
  /** For one run, with the start of the process. */
  readonly runMs: number;
  /** How long a process waits for another run. */
  readonly idleMs: number;
}

interface RunnerOptions extends Partial<EffectLimits> {
  /** The environment of the server, of which the process gets little. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  onError(error: unknown, message: string): void;
}

const RUN_MS = 60_000;
const IDLE_MS = 30_000;
const MAX_HEAP_MB = 256;
/** More messages than this in one run are not read any more. */
const MAX_MESSAGES = 2000;
/** How long the last output of a process that has ended may take. */
const LAST_OUTPUT_MS = 500;

/** What the process gets of the server's environment: what programs need to run at all, and no secrets. */
const BASICS =
  /^(?:PATH|HOME|TZ|LANG|LANGUAGE|LC_\w+|TMPDIR|TEMP|TMP|SYSTEMROOT|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR))$/i;

interface EffectProcess {
  /** Code of different extensions is never in one process: what it leaves behind is its own. */
  readonly extension: string;
  readonly child: ChildProcess;
  readonly channel: LineChannel;
  /** What the present run hears. */
  heard: RunListener | null;
  end(): void;
}

interface RunListener {
  take(value: unknown): void;
  takeOutput(text: string): void;
  onExit(): void;
}

interface RunnerState {
  readonly options: RunnerOptions;
  process: EffectProcess | null;
  idle: NodeJS.Timeout | undefined;
  isClosed: boolean;
}

export function createEffectRunner(options: RunnerOptions): EffectRunner {
  const runner: RunnerState = { options, process: null, idle: undefined, isClosed: false };
  const inTurn = createTaskQueue();
  return {
    run: (task, propose) =>
      inTurn(async () => {
        if (runner.isClosed) return null;
        clearTimeout(runner.idle);
        const outcome = await runOnce(runner, task, propose);
        runner.idle = setTimeout(() => endProcess(runner), options.idleMs ?? IDLE_MS).unref();
        return runner.isClosed && outcome.error !== null ? null : outcome;
      }),
    async close() {
      runner.isClosed = true;
      clearTimeout(runner.idle);
      endProcess(runner);
    },
  };
}

function endProcess(runner: RunnerState): void {
  runner.process?.end();
  runner.process = null;
}

async function runOnce(
  runner: RunnerState,
  task: EffectTask,
  propose: (request: ProposalRequest) => Promise<string>,
): Promise<AttemptOutcome> {
  const startedAt = performance.now();
  const log = createRunLog();
  const calls = new Set<Promise<void>>();
  const error = await new Promise<string | null>((resolve) => {
    const process = findProcess(runner, task.extension);
    let messages = 0;
    const timer = setTimeout(() => {
      resolve('timeout');
      endProcess(runner);
    }, runner.options.runMs ?? RUN_MS);
    const finish = (failure: string | null): void => {
      clearTimeout(timer);
      process.heard = null;
      resolve(failure);
    };
    const answer = (message: ToProcess): void => process.channel.send(message);
    process.heard = {
      takeOutput: log.add,
      take(value) {
        messages += 1;
        const message = messages > MAX_MESSAGES ? null : readFromProcess(value);
        if (message === null) return endProcess(runner);
        if ('log' in message) log.add(message.log);
        else if ('done' in message) {
          if (message.done.failure !== null) log.add(`${message.done.failure}\n`);
          finish(message.done.failure === null ? null : 'threw');
        } else {
          const { call } = message;
          const asked = propose(message.propose).then(
            (name) => answer({ call, name }),
            (error: unknown) => answer({ call, refusal: describeRefusal(error, runner.options) }),
          );
          calls.add(asked);
        }
      },
      onExit: () => finish(/out of memory/i.test(log.text()) ? 'memory' : 'ended'),
    };
    answer({ task });
  });
  // What was asked for is done or refused before the run counts as over.
  await Promise.all(calls);
  const answer = hideSecretValues(log.text(), Object.values(task.secrets));
  const durationMs = Math.round(performance.now() - startedAt);
  return { status: null, error, answer, durationMs, retryAfterMs: null };
}

function describeRefusal(error: unknown, { onError }: RunnerOptions): string {
  if (error instanceof CmsError) return error.details.map(describeDetail).join('; ');
  onError(error, 'A proposal of an extension could not be written');
  return 'something went wrong';
}

/** The process for an extension: the present one if it has served no other. */
function findProcess(runner: RunnerState, extension: string): EffectProcess {
  if (runner.process?.extension !== extension) {
    endProcess(runner);
    runner.process = startEffectProcess(runner, extension);
  }
  // It has just been made, if there was none.
  return runner.process!;
}

function startEffectProcess(runner: RunnerState, extension: string): EffectProcess {
  const { environment, onError } = runner.options;
  const program = packageFile('dist/effectProcess.js');
  const child = spawn(process.execPath, [`--max-old-space-size=${MAX_HEAP_MB}`, program], {
    env: Object.fromEntries(Object.entries(environment).filter(([name]) => BASICS.test(name))),
    // Standard output and error, the channel, and the lifeline: see `watchdog.ts`.
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    // A group of its own, so that what it starts ends with it.
    detached: true,
  });
  const end = (): void => killGroup(child);
  let isOver = false;
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    if (runner.process === started) runner.process = null;
    started.heard?.onExit();
  };
  const channel = openLineChannel(child.stdio[3] as Duplex, {
    maxBytes: MAX_LINE_BYTES,
    take: (value) => started.heard?.take(value),
    onEnd: end,
  });
  const started: EffectProcess = { extension, child, channel, heard: null, end };
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => started.heard?.takeOutput(chunk.toString()));
  child.stdio[4]?.on('error', () => undefined);
  child.once('error', (error) => {
    onError(error, 'The process of the effects could not be started');
    over();
  });
  child.once('exit', () => {
    if (runner.process === started) runner.process = null;
    killGroup(child);
    setTimeout(over, LAST_OUTPUT_MS).unref();
  });
  child.once('close', over);
  return started;
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended, or the system has no groups.
    child.kill('SIGKILL');
  }
}
