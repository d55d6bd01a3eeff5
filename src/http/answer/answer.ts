import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { CacheConfig } from '../../config.ts';
import type { Edition } from '../../view/edition.ts';
import type { Answer, AnswerHead, BodyAnswer, DataAnswer, Endpoint } from '../endpoint.ts';
import { type NewReply, type Replies, toReply } from '../public/replies.ts';
import type { RequestContext } from '../state.ts';
import { cacheControl, matchesEntityTag } from './cacheControl.ts';
import { compress, isCompressible } from './encoding.ts';
import { type HeadLines, varyOf } from './headLines.ts';
import type { ReplySender } from './send.ts';
import type { HeaderLines } from './writeHead.ts';
import { isLight, writeLongJson } from './writeJson.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export interface AnswerDeps {
  readonly cache: CacheConfig;
  readonly replies: Replies;
  readonly sender: ReplySender;
}

/** What a handler returned, and the edition in which it began. */
export interface HandledAnswer {
  readonly endpoint: Endpoint;
  readonly answer: Answer;
  readonly edition: Edition;
}

interface Writable {
  readonly answered: HandledAnswer;
  /** The name under which everybody who asks the same finds it. */
  readonly name: string | undefined;
  readonly lines: HeadLines;
  /** The `RateLimit-*` lines. */
  readonly limits: HeaderLines;
}

/** Writes what a handler returned: body, ETag, caching, encoding, and 304 if a public answer has not changed. */
export async function writeAnswer(ctx: RequestContext, writable: Writable, deps: AnswerDeps): Promise<void> {
  const { answered, name, lines, limits } = writable;
  const made = toMade(answered, lines);
  if (!made) return writeOwnAnswer(ctx, answered, deps);
  const reply = name === undefined ? toReply(made) : deps.replies.add({ name, headers: ctx.headers }, made);
  const form = await deps.sender.formFor(ctx.req, reply);
  // The sender writes the whole answer.
  ctx.respond = false;
  deps.sender.send({ request: ctx.req, response: ctx.res, requestId: ctx.state.requestId, limits }, reply, form);
}

/** Writes an answer that is for one caller, or is not JSON. */
async function writeOwnAnswer(
  ctx: RequestContext,
  answered: HandledAnswer,
  { cache, sender }: AnswerDeps,
): Promise<void> {
  const { endpoint, answer } = answered;
  const { type, bytes } = toBytes(answer);
  if (bytes instanceof Readable && sendsBody(ctx, answered)) await toBegin(bytes, ctx.res);
  ctx.status = answer.status ?? 200;
  if (answer.commit) ctx.set('X-Commit', answer.commit);
  if (!isCacheableAnswer(answered)) writePrivate(ctx, endpoint);
  else writePublic(ctx, answered, cache);
  if (answer.headers) ctx.set({ ...answer.headers });
  ctx.set('Content-Type', type);
  ctx.body = isCompressed(answered, bytes) ? await compressFor(ctx, bytes, sender) : bytes;
  writeEntityTag(ctx, answered, bytes);
}

/** Whether the body is sent: not to HEAD, nor to callers who have it. */
const sendsBody = (ctx: RequestContext, answered: HandledAnswer): boolean =>
  ctx.method !== 'HEAD' && !callerHas(ctx, answered);

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
const isCompressed = (answered: HandledAnswer, bytes: Buffer | Readable): bytes is Buffer =>
  !isCacheableAnswer(answered) &&
  Buffer.isBuffer(bytes) &&
  bytes.length <= MAX_COMPRESSED_BYTES &&
  ('raw' in answered.answer ? answered.answer.type === JSON_TYPE : true) &&
  isCompressible(JSON_TYPE, bytes);

async function compressFor(ctx: RequestContext, bytes: Buffer, sender: ReplySender): Promise<Buffer> {
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
    return writeLongJson(json, { isBounded }).then((raw) => ({ ...splitAnswerHead(answer), raw, type: JSON_TYPE }));
  };
  return {
    ...endpoint,
    handle(call) {
      const answer = endpoint.handle(call);
      return answer instanceof Promise ? answer.then(write) : write(answer);
    },
  };
}

function splitAnswerHead(answer: DataAnswer | BodyAnswer): AnswerHead {
  if ('body' in answer) return (({ body, ...head }) => head)(answer);
  return (({ data, meta, ...head }) => head)(answer);
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

const isCacheableAnswer = ({ endpoint, answer: { status = 200, isUncertain } }: HandledAnswer): boolean =>
  endpoint.access === 'public' && status < 400 && !isUncertain;

/** Whether other callers can get the same bytes until something changes. */
const isReply = ({ endpoint, answer }: HandledAnswer): boolean =>
  endpoint.access === 'public' &&
  !endpoint.answersFiles &&
  (answer.status ?? 200) === 200 &&
  !answer.isUncertain &&
  !answer.isImmutable;

/**
 * Whether the caller already has the bytes of a public answer. Answers to a POST are sent whole: 304 is for reads (RFC
 * 9110, 13.1.2).
 */
function callerHas({ method, req }: RequestContext, answered: HandledAnswer, tag = answered.answer.etag): boolean {
  const isPublicRead = isCacheableAnswer(answered) && isRead(method) && (answered.answer.status ?? 200) < 300;
  return isPublicRead && tag !== undefined && matchesEntityTag(req.headers['if-none-match'], `"${tag}"`);
}

function writePrivate(ctx: RequestContext, { access }: Endpoint): void {
  ctx.set('Cache-Control', 'private, no-store');
  if (access !== 'public' && access !== 'open') ctx.vary('Authorization, X-API-Key, Cookie');
}

function writePublic(ctx: RequestContext, { endpoint, answer }: HandledAnswer, cache: CacheConfig): void {
  ctx.set('Cache-Control', cacheControl(answer, cache));
  ctx.set('Vary', varyOf(endpoint));
}

/** An answer that can be sent to everybody who asks the same; undefined if it is for one caller or a stream. */
export function toMade(answered: HandledAnswer, lines: HeadLines): NewReply | undefined {
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
    tag: answer.etag ?? createEntityTag(bytes),
    edition,
    variesBy: endpoint.variesBy ?? [],
  };
}

/** Sets the ETag of an answer that is no reply, and 304 for callers who have it. */
function writeEntityTag(ctx: RequestContext, answered: HandledAnswer, bytes: Buffer | Readable): void {
  const { etag } = answered.answer;
  const tag = etag ?? (isCacheableAnswer(answered) && Buffer.isBuffer(bytes) ? createEntityTag(bytes) : undefined);
  if (tag === undefined) return;
  ctx.set('ETag', `"${tag}"`);
  if (!callerHas(ctx, answered, tag)) return;
  if (bytes instanceof Readable) bytes.destroy();
  ctx.status = 304;
}

/** 120 bits of a SHA-1 name the bytes; nothing depends on tags being hard to forge. */
export const createEntityTag = (bytes: Buffer | string): string => hash('sha1', bytes, 'base64url').slice(0, 20);
