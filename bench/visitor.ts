import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Connection, openConnection } from '../test/load/connection.ts';

/** Milliseconds between two requests. */
const PAUSE_MS = 5;

interface Tour {
  readonly url: string;
  readonly paths: readonly string[];
}

/** Visitors who arrive one after the other at fixed times, whether or not earlier ones have been answered. */
export interface Visitor {
  begin(): void;
  /** How long each answer has taken since `begin`, in milliseconds; throws when one was not 200. */
  end(): Promise<readonly number[]>;
  stop(): void;
}

/**
 * Requests these paths in turn, 200 times a second, from a process of its own. An answer is timed from when its request
 * was due, so that the requests due while a server stands still count against it.
 */
export function startVisitor(tour: Tour): Visitor {
  const child = fork(fileURLToPath(import.meta.url), { env: { ...process.env, QUIRE_BENCH_VISITOR: '1' } });
  return {
    begin: () => void child.send(tour),
    end: () => ask(child),
    stop: () => void child.kill(),
  };
}

async function ask(child: ChildProcess): Promise<readonly number[]> {
  child.send('end');
  const [taken] = await once(child, 'message');
  if (taken.includes(null)) throw new Error('A read has not been answered with 200');
  return taken;
}

type End = () => Promise<readonly (number | null)[]>;

/** @param free idle connections; each visitor takes one, or opens another */
function visit(free: Connection[], { url, paths }: Tour): End {
  const sent: Promise<number | null>[] = [];
  const read = async (path: string, due: number): Promise<number | null> => {
    const connection = free.pop() ?? (await openConnection(url));
    const status = await connection.get(path);
    free.push(connection);
    return status === 200 ? performance.now() - due : null;
  };
  // Timers fire at whole milliseconds; the first one shows the offset.
  let start: number | undefined;
  const timer = setInterval(() => {
    start ??= performance.now();
    for (let due = start + sent.length * PAUSE_MS; due <= performance.now(); due += PAUSE_MS)
      sent.push(read(paths[sent.length % paths.length]!, due));
  }, 1);
  return () => {
    clearInterval(timer);
    return Promise.all(sent);
  };
}

function serveTours(): void {
  const free: Connection[] = [];
  let end: End;
  process.on('message', async (message: Tour | 'end') => {
    if (message === 'end') process.send?.(await end());
    else end = visit(free, message);
  });
}

if (process.env['QUIRE_BENCH_VISITOR']) serveTours();
