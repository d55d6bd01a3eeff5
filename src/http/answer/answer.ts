import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { CacheConfig } from '../../config.ts';
import type { Edition } from '../../view/edition.ts';
import type { Answer, AnswerHead, BodyAnswer, DataAnswer, Endpoint } from '../endpoint.ts';
import { type Made, type Replies, toReply } from '../public/replies.ts';
import type { Context } from '../state.ts';
import { cacheControl, isUnchanged } from './cacheControl.ts';
import { compress, isCompressible } from './encoding.ts';
import { type HeadLines, varyOf } from './headLines.ts';
import type { Sender } from './send.ts';
import type { Lines } from './writeHead.ts';
import { isLight, writeLongJson } from './writeJson.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export interface AnswerDeps {
  readonly cache: CacheConfig;
  readonly replies: Replies;
  readonly sender: Sender;
}

/** What a handler returned, and the edition in which it began. */
export interface Answered {
  readonly endpoint: Endpoint;
  readonly answer: Answer;
  readonly edition: Edition;
}

interface Writable {
  readonly answered: Answered;
  /** The name under which everybody who asks the same finds it. */
  readonly name: string | undefined;
  readonly lines: HeadLines;
  /** The `RateLimit-*` lines. */
  readonly limits: Lines;
}

/** Writes what a handler returned: body, ETag, caching, encoding, and 304 if a public answer has not changed. */
export async function writeAnswer(ctx: Context, writable: Writable, deps: AnswerDeps): Promise<void> {
  const { answered, name, lines, limits } = writable;
  const made = toMade(answered, lines);
  if (!made) return writeOwn(ctx, answered, deps);
  const reply = name === undefined ? toReply(made) : deps.replies.add({ name, headers: ctx.headers }, made);
  const form = await deps.sender.formFor(ctx.req, reply);
  // The sender writes the whole answer.
  ctx.respond = false;
  deps.sender.send({ request: ctx.req, response: ctx.res, requestId: ctx.state.requestId, limits }, reply, form);
}

/** Writes an answer that is for one caller, or is not JSON. */
async function writeOwn(ctx: Context, answered: Answered, { cache, sender }: AnswerDeps): Promise<void> {
  const { endpoint, answer } = answered;
  const { type, bytes } = toBytes(answer);
  if (bytes instanceof Readable && isSent(ctx, answered)) await toBegin(bytes, ctx.res);
  ctx.status = answer.status ?? 200;
  if (answer.commit) ctx.set('X-Commit', answer.commit);
  if (!isCacheable(answered)) writePrivate(ctx, endpoint);
  else writePublic(ctx, answered, cache);
  if (answer.headers) ctx.set({ ...answer.headers });
  ctx.set('Content-Type', type);
  ctx.body = isCompressed(answered, bytes) ? await compressFor(ctx, bytes, sender) : bytes;
  writeTag(ctx, answered, bytes);
}

/** Whether the body is sent: not to HEAD, nor to callers who have it. */
const isSent = (ctx: Context, answered: Answered): boolean => ctx.method !== 'HEAD' && !callerHas(ctx, answered);

/**
 * Resolves when a stream has its first bytes or ends: if it fails before, the answer can still be an error. Closes it if
 * the caller leaves meanwhile.
 */
function toBegin(stream: Readable, response: ServerResponse): Promise<void> {
  const leave = (): void => void stream.destroy();
  response.once('close', leave);
  if (response.closed) leave();
  return new Promise<void>((resolve, reject) => {
    stream.once('readable', resolve).once('close', resolve).once('error', reject);
  }).finally(() => response.off('close', leave));
}

/** Longer answers are exports, which would keep a thread of the pool busy for seconds. */
const MAX_COMPRESSED_BYTES = 4 * 1024 * 1024;

/** Private JSON is compressed for each caller; its entity tag stays the record's revision, as no cache keeps it. */
const isCompressed = (answered: Answered, bytes: Buffer | Readable): bytes is Buffer =>
  !isCacheable(answered) &&
  Buffer.isBuffer(bytes) &&
  bytes.length <= MAX_COMPRESSED_BYTES &&
  ('raw' in answered.answer ? answered.answer.type === JSON_TYPE : true) &&
  isCompressible(JSON_TYPE, bytes);

async function compressFor(ctx: Context, bytes: Buffer, sender: Sender): Promise<Buffer> {
  ctx.vary('Accept-Encoding');
  const encoding = sender.encodingFor(ctx.req);
  if (encoding === 'identity' || ctx.response.get('Content-Encoding')) return bytes;
  ctx.set('Content-Encoding', encoding);
  return compress(bytes, encoding);
}

/** The body of an answer, as it is sent and exported. */
export function toBytes(answer: Answer): { type: string; bytes: Buffer | Readable } {
  if ('raw' in answer)
    return { type: answer.type, bytes: typeof answer.raw === 'string' ? Buffer.from(answer.raw) : answer.raw };
  return { type: JSON_TYPE, bytes: Buffer.from(JSON.stringify(jsonOf(answer))) };
}

const jsonOf = (answer: DataAnswer | BodyAnswer): object =>
  'body' in answer ? answer.body : { data: answer.data, ...(answer.meta && { meta: answer.meta }) };

/** The endpoint, with long answers written in slices. */
export function writeInSlices(endpoint: Endpoint): Endpoint {
  const isBounded = endpoint.access === 'public';
  const write = (answer: Answer): Answer | Promise<Answer> => {
    if ('raw' in answer) return answer;
    const json = jsonOf(answer);
    if (isLight(json)) return answer;
    return writeLongJson(json, { isBounded }).then((raw) => ({ ...headOf(answer), raw, type: JSON_TYPE }));
  };
  return {
    ...endpoint,
    handle(call) {
      const answer = endpoint.handle(call);
      return answer instanceof Promise ? answer.then(write) : write(answer);
    },
  };
}

function headOf(answer: DataAnswer | BodyAnswer): AnswerHead {
  if ('body' in answer) return (({ body, ...head }) => head)(answer);
  return (({ data, meta, ...head }) => head)(answer);
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

const isCacheable = ({ endpoint, answer: { status = 200, isUncertain } }: Answered): boolean =>
  endpoint.access === 'public' && status < 400 && !isUncertain;

/** Whether other callers can get the same bytes until something changes. */
const isReply = ({ endpoint, answer }: Answered): boolean =>
  endpoint.access === 'public' &&
  !endpoint.answersFiles &&
  (answer.status ?? 200) === 200 &&
  !answer.isUncertain &&
  !answer.isImmutable;

/**
 * Whether the caller already has the bytes of a public answer. Answers to a POST are sent whole: 304 is for reads (RFC
 * 9110, 13.1.2).
 */
function callerHas({ method, req }: Context, answered: Answered, tag = answered.answer.etag): boolean {
  const isPublicRead = isCacheable(answered) && isRead(method) && (answered.answer.status ?? 200) < 300;
  return isPublicRead && tag !== undefined && isUnchanged(req.headers['if-none-match'], `"${tag}"`);
}

function writePrivate(ctx: Context, { access }: Endpoint): void {
  ctx.set('Cache-Control', 'private, no-store');
  if (access !== 'public' && access !== 'open') ctx.vary('Authorization, X-API-Key, Cookie');
}

function writePublic(ctx: Context, { endpoint, answer }: Answered, cache: CacheConfig): void {
  ctx.set('Cache-Control', cacheControl(answer, cache));
  ctx.set('Vary', varyOf(endpoint));
}

/** An answer that can be sent to everybody who asks the same; undefined if it is for one caller or a stream. */
export function toMade(answered: Answered, lines: HeadLines): Made | undefined {
  if (!isReply(answered)) return undefined;
  const { endpoint, answer, edition } = answered;
  const { type, bytes } = toBytes(answer);
  if (!Buffer.isBuffer(bytes)) return undefined;
  return {
    route: endpoint.path,
    lines: lines(answer),
    maxAgeSeconds: answer.maxAgeSeconds,
    type,
    bytes,
    tag: answer.etag ?? tagOf(bytes),
    edition,
    variesBy: endpoint.variesBy ?? [],
  };
}

/** Sets the ETag of an answer that is no reply, and 304 for callers who have it. */
function writeTag(ctx: Context, answered: Answered, bytes: Buffer | Readable): void {
  const { etag } = answered.answer;
  const tag = etag ?? (isCacheable(answered) && Buffer.isBuffer(bytes) ? tagOf(bytes) : undefined);
  if (tag === undefined) return;
  ctx.set('ETag', `"${tag}"`);
  if (!callerHas(ctx, answered, tag)) return;
  if (bytes instanceof Readable) bytes.destroy();
  ctx.status = 304;
}

/** 120 bits of a SHA-1 name the bytes; nothing depends on tags being hard to forge. */
export const tagOf = (bytes: Buffer | string): string => hash('sha1', bytes, 'base64url').slice(0, 20);
