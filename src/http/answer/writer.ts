import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { CacheConfig } from '../../config.ts';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import type { Answer, Endpoint } from '../endpoint.ts';
import { judgeError, showFailure } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import type { Cors } from '../header/cors.ts';
import type { HeaderValues } from '../header/headerLines.ts';
import { securityHeaders } from '../header/security.ts';
import type { Log } from '../log/log.ts';
import type { Outcome } from '../public/cachedAnswer.ts';
import type { EncodedReply, Reply } from '../public/reply.ts';
import { cacheControl, matchesEntityTag } from './cacheControl.ts';
import { compress, createEncodingReader, isCompressible } from './encoding.ts';
import { varyOf } from './headLines.ts';
import { createEntityTag, JSON_TYPE, toBytes } from './toBytes.ts';

interface WriterDeps {
  readonly cache: CacheConfig;
  readonly siteUrl: string;
  readonly cors: Cors;
  readonly log: Log;
  /** The present Cache-Control of a reply. */
  cacheControl(reply: Reply): string;
}

/** The one place that writes answers. */
export interface AnswerWriter {
  /** Writes what a handler returned, or a reply: body, ETag, caching, encoding, and 304 for callers who have it. */
  write(exchange: Exchange, outcome: Outcome): void | Promise<void>;
  /** Writes an answer without a body. */
  writeEmpty(exchange: Exchange, headers: HeaderValues): void;
  /** Writes an error; after the head of an answer only its connection can be ended. */
  writeError(exchange: Exchange, error: unknown): void;
}

export function createAnswerWriter({ cache, siteUrl, cors, log, ...replies }: WriterDeps): AnswerWriter {
  const security = securityHeaders(siteUrl);
  const readEncoding = createEncodingReader();

  function sendReply(exchange: Exchange, reply: Reply, form: EncodedReply): void {
    const { method, headers, requestId, limits, response } = exchange;
    // Answers to a POST are sent whole: 304 is for reads (RFC 9110, 13.1.2).
    const isKnown = method !== 'POST' && matchesEntityTag(headers['if-none-match'], form.etag);
    const lines = isKnown ? form.unchanged : form.whole;
    const now = ['Cache-Control', replies.cacheControl(reply), 'X-Request-Id', requestId];
    response.writeHead(isKnown ? 304 : 200, lines.concat(now, limits));
    response.end(isKnown || method === 'HEAD' ? undefined : form.bytes);
  }

  function writeReply(exchange: Exchange, reply: Reply): void | Promise<void> {
    exchange.route = reply.route;
    const form = reply.form(readEncoding(exchange.headers['accept-encoding']));
    if (!(form instanceof Promise)) return sendReply(exchange, reply, form);
    return form.then((made) => sendReply(exchange, reply, made));
  }

  /** Sets the headers of every answer that is no reply. */
  function setCommonHeaders(exchange: Exchange): void {
    const { response, requestId, limits } = exchange;
    setHeaders(response, { 'X-Request-Id': requestId, ...security, ...cors.headersFor(exchange) });
    for (let at = 0; at < limits.length; at += 2) response.setHeader(limits[at]!, limits[at + 1]!);
  }

  function send({ response, method }: Exchange, status: number, body: Buffer | Readable | null): void {
    response.statusCode = status;
    const isSent = method !== 'HEAD' && status !== 304;
    if (status === 304) for (const name of ['Content-Type', 'Content-Length']) response.removeHeader(name);
    else if (Buffer.isBuffer(body)) response.setHeader('Content-Length', body.length);
    if (!(body instanceof Readable)) return void response.end(isSent ? body : undefined);
    if (isSent) return void pipeline(body, response, (error) => error && logBroken(log, error));
    body.destroy();
    response.end();
  }

  /** Writes an answer that is for one caller, or that may change by itself. */
  async function writeOwn(exchange: Exchange, answer: Answer): Promise<void> {
    // Only an endpoint answers.
    const endpoint = exchange.endpoint!;
    const { response } = exchange;
    const isPublic = isPublicAnswer(endpoint, answer);
    const { type, bytes } = toBytes(answer);
    const tag = answer.etag ?? (isPublic && Buffer.isBuffer(bytes) ? createEntityTag(bytes) : undefined);
    const status = isPublic && hasCallerTag(exchange, answer, tag) ? 304 : (answer.status ?? 200);
    if (bytes instanceof Readable && status !== 304 && exchange.method !== 'HEAD') await beginStream(bytes, response);
    setCommonHeaders(exchange);
    if (answer.commit) response.setHeader('X-Commit', answer.commit);
    if (isPublic) setHeaders(response, { 'Cache-Control': cacheControl(answer, cache), Vary: varyOf(endpoint) });
    else setPrivateHeaders(response, endpoint);
    setHeaders(response, { ...answer.headers, 'Content-Type': type });
    if (answer.cookies) response.setHeader('Set-Cookie', answer.cookies);
    if (tag !== undefined) response.setHeader('ETag', `"${tag}"`);
    const isPacked = !isPublic && isWorthPacking(type, bytes);
    send(exchange, status, isPacked ? await pack(exchange, bytes) : bytes);
  }

  /** Compresses private JSON for each caller; its entity tag stays the record's revision, as no cache keeps it. */
  async function pack({ response, headers }: Exchange, bytes: Buffer): Promise<Buffer> {
    addVary(response, 'Accept-Encoding');
    const encoding = readEncoding(headers['accept-encoding']);
    if (encoding === 'identity' || response.hasHeader('Content-Encoding')) return bytes;
    response.setHeader('Content-Encoding', encoding);
    return compress(bytes, encoding);
  }

  return {
    write: (exchange, outcome) => ('form' in outcome ? writeReply(exchange, outcome) : writeOwn(exchange, outcome)),
    writeEmpty(exchange, headers) {
      setCommonHeaders(exchange);
      setHeaders(exchange.response, headers);
      send(exchange, 204, null);
    },
    writeError(exchange, error) {
      const shown = judgeError(error, exchange, log);
      const { response } = exchange;
      if (response.headersSent) return void response.destroy();
      const { status, headers, body } = showFailure(shown, exchange);
      setCommonHeaders(exchange);
      setHeaders(response, { ...headers, 'Content-Type': JSON_TYPE });
      send(exchange, status, Buffer.from(JSON.stringify(body)));
    },
  };
}

function setHeaders(response: ServerResponse, headers: HeaderValues): void {
  for (const name in headers) response.setHeader(name, headers[name]!);
}

function addVary(response: ServerResponse, names: string): void {
  const known = response.getHeader('Vary');
  response.setHeader('Vary', known === undefined ? names : `${known}, ${names}`);
}

function setPrivateHeaders(response: ServerResponse, { access }: Endpoint): void {
  response.setHeader('Cache-Control', 'private, no-store');
  if (access !== 'public' && access !== 'open') addVary(response, 'Authorization, X-API-Key, Cookie');
}

const isPublicAnswer = ({ access }: Endpoint, { status = 200, isUncertain }: Answer): boolean =>
  access === 'public' && status < 400 && !isUncertain;

/** Whether the caller of a public read already has the bytes. */
const hasCallerTag = ({ method, headers }: Exchange, { status = 200 }: Answer, tag: string | undefined): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  status < 300 &&
  tag !== undefined &&
  matchesEntityTag(headers['if-none-match'], `"${tag}"`);

/** Longer answers are exports, which would keep a thread of the pool busy for seconds. */
const MAX_PACKED_BYTES = 4 * 1024 * 1024;

const isWorthPacking = (type: string, bytes: Buffer | Readable): bytes is Buffer =>
  Buffer.isBuffer(bytes) && type === JSON_TYPE && bytes.length <= MAX_PACKED_BYTES && isCompressible(type, bytes);

/**
 * Resolves when a stream has its first bytes or ends: if it fails before, the answer can still be an error. Closes it if
 * the caller leaves meanwhile.
 */
function beginStream(stream: Readable, response: ServerResponse): Promise<void> {
  const leave = (): void => void stream.destroy();
  response.once('close', leave);
  if (response.closed) leave();
  return new Promise<void>((resolve, reject) => {
    stream.once('readable', resolve).once('close', resolve).once('error', reject);
  }).finally(() => response.off('close', leave));
}

/** An error after the head of an answer happened while it was being sent, mostly because the caller hung up. */
function logBroken(log: Log, error: unknown): void {
  const isHangUp = hasErrorCode(error, 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE');
  log[isHangUp ? 'debug' : 'error']({ err: error }, 'An answer was cut off');
}
