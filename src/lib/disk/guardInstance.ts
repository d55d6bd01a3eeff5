import { lstatSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { relative } from 'node:path';
import { hasErrorCode } from './hasErrorCode.ts';

/** Keeps other processes away from something while this one runs. */
export interface InstanceGuard {
  close(): Promise<void>;
}

/**
 * Listens on a socket file. A socket that answers belongs to another process; one that refuses was left by a process
 * that was killed.
 *
 * @throws Error with the message `taken` when another process holds it
 */
export async function guardInstance(socket: string, taken: string): Promise<InstanceGuard> {
  const server = createServer((connection) => connection.end()).unref();
  const tryToListen = (): Promise<boolean> => listenOnSocket(server, shorterSocketPath(socket));
  if (!(await tryToListen()) && !((await removeDead(socket)) && (await tryToListen()))) throw new Error(taken);
  // This listener stays: a connection that cannot be accepted later must not end the process.
  server.on('error', () => undefined);
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Removes a socket on which no process listens; false if one does. */
async function removeDead(socket: string): Promise<boolean> {
  const seen = fingerprint(socket);
  if (await isInstanceRunning(socket)) return false;
  // Another process that is starting may have put its own socket there since.
  if (fingerprint(socket) === seen) rmSync(socket, { force: true });
  return true;
}

/** Tells this file from any other at the same path: inode numbers alone are reused. */
function fingerprint(path: string): string {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.ino} ${found.ctimeNs}` : '';
}

/** Whether a process listens on a socket file. */
export const isInstanceRunning = (socket: string): Promise<boolean> => answers(shorterSocketPath(socket));

/** The shorter of the absolute and the relative path: a socket's path may have no more than about 100 bytes. */
function shorterSocketPath(socket: string): string {
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

/** False if the path is taken. */
const listenOnSocket = (server: Server, path: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const fail = (error: unknown): void => (hasErrorCode(error, 'EADDRINUSE') ? resolve(false) : reject(error));
    server.once('error', fail);
    server.listen(path, () => {
      server.off('error', fail);
      resolve(true);
    });
  });
