import { hash } from 'node:crypto';
import type { ClientRequest, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { CacheConfig } from '../config.ts';
import type { Edition } from '../view/edition.ts';
import { cacheControl } from './cacheControl.ts';
import { isUnchanged } from './conditional.ts';
import type { Encoding } from './encoding.ts';
import type { Answer, Endpoint } from './endpoint.ts';
import type { Replies } from './replies.ts';
import { createReply, type Lines, type Reply } from './reply.ts';
import type { Context } from './state.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export interface AnswerDeps {
  readonly cache: CacheConfig;
  readonly replies: Replies;
  readEncoding(accepted: string | undefined): Encoding;
}

/** What a handler gave back, and what could be seen when it began. */
export interface Answered {
  readonly endpoint: Endpoint;
  readonly answer: Answer;
  readonly edition: Edition;
}

/** Writes what a handler gave back: body, ETag, caching, encoding, and 304 where a public answer has not changed. */
export async function writeAnswer(ctx: Context, answered: Answered, deps: AnswerDeps): Promise<void> {
  const { endpoint, answer } = answered;
  const { type, bytes } = toBytes(answer);
  const status = answer.status ?? 200;
  ctx.status = status;
  if (answer.commit) ctx.set('X-Commit', answer.commit);
  if (!isCacheable(ctx, answered)) writePrivate(ctx, endpoint);
  else writePublic(ctx, answered, deps.cache);
  if (answer.headers) ctx.set({ ...answer.headers });
  if (Buffer.isBuffer(bytes) && isReply(ctx, answered)) return writeReply(ctx, { ...answered, type, bytes }, deps);
  ctx.set('Content-Type', type);
  ctx.body = bytes;
  writeTag(ctx, answered, bytes);
}

/** The body of an answer, as it is sent and exported. */
export function toBytes(answer: Answer): { type: string; bytes: Buffer | Readable } {
  if ('raw' in answer)
    return { type: answer.type, bytes: typeof answer.raw === 'string' ? Buffer.from(answer.raw) : answer.raw };
  const json = 'body' in answer ? answer.body : { data: answer.data, ...(answer.meta && { meta: answer.meta }) };
  return { type: JSON_TYPE, bytes: Buffer.from(JSON.stringify(json)) };
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

const isCacheable = ({ method, status }: Context, { endpoint, answer }: Answered): boolean =>
  endpoint.access === 'public' && isRead(method) && status < 400 && !answer.isUncertain;

/** Whether other callers may get the same bytes until something changes. */
const isReply = (ctx: Context, answered: Answered): boolean =>
  isCacheable(ctx, answered) && ctx.status === 200 && !answered.endpoint.answersFiles;

function writePrivate(ctx: Context, { access }: Endpoint): void {
  ctx.set('Cache-Control', 'private, no-store');
  if (access !== 'public' && access !== 'open') ctx.vary('Authorization, X-API-Key');
}

function writePublic(ctx: Context, { endpoint, answer }: Answered, cache: CacheConfig): void {
  ctx.set('Cache-Control', cacheControl(answer, cache));
  ctx.set('Vary', ['Accept-Encoding', ...(endpoint.variesBy ?? [])].join(', '));
}

interface Made extends Answered {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Sends an answer in the form that the caller wants, and keeps it for the next one. */
async function writeReply(ctx: Context, made: Made, { replies, readEncoding }: AnswerDeps): Promise<void> {
  const reply = keepReply(ctx, made, replies);
  const form = await reply.form(readEncoding(ctx.req.headers['accept-encoding']));
  ctx.set('ETag', form.etag);
  if (isUnchanged(ctx.req.headers['if-none-match'], form.etag)) {
    ctx.status = 304;
    return;
  }
  for (let at = 0; at < form.own.length; at += 2) ctx.set(form.own[at]!, form.own[at + 1]!);
  ctx.body = form.bytes;
}

/** The answer that is kept for this address, or that is kept from now on. */
function keepReply(ctx: Context, { endpoint, answer, edition, type, bytes }: Made, replies: Replies): Reply {
  const wanted = { url: ctx.originalUrl, headers: ctx.headers };
  const known = replies.find(wanted);
  if (known) {
    ctx.set('Cache-Control', replies.cacheControl(known));
    return known;
  }
  const reply = createReply({
    route: endpoint.path,
    lines: sharedLines(ctx),
    isBounded: answer.maxAgeSeconds !== undefined,
    type,
    bytes,
    tag: answer.etag ?? tagOf(bytes),
    grown: () => replies.weigh(wanted.url),
  });
  replies.keep(wanted, { reply, edition, variesBy: endpoint.variesBy ?? [] });
  return reply;
}

/** Header lines that tell of one request or one moment. */
const OWN_LINES = /^(?:cache-control|connection|ratelimit-\w+|x-request-id)$/i;

function sharedLines(ctx: Context): Lines {
  // Every outgoing message has it; the types know it of those of clients only.
  const res = ctx.res as ServerResponse & Pick<ClientRequest, 'getRawHeaderNames'>;
  const names = res.getRawHeaderNames().filter((name) => !OWN_LINES.test(name));
  return names.flatMap((name) => [name, String(res.getHeader(name))]);
}

/** The tag of what is no reply, and 304 for callers who have it. */
function writeTag(ctx: Context, answered: Answered, bytes: Buffer | Readable): void {
  const { etag } = answered.answer;
  const isPublic = isCacheable(ctx, answered);
  const tag = etag ?? (isPublic && Buffer.isBuffer(bytes) ? tagOf(bytes) : undefined);
  if (tag === undefined) return;
  ctx.set('ETag', `"${tag}"`);
  if (!isPublic || ctx.status >= 300 || !isUnchanged(ctx.req.headers['if-none-match'], `"${tag}"`)) return;
  if (bytes instanceof Readable) bytes.destroy();
  ctx.status = 304;
}

/** 120 bits of a SHA-1 name the bytes; nothing relies on nobody being able to forge one. */
export const tagOf = (bytes: Buffer | string): string => hash('sha1', bytes, 'base64url').slice(0, 20);
