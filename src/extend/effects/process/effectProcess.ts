// The process that runs the effects of extensions, one at a time.
import { Socket } from 'node:net';
import { type FromProcess, MAX_LOG, type ProposalRequest, type ToProcess } from './effectTask.ts';
import { openLineChannel } from './lineChannel.ts';
import { runTask } from './runTask.ts';
import { startWatchdog } from './watchdog.ts';

interface WaitingCall {
  resolve(name: string): void;
  reject(error: Error): void;
}

const waiting = new Map<number, WaitingCall>();
let calls = 0;
let logged = 0;

const send = (message: FromProcess): void => channel.send(message);

/** What is beyond the limit is not even sent. */
function log(text: string): void {
  const kept = text.slice(0, Math.max(0, MAX_LOG + 1 - logged));
  logged += kept.length;
  if (kept !== '') send({ log: kept });
}

/** Whatever is written belongs to the log of the run that is on. */
function takeOutput(stream: NodeJS.WriteStream): void {
  const write: NodeJS.WriteStream['write'] = (chunk: unknown, ...more: unknown[]) => {
    log(typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString());
    const done = more.findLast((one) => typeof one === 'function');
    if (done) queueMicrotask(done as () => void);
    return true;
  };
  stream.write = write;
}

const propose = (request: ProposalRequest): Promise<string> =>
  new Promise((resolve, reject) => {
    calls += 1;
    waiting.set(calls, { resolve, reject });
    send({ call: calls, propose: request });
  });

async function take(message: ToProcess): Promise<void> {
  if ('task' in message) {
    logged = 0;
    const failure = await runTask(message.task, { propose, log }).then(() => null, describeFailure);
    send({ done: { failure } });
    return;
  }
  const call = waiting.get(message.call);
  waiting.delete(message.call);
  if ('name' in message) call?.resolve(message.name);
  else call?.reject(new Error(message.refusal));
}

/** The beginning of a stack has the message and the line. */
const MAX_FAILURE = 2000;

const describeFailure = (error: unknown): string =>
  String((error instanceof Error && error.stack) || error || 'It failed').slice(0, MAX_FAILURE);

startWatchdog();
takeOutput(process.stdout);
takeOutput(process.stderr);
const channel = openLineChannel(new Socket({ fd: 3 }), {
  maxBytes: Number.POSITIVE_INFINITY,
  // The server sends only such messages.
  take: (value) => void take(value as ToProcess),
  onEnd: () => process.kill(process.pid, 'SIGKILL'),
});
