import { lstatSync, rmSync } from 'node:fs';
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
  const server = createServer((connection) => connection.end()).unref();
  const tryToListen = (): Promise<boolean> => listen(server, shorter(socket));
  if (!(await tryToListen()) && !((await removeDead(socket)) && (await tryToListen()))) throw new Error(taken);
  // It stays: a connection that cannot be accepted later is no reason to end.
  server.on('error', () => undefined);
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** False where a process listens there. */
async function removeDead(socket: string): Promise<boolean> {
  const seen = nameOf(socket);
  if (await isInstanceRunning(socket)) return false;
  // Another start may have put its own there since.
  if (nameOf(socket) === seen) rmSync(socket, { force: true });
  return true;
}

/** What no other file in this place has: the number of one that is gone is given again. */
function nameOf(path: string): string {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.ino} ${found.ctimeNs}` : '';
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

/** False where something stands there. */
const listen = (server: Server, path: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const fail = (error: unknown): void => (hasErrorCode(error, 'EADDRINUSE') ? resolve(false) : reject(error));
    server.once('error', fail);
    server.listen(path, () => {
      server.off('error', fail);
      resolve(true);
    });
  });
