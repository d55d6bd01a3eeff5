import { connect, type Socket } from 'node:net';

export interface Load {
  /** Host and port: `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly connections: number;
  readonly amount: number;
  /** The expected status of every answer; 200 by default. */
  readonly status?: number;
  /** Keeps this process awake between answers; it then takes a whole core. */
  readonly isAwake?: boolean;
  /** The bytes of one request. */
  request(): string;
}

/**
 * Sends requests over kept connections, one after the other on each, and returns how many were answered per second. It
 * does far less work for each than a server, so the server is measured. If it slept between answers, each would have to
 * wake it, and on a virtual machine that counts as 20 to 50 µs of the server's CPU. @throws Error on any other status
 */
export async function sendLoad({ url, connections, amount, status = 200, isAwake, request }: Load): Promise<number> {
  const fallAsleep = isAwake ? stayAwake() : undefined;
  let left = amount;
  const next = (): string | null => (left-- > 0 ? request() : null);
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, () => talk(new URL(url), next, status)));
  fallAsleep?.();
  return (amount / (performance.now() - start)) * 1000;
}

/** Lets the event loop ask for events without ever waiting for them. @returns a function that ends it */
function stayAwake(): () => void {
  let turn: NodeJS.Immediate;
  const again = (): void => {
    turn = setImmediate(again);
  };
  again();
  return () => clearImmediate(turn);
}

function talk({ hostname, port }: URL, next: () => string | null, status: number): Promise<void> {
  const socket = connect(Number(port), hostname).setNoDelay(true);
  return new Promise((resolve, reject) => {
    let missing = 0;
    const ask = (): void => {
      const request = next();
      if (request !== null) socket.write(request);
      else endQuietly(socket, resolve);
    };
    socket.on('data', (chunk) => {
      if (missing === 0) missing = lengthOf(chunk.toString('latin1', 0, 2000), status);
      missing -= chunk.length;
      if (Number.isNaN(missing)) socket.destroy(new Error(chunk.toString()));
      else if (missing <= 0) ask();
    });
    socket.once('error', reject).once('connect', ask);
  });
}

function endQuietly(socket: Socket, done: () => void): void {
  socket.removeAllListeners('data');
  socket.end(done);
}

/** The length of the whole answer; NaN if it is not the expected one. */
function lengthOf(head: string, wanted: number): number {
  const [, status, lines = ''] = /^HTTP\/1\.1 (\d+)[^\n]*\n(.*?\r\n)\r\n/s.exec(head) ?? [];
  if (Number(status) !== wanted) return Number.NaN;
  const headBytes = head.indexOf('\r\n\r\n') + 4;
  if (wanted === 304) return headBytes;
  return headBytes + Number(/^Content-Length: (\d+)/im.exec(lines)?.[1]);
}
