import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

/** The answer of the bare server to every request. */
interface BareAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly base64: string;
}

export interface BareServer {
  readonly url: string;
  answerWith(answer: BareAnswer): Promise<void>;
  /** How many requests it has answered so far. */
  answered(): Promise<number>;
  /** Microseconds of CPU that the process has used so far. */
  cpuUs(): Promise<number>;
  stop(): void;
}

/** Starts bare `node:http` in a process of its own: the lower bound of what answering these bytes costs. */
export async function startBare(): Promise<BareServer> {
  const child = fork(fileURLToPath(import.meta.url), { env: { ...process.env, QUIRE_BENCH_BARE: '1' } });
  const port = await ask(child, null);
  return {
    url: `http://127.0.0.1:${port}`,
    answerWith: async (answer) => void (await ask(child, answer)),
    answered: () => ask(child, 'answered'),
    cpuUs: () => ask(child, 'cpu'),
    stop: () => child.kill(),
  };
}

async function ask(child: ChildProcess, message: BareAnswer | 'cpu' | 'answered' | null): Promise<number> {
  if (message !== null) child.send(message);
  const [value] = await once(child, 'message');
  return value;
}

function serveBare(): void {
  let [status, headers, bytes] = [200, {}, Buffer.alloc(0)];
  let answered = 0;
  const server = createServer((_, response) => {
    answered += 1;
    response.writeHead(status, headers);
    response.end(bytes);
  });
  process.on('message', (message: BareAnswer | 'cpu' | 'answered') => {
    const { user, system } = process.cpuUsage();
    if (typeof message !== 'string')
      [status, headers, bytes] = [message.status, message.headers, Buffer.from(message.base64, 'base64')];
    process.send?.(message === 'answered' ? answered : user + system);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : null);
  });
}

if (process.env['QUIRE_BENCH_BARE']) serveBare();
