import { type ChildProcess, spawn } from 'node:child_process';

/** A server in a process of its own that can be killed. */
export interface ServerProcess {
  readonly url: string;
  readonly bootMs: number;
  readonly pid: number;
  /** Kills it at once, whatever it is doing. */
  kill(): Promise<void>;
  /** Stops it properly. @returns its exit code */
  stop(): Promise<number | null>;
}

/** Starts `dist/main.js serve` and resolves when it serves. Throws with its output if it ends before. */
export async function startProcess(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const start = performance.now();
  const child = spawn(process.execPath, ['dist/main.js', 'serve'], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'fatal', RATE_LIMIT_ENABLED: 'false', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await readUrl(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    url,
    bootMs: performance.now() - start,
    // It has printed something, so it has a process id.
    pid: child.pid!,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

function readUrl(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const hear = (text: Buffer): void => {
      said += text;
      const url = /Quire serves (\S+)/.exec(said)?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
  });
}
