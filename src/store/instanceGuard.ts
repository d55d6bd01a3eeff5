import { rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';
import { hasErrorCode } from '../lib/hasErrorCode.ts';

/** Keeps a second Quire away from a private folder while this one runs. */
export interface InstanceGuard {
  close(): Promise<void>;
}

/**
 * Listens on a socket in the private folder (DESIGN, "Writing", step 0). A socket that answers is another Quire; one
 * that refuses is what a killed one has left.
 *
 * @throws Error for the person who starts Quire when another one has the folder
 */
export async function guardInstance(privateDir: string): Promise<InstanceGuard> {
  const path = socketPath(privateDir);
  if (await isInstanceRunning(privateDir))
    throw new Error(`Another Quire is running on ${privateDir} (PRIVATE_DIR): stop it first`);
  rmSync(path, { force: true });
  const server = createServer((socket) => socket.end()).unref();
  await listen(server, path);
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Whether a Quire has the private folder. */
export const isInstanceRunning = (privateDir: string): Promise<boolean> => answers(socketPath(privateDir));

/** A socket's path may have no more than about 100 bytes: the shorter one of its two names is taken. */
function socketPath(privateDir: string): string {
  const absolute = join(privateDir, 'state', 'running.sock');
  const fromHere = relative(process.cwd(), absolute);
  return fromHere.length < absolute.length ? fromHere : absolute;
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', (error) => {
      if (hasErrorCode(error, 'ENOENT', 'ECONNREFUSED', 'ENOTSOCK')) resolve(false);
      else reject(error);
    });
  });
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
