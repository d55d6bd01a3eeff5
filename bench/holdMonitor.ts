import { openSync, readSync } from 'node:fs';
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/** The CPU time of the thread that opens it, in nanoseconds, first of three numbers (Linux, Documentation/scheduler/sched-stats). */
const SCHEDSTAT = '/proc/thread-self/schedstat';

/**
 * Loaded into a server before its program. Reports over a socket how long the longest turn of the event loop was since
 * the last question, in CPU time of the thread, so that the work of other programs does not count.
 */
function monitor(socket: string): void {
  const file = openSync(SCHEDSTAT, 'r');
  const bytes = Buffer.alloc(64);
  const cpuMs = (): number => Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)).split(' ')[0]) / 1e6;
  let isWatching = false;
  let since = { cpu: 0, at: 0 };
  let longest = 0;
  const now = () => ({ cpu: cpuMs(), at: performance.now() });
  function turn(): void {
    const { cpu, at } = now();
    // The kernel updates a running thread's figure only every few milliseconds; a turn is never longer than its wall time.
    longest = Math.max(longest, Math.min(cpu - since.cpu, at - since.at));
    since = now();
    if (isWatching) setImmediate(turn);
  }
  createServer((caller) => {
    // A connection must neither delay a stop nor keep the process alive.
    caller.unref().on('close', () => {
      isWatching = false;
    });
    caller.on('data', (text) => {
      const isBegin = text.toString() === 'begin';
      caller.write(`${longest}`);
      longest = 0;
      since = now();
      if (isBegin && !isWatching) setImmediate(turn);
      isWatching = isBegin;
    });
  })
    .listen(socket)
    .unref();
}

const socket = process.env['QUIRE_BENCH_HOLD'];
if (isMainThread && socket) monitor(socket);
