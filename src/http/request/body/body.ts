import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { hasErrorCode } from '../../../lib/disk/hasErrorCode.ts';
import { checkTree } from '../../../lib/json/checkTree.ts';
import { CmsError, invalid, invalidAt } from '../../../model/errors.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import { createValidator } from '../../../model/schema/validator.ts';
import type { Stay } from './bodyRoom.ts';

/** SECURITY 9. */
const DEFAULT_MAX_BYTES = 2 * 1024 * 1024;
const LIMITS = {
  maxDepth: 64,
  maxNodes: 100_000,
  /**
   * Keys of one object; those beyond are bounded in all objects together, because V8 takes ten times as long for each.
   */
  usualKeys: 100,
  maxExtraKeys: 10_000,
};

export interface BodyOptions {
  readonly maxBytes?: number | undefined;
  /** The media types it may have; any JSON by default. */
  readonly types?: readonly string[] | undefined;
}

/** A body as its schema leaves it, and as it was sent, including the keys that the schema drops. */
export interface RequestBody<B> {
  readonly value: B;
  readonly sent: unknown;
}

/** What a body's reader tells the server. */
export interface Reception {
  /** Begins the stay of the body's bytes in the caller's room. */
  enter(): Stay;
  /** Called when the whole body is there. It is not looked at if this throws. */
  onRead(): Promise<unknown>;
}

/** Reads the body of a request. */
export type ReadBody<B> = (request: IncomingMessage, reception: Reception) => Promise<RequestBody<B>>;

/**
 * Makes the function that reads a JSON body by `schema`. It throws VALIDATION (malformed, too deep, dangerous keys,
 * wrong values), PAYLOAD_TOO_LARGE or UNSUPPORTED_MEDIA_TYPE. If the schema wants an object, no body counts as `{}`.
 */
export function createBodyReader<B>(schema: Schema<B>, options: BodyOptions): ReadBody<B> {
  const { maxBytes = DEFAULT_MAX_BYTES, types } = options;
  const validate = createValidator(schema);
  return async (request, reception) => {
    const bytes = await readJsonBytes(request, { maxBytes, types, ...reception });
    const isAbsent = bytes.length === 0 && schema['type'] === 'object';
    const sent = isAbsent ? {} : parseUntrustedJson(bytes);
    const result = validate(sent);
    if ('details' in result) throw invalid(result.details);
    return { value: result.value, sent };
  };
}

interface BodyReadOptions extends Reception {
  readonly maxBytes: number;
  readonly types: readonly string[] | undefined;
}

async function readJsonBytes(
  request: IncomingMessage,
  { maxBytes, types, ...reception }: BodyReadOptions,
): Promise<Buffer> {
  if (!hasBody(request)) return Buffer.alloc(0);
  requireJson(request, maxBytes, types);
  const bytes = await readBodyBytes(request, { maxBytes, stay: reception.enter() });
  await reception.onRead();
  return bytes;
}

/** @throws CmsError UNSUPPORTED_MEDIA_TYPE or PAYLOAD_TOO_LARGE if the headers announce such a body */
export function requireJson(request: IncomingMessage, maxBytes: number, types?: readonly string[]): void {
  checkBodyType(request, types);
  requireSize(request, maxBytes);
}

/** @throws CmsError PAYLOAD_TOO_LARGE if the headers announce more bytes */
export function requireSize({ headers }: Pick<IncomingMessage, 'headers'>, maxBytes: number): void {
  if (Number(headers['content-length']) > maxBytes) throw bodyTooLarge(maxBytes);
}

/** RFC 9112, 6.3: a request has a body when one of these headers says so. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The event on a request that says that its body is about to be read: see `inviteBody`. */
export const BODY_WANTED = 'bodyWanted';

/**
 * Tells a caller that sent `Expect: 100-continue` to send the body (RFC 9110, 10.1.1). A caller who is refused because
 * of the headers never sends it.
 */
export const inviteBody = (request: IncomingMessage): void => void request.emit(BODY_WANTED);

const JSON_TYPE = /^application\/(json|[\w!#$&^.-]+\+json)$/;

function checkBodyType({ headers }: IncomingMessage, types: readonly string[] | undefined): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  const isUtf8Text = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  const isTaken = types?.includes(type.trim()) ?? JSON_TYPE.test(type.trim());
  if (!isTaken || !isUtf8Text) {
    const wanted = types?.join(' or ') ?? 'application/json';
    throw new CmsError('UNSUPPORTED_MEDIA_TYPE', `The body must be JSON in UTF-8, with Content-Type: ${wanted}`);
  }
  requirePlainBytes(headers);
}

/** @throws CmsError UNSUPPORTED_MEDIA_TYPE for a body that is compressed, by its sender or on its way */
export function requirePlainBytes(headers: IncomingHttpHeaders): void {
  const { 'content-encoding': encoding = 'identity', 'transfer-encoding': transfer = 'chunked' } = headers;
  if (encoding.toLowerCase() === 'identity' && transfer.toLowerCase() === 'chunked') return;
  throw new CmsError('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed: send it without Content-Encoding');
}

const bodyTooLarge = (maxBytes: number): CmsError =>
  new CmsError('PAYLOAD_TOO_LARGE', `The body must be at most ${sizeInWords(maxBytes)}`);

const MIB = 1024 * 1024;
const sizeInWords = (bytes: number): string => (bytes < MIB ? `${bytes / 1024} KiB` : `${bytes / MIB} MiB`);

/**
 * How many milliseconds a body may take to arrive: some time to begin with, then 32 bytes a millisecond (a slow line).
 */
const timeFor = (bytes: number): number => 15_000 + bytes / 32;

function readBodyBytes(
  request: IncomingMessage,
  { maxBytes, stay }: { readonly maxBytes: number; readonly stay: Stay },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = (error: Error): void => {
      clearTimeout(deadline);
      request.off('data', take);
      // Frees what has arrived and discards the rest.
      chunks.length = 0;
      stay.leave();
      request.resume();
      reject(error);
    };
    const deadline = setTimeout(() => stop(invalidAt([], 'The body took too long to arrive')), timeFor(maxBytes));
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxBytes) return void stop(bodyTooLarge(maxBytes));
      chunks.push(chunk);
      stay.take(chunk.length);
    };
    stay.begin(stop);
    inviteBody(request);
    request.on('data', take);
    request.once('end', () => {
      clearTimeout(deadline);
      stay.complete();
      resolve(Buffer.concat(chunks, length));
    });
    // Every request is closed in the end; most have been read by then.
    for (const event of ['error', 'close'] as const)
      request.once(event, () => request.readableEnded || stop(endedEarly()));
  });
}

/**
 * The bytes of a body as they come in, for a reader that does not keep them all in memory. The rest of a refused body
 * is discarded, so that its sender gets to read the answer.
 *
 * @throws CmsError VALIDATION if it ends early, PAYLOAD_TOO_LARGE
 */
export async function* readChunks(
  request: IncomingMessage,
  { maxBytes }: { readonly maxBytes: number },
): AsyncGenerator<Buffer> {
  let length = 0;
  inviteBody(request);
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      length += (chunk as Buffer).length;
      if (length > maxBytes) throw bodyTooLarge(maxBytes);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw hasErrorCode(error, 'ECONNRESET') ? endedEarly() : error;
  } finally {
    request.resume();
  }
}

const endedEarly = (): CmsError => invalidAt([], 'The body ended early');

/**
 * Parses JSON from outside; messages call it `noun`. Throws VALIDATION if it is malformed, too deep or has dangerous
 * keys.
 */
export function parseUntrustedJson(bytes: Buffer, noun = 'The body'): unknown {
  if (!isUtf8(bytes)) throw invalidAt([], `${noun} is not valid UTF-8`);
  checkSize(bytes);
  const value = parseText(bytes.toString('utf8').replace(/^\uFEFF/, ''), noun);
  const breach = checkTree(value, LIMITS);
  if (breach) throw invalidAt(breach.path, breach.message);
  return value;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Throws if JSON is too deep or holds too many values or keys. It counts before anything is parsed, because two million
 * brackets or numbers, or a hundred thousand keys, keep JSON.parse and what follows busy for half a second.
 */
function checkSize(bytes: Buffer): void {
  let [depth, values, isText, extraKeys] = [0, 1, false, 0];
  const keys = new Uint32Array(LIMITS.maxDepth + 1);
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA) values += 1;
    else if (byte === COLON) {
      keys[depth]! += 1;
      if (keys[depth]! > LIMITS.usualKeys) extraKeys += 1;
    } else if (CLOSING.has(byte)) depth -= 1;
    else if (OPENING.has(byte)) {
      [depth, values] = [depth + 1, values + 1];
      keys[depth] = 0;
    }
    if (depth > LIMITS.maxDepth) throw invalidAt([], `Nested deeper than ${LIMITS.maxDepth} levels`);
    if (values > LIMITS.maxNodes) throw invalidAt([], `Holds more than ${LIMITS.maxNodes} values`);
    if (extraKeys > LIMITS.maxExtraKeys) throw invalidAt([], 'Holds objects with too many keys');
  }
}

function parseText(text: string, noun: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CmsError('VALIDATION', `${noun} is not valid JSON`, { cause });
  }
}
