import { rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { relative } from 'node:path';
import { hasErrorCode } from './hasErrorCode.ts';

/** Keeps a second process away from something while this one runs. */
export interface InstanceGuard {
  close(): Promise<void>;
}

/**
 * Listens on a socket file. A socket that answers belongs to another process; one that refuses is what a killed one has
 * left.
 *
 * @throws Error with the message `taken` when another process has it
 */
export async function guardInstance(socket: string, taken: string): Promise<InstanceGuard> {
  if (await isInstanceRunning(socket)) throw new Error(taken);
  rmSync(socket, { force: true });
  const server = createServer((connection) => connection.end()).unref();
  await listen(server, shorter(socket));
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Whether a process listens there. */
export const isInstanceRunning = (socket: string): Promise<boolean> => answers(shorter(socket));

/** A socket's path may have no more than about 100 bytes: the shorter one of its two names is taken. */
function shorter(socket: string): string {
  const fromHere = relative(process.cwd(), socket);
  return fromHere.length < socket.length ? fromHere : socket;
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
    // It stays: a connection that cannot be accepted later is no reason to end.
    server.on('error', reject);
    server.listen(path, resolve);
  });
