import { Worker } from 'node:worker_threads';

/** All that the process may have in memory, with what V8 does not count as its heap. */
const MAX_RSS_BYTES = 512 * 1024 * 1024;
const EVERY_MS = 100;

/** The pipe that closes when the server ends, however it ends. */
const LIFELINE = 4;

/** Plain JavaScript: a thread of its own, because code of the site may keep this one busy for ever. */
const PROGRAM = `
const { Socket } = require('node:net');
const { writeSync } = require('node:fs');
const end = () => {
  try { process.kill(-process.pid, 'SIGKILL'); } catch { process.kill(process.pid, 'SIGKILL'); }
};
new Socket({ fd: ${LIFELINE}, readable: true, writable: false }).on('error', end).on('close', end).resume();
setInterval(() => {
  if (process.memoryUsage.rss() <= ${MAX_RSS_BYTES}) return;
  writeSync(2, 'The process of the effects is out of memory: more than ${MAX_RSS_BYTES} bytes\\n');
  end();
}, ${EVERY_MS});
`;

/** Ends this process when the server is gone or too much memory is used, whatever its main thread is doing. */
export function startWatchdog(): void {
  new Worker(PROGRAM, { eval: true, env: {}, stdout: false, stderr: false }).unref();
}
