import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as setImmediateCall } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { securityHeaders } from '../header/security.ts';
import type { Log } from '../log/log.ts';
import { BODY_WANTED } from '../request/body/body.ts';
import { type AnswerBounds, boundAnswers } from './boundAnswers.ts';
import { boundConnections } from './boundConnections.ts';
import { refuseUnread, refuseWithoutHost } from './refuseUnread.ts';

const MAX_HEADER_BYTES = 16 * 1024;
const SWEEP_MS = 20;
/** How long a closing server waits for the first byte on an open connection. */
const SILENT_MS = 500;

/** Milliseconds. */
export interface Timeouts {
  /** For the headers to arrive. */
  readonly headers: number;
  /** For the whole request to arrive: enough for the largest upload on a slow line. */
  readonly request: number;
  /**
   * Between requests: longer than the minute for which load balancers keep a connection, so that they never send into a
   * closed one.
   */
  readonly keepAlive: number;
  /** Without a byte in either direction while the server waits for the caller to send or read. */
  readonly idle: number;
  /** The interval at which `headers` and `request` are checked. */
  readonly check: number;
  /** For requests in flight when the server closes. */
  readonly close: number;
}

const TIMEOUTS: Timeouts = {
  headers: 15_000,
  request: 300_000,
  keepAlive: 65_000,
  idle: 120_000,
  check: 5_000,
  close: 10_000,
};

export interface ServerOptions {
  readonly app: { callback(): RequestListener };
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly log: Log;
  /** Decides which security headers are sent with answers that do not come from the application. */
  readonly siteUrl?: string;
  readonly timeouts?: Partial<Timeouts>;
  /** How many bytes of answers may wait to be read. */
  readonly bounds?: AnswerBounds;
  /** How many connections may be open at once; by default as many as `boundConnections` allows. */
  readonly maxConnections?: number;
}

export interface RunningServer {
  /** The address it listens on, without a slash at the end. */
  readonly url: string;
  /** Takes no new connections, lets requests in flight finish (10 s at most), then resolves. */
  close(): Promise<void>;
}

/** Listens for requests. Throws an error in an operator's words if the address is not available. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { app, host, port, log, siteUrl = '', timeouts: given, bounds, maxConnections } = options;
  const timeouts = { ...TIMEOUTS, ...given };
  const state = { isClosing: false };
  const server = createHttpServer(timeouts);
  boundConnections(server, maxConnections);
  const sockets = trackSockets(server);
  const listener = app.callback();
  const security = securityHeaders(siteUrl);
  const answer: RequestListener = (request, response) => {
    if (state.isClosing) response.setHeader('Connection', 'close');
    leaveOpen(request, response);
    if (!refuseWithoutHost(request, response, security)) listener(request, response);
  };
  const take = answerInTurn(answer);
  server.on('request', take);
  server.on('checkContinue', (request, response) => {
    request.once(BODY_WANTED, () => {
      if (!request.complete && request.readableLength === 0 && !response.headersSent) response.writeContinue();
    });
    take(request, response);
  });
  const unbind = boundAnswers(sockets, bounds);
  server.once('close', unbind);
  refuseUnread(server, security);
  await listenOnPort(server, { host, port });
  server.on('error', (error) => log.error({ err: error }, 'A connection could not be accepted'));
  const url = listeningUrl(server);
  log.info({ url }, 'Listening');
  let closed: Promise<void> | undefined;
  const close = () => {
    state.isClosing = true;
    closed ??= acceptWaiting(server).then(() => closeServer(server, sockets, timeouts.close));
    return closed;
  };
  return { url, close };
}

/**
 * Answers the pipelined requests of a connection (RFC 9112, 9.3.2) one after the other, with other work between them.
 * Node emits all of them at once: a packet with a thousand would be handled in one turn, with all its answers in
 * memory.
 */
const answerInTurn =
  (answer: RequestListener): RequestListener =>
  (request, response) => {
    // A response gets its socket when all answers before it have been sent.
    if (response.socket) answer(request, response);
    else response.once('socket', () => setImmediateCall(() => answer(request, response)));
  };

function createHttpServer({ headers, request, keepAlive, idle, check }: Timeouts): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: headers,
    requestTimeout: request,
    keepAliveTimeout: keepAlive,
    connectionsCheckingInterval: check,
    // `refuseWithoutHost` answers in the envelope.
    requireHostHeader: false,
  });
  return server.setTimeout(idle);
}

/**
 * Keeps a connection open while the server works on its request: renaming what ten thousand pages mention may take
 * minutes.
 */
function leaveOpen(request: IncomingMessage, response: ServerResponse): void {
  response.on('timeout', (socket: Socket) => {
    if (!request.complete || socket.writableLength > 0) socket.destroy();
  });
}

const EXPLANATIONS: readonly (readonly [code: string, explain: (place: string) => string])[] = [
  ['EADDRINUSE', (place) => `${place} is in use by another process: stop it or set another PORT`],
  ['EACCES', (place) => `This user may not listen on ${place}: set a PORT above 1023`],
  ['EADDRNOTAVAIL', (place) => `${place} is not an address of this machine: set another HOST`],
  ['ENOTFOUND', (place) => `${place} is not an address of this machine: set another HOST`],
];

function listenOnPort(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error): void => {
      const explanation = EXPLANATIONS.find(([code]) => hasErrorCode(cause, code));
      reject(explanation ? new Error(explanation[1](`${host}:${port}`), { cause }) : cause);
    };
    server.once('error', fail);
    server.listen({ host, port }, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

function listeningUrl(server: Server): string {
  // A server that listens on a port has an address with these parts.
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** How many turns of the event loop are spent on accepting the last callers: each turn accepts one. */
const MAX_TURNS = 1_000;

/** Accepts callers who have connected and wait to be accepted: closing the port would cut them off. */
async function acceptWaiting(server: Server): Promise<void> {
  let isWaiting = true;
  const note = () => {
    isWaiting = true;
  };
  server.on('connection', note);
  for (let turn = 0; isWaiting && turn < MAX_TURNS; turn += 1) {
    isWaiting = false;
    // The first may still run in this turn of the loop; the second runs after the loop has looked for connections
    // again.
    await setImmediate();
    await setImmediate();
  }
  server.off('connection', note);
}

/** The open connections. */
function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/**
 * Ends connections without a request. Browsers and pools connect ahead, and Node counts such a connection as active.
 */
function endSilent(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
}

function closeServer(server: Server, sockets: ReadonlySet<Socket>, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection becomes idle when its answer is sent and its request is read to the end; Node has no event for
    // either.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const silent = setTimeout(() => endSilent(sockets), Math.min(SILENT_MS, timeoutMs));
    const deadline = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(silent);
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}
