import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../../model/errors.ts';
import type { ErrorEnvelope } from '../errors.ts';

/** How to answer a request that never reaches the application. */
interface UnreadRefusal {
  readonly status: number;
  readonly code?: ErrorCode;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const MALFORMED: UnreadRefusal = { status: 400 };
const NO_HOST: UnreadRefusal = { status: 400, message: 'The request needs a Host header' };
const UNKNOWN_EXPECTATION: UnreadRefusal = { status: 417, message: 'Only "Expect: 100-continue" is supported' };
const NO_PROXY: UnreadRefusal = {
  status: 405,
  code: 'METHOD_NOT_ALLOWED',
  message: 'CONNECT is not allowed here',
  headers: { Allow: 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT' },
};

/** What Node's parser refuses, by its error code; every other request is malformed. */
const REFUSALS: Readonly<Record<string, UnreadRefusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431 },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, code: 'PAYLOAD_TOO_LARGE' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408 },
};

/**
 * Answers requests that Node would refuse by itself with a bare status: those that are not HTTP, arrive too slowly,
 * expect something unsupported, or ask for a tunnel. They get the envelope and the security headers, and their
 * connection ends.
 */
export function refuseUnread(server: Server, security: Readonly<Record<string, string>>): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  for (const event of ['request', 'checkContinue'] as const)
    server.on(event, (request, response) => latest.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const refuse = (): void => writeRefusal(socket, REFUSALS[error.code ?? ''] ?? MALFORMED, security);
    const answer = latest.get(socket);
    if (!answer || answer.closed) refuse();
    // What follows a complete request is refused after its answer.
    else if (answer.req.complete) answer.once('close', refuse);
    // A refusal cannot be written into the middle of an answer.
    else if (answer.headersSent) socket.destroy();
    else refuse();
  });
  server.on('connect', (_, socket: Duplex) => {
    // A client that has hung up gets no answer.
    socket.on('error', () => socket.destroy());
    writeRefusal(socket, NO_PROXY, security);
  });
  server.on('checkExpectation', (_, response: ServerResponse) => sendRefusal(response, UNKNOWN_EXPECTATION, security));
}

/** Refuses a request without a Host header (RFC 9112, 3.2). Returns whether it did. */
export function refuseWithoutHost(
  { httpVersion, headers }: IncomingMessage,
  response: ServerResponse,
  security: Readonly<Record<string, string>>,
): boolean {
  if (headers.host !== undefined || httpVersion !== '1.1') return false;
  sendRefusal(response, NO_HOST, security);
  return true;
}

function sendRefusal(
  response: ServerResponse,
  refusal: UnreadRefusal,
  security: Readonly<Record<string, string>>,
): void {
  const { body, headers } = formatRefusal(refusal, security);
  response.writeHead(refusal.status, headers).end(body);
}

function writeRefusal(socket: Duplex, refusal: UnreadRefusal, security: Readonly<Record<string, string>>): void {
  if (!socket.writable) return void socket.destroy();
  const { body, headers } = formatRefusal(refusal, security);
  const lines = Object.entries({ ...headers, Date: new Date().toUTCString() }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const head = [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`);
}

function formatRefusal(
  { status, code = 'VALIDATION', message, headers }: UnreadRefusal,
  security: Readonly<Record<string, string>>,
) {
  const error = { code, message: message ?? String(STATUS_CODES[status]), ...(code === 'VALIDATION' && { path: [] }) };
  const body = JSON.stringify({ errors: [error] } satisfies ErrorEnvelope);
  return {
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'no-store',
      ...security,
      ...headers,
      Connection: 'close',
    },
  };
}
