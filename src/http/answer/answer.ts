import { hash } from 'node:crypto';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { CacheConfig } from '../../config.ts';
import type { Edition } from '../../view/edition.ts';
import type { Answer, AnswerHead, BodyAnswer, DataAnswer, Endpoint } from '../endpoint.ts';
import type { Made, Replies } from '../public/replies.ts';
import type { Context } from '../state.ts';
import { cacheControl, isUnchanged } from './cacheControl.ts';
import type { Encoding } from './encoding.ts';
import type { Reply } from './reply.ts';
import type { Lines } from './writeHead.ts';
import { isLight, writeLongJson } from './writeJson.ts';

/** Who asks, and as which request. */
export interface Asker {
  readonly requestId: string;
  readonly ip: string;
}

/** Answers a request as the application would. Undefined for what is no plain answer; throws or rejects where the application has the words for what is wrong. */
export type Make = (asker: Asker) => Reply | undefined | Promise<Reply | undefined>;

/** Plain answers to public reads, made as the application makes them. */
export interface PublicReads {
  /** Undefined for what is the application's to answer. */
  find(request: IncomingMessage): Make | undefined;
  /** What has been made for a request and was no plain answer: the application writes it then. */
  madeFor(request: IncomingMessage): Answered | undefined;
  /** The address, in the one spelling, of a request that asks with a body of a known length for what everybody may see. */
  findQuery(request: IncomingMessage): string | undefined;
  /** Is told which lines the application says beside each plain answer of an endpoint. */
  learn(answered: Answered, lines: Lines): void;
}

const JSON_TYPE = 'application/json; charset=utf-8';

export interface AnswerDeps {
  readonly cache: CacheConfig;
  readonly replies: Replies;
  readonly reads: PublicReads;
  readEncoding(accepted: string | undefined): Encoding;
}

/** What a handler gave back, and what could be seen when it began. */
export interface Answered {
  readonly endpoint: Endpoint;
  readonly answer: Answer;
  readonly edition: Edition;
}

/** An answer, and what was asked: the name by which it is known to everybody who asks the same. */
interface Named extends Answered {
  readonly name: string | undefined;
}

/** Writes what a handler gave back: body, ETag, caching, encoding, and 304 where a public answer has not changed. */
export async function writeAnswer(ctx: Context, answered: Named, deps: AnswerDeps): Promise<void> {
  const { endpoint, answer, name } = answered;
  const { type, bytes } = toBytes(answer);
  const status = answer.status ?? 200;
  ctx.status = status;
  if (answer.commit) ctx.set('X-Commit', answer.commit);
  if (!isCacheable(ctx, answered)) writePrivate(ctx, endpoint);
  else writePublic(ctx, answered, deps.cache);
  if (answer.headers) ctx.set({ ...answer.headers });
  if (Buffer.isBuffer(bytes) && name !== undefined && isReply(answered))
    return writeReply(ctx, { ...answered, type, bytes, name }, deps);
  ctx.set('Content-Type', type);
  ctx.body = bytes;
  writeTag(ctx, answered, bytes);
}

/** The body of an answer, as it is sent and exported. */
export function toBytes(answer: Answer): { type: string; bytes: Buffer | Readable } {
  if ('raw' in answer)
    return { type: answer.type, bytes: typeof answer.raw === 'string' ? Buffer.from(answer.raw) : answer.raw };
  return { type: JSON_TYPE, bytes: Buffer.from(JSON.stringify(jsonOf(answer))) };
}

const jsonOf = (answer: DataAnswer | BodyAnswer): object =>
  'body' in answer ? answer.body : { data: answer.data, ...(answer.meta && { meta: answer.meta }) };

/** The endpoint, with answers that are long written in slices. */
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

const isCacheable = ({ status }: Context, { endpoint, answer }: Answered): boolean =>
  endpoint.access === 'public' && status < 400 && !answer.isUncertain;

/** Whether other callers may get the same bytes until something changes. */
const isReply = ({ endpoint: { access, answersFiles }, answer: { status = 200, isUncertain } }: Answered): boolean =>
  access === 'public' && status === 200 && !isUncertain && !answersFiles;

/** Whether the caller has the bytes already. What is asked with a body is sent whole: 304 is for reads (RFC 9110, 13.1.2). */
const callerHas = ({ method, req }: Context, etag: string): boolean =>
  isRead(method) && isUnchanged(req.headers['if-none-match'], etag);

function writePrivate(ctx: Context, { access }: Endpoint): void {
  ctx.set('Cache-Control', 'private, no-store');
  if (access !== 'public' && access !== 'open') ctx.vary('Authorization, X-API-Key, Cookie');
}

function writePublic(ctx: Context, { endpoint, answer }: Answered, cache: CacheConfig): void {
  ctx.set('Cache-Control', cacheControl(answer, cache));
  ctx.set('Vary', ['Accept-Encoding', ...(endpoint.variesBy ?? [])].join(', '));
}

interface Sendable extends Answered {
  readonly type: string;
  readonly bytes: Buffer;
  readonly name: string;
}

/** Sends an answer in the form that the caller wants, and keeps it for the next one. */
async function writeReply(
  ctx: Context,
  sendable: Sendable,
  { replies, reads, readEncoding }: AnswerDeps,
): Promise<void> {
  const lines = sharedLines(ctx);
  reads.learn(sendable, lines);
  const wanted = { name: sendable.name, headers: ctx.headers };
  const known = replies.find(wanted);
  if (known) return writeKnown(ctx, known, { replies, readEncoding });
  return sendReply(ctx, replies.add(wanted, toMade(sendable, lines)), readEncoding);
}

/** Sends an answer that was kept. */
export function writeKnown(
  ctx: Context,
  known: Reply,
  deps: Pick<AnswerDeps, 'replies' | 'readEncoding'>,
): Promise<void> {
  ctx.status = 200;
  ctx.set('Cache-Control', deps.replies.cacheControl(known));
  return sendReply(ctx, known, deps.readEncoding);
}

async function sendReply(ctx: Context, reply: Reply, readEncoding: AnswerDeps['readEncoding']): Promise<void> {
  const form = await reply.form(readEncoding(ctx.req.headers['accept-encoding']));
  const isKnown = callerHas(ctx, form.etag);
  const { shared, own } = isKnown ? form.unchanged : form.whole;
  setLines(ctx, shared);
  setLines(ctx, own);
  if (isKnown) ctx.status = 304;
  else ctx.body = form.bytes;
}

export function setLines(ctx: Context, lines: Lines): void {
  for (let at = 0; at < lines.length; at += 2) ctx.set(lines[at]!, lines[at + 1]!);
}

/** An answer as it can be kept. What depends on more than the address is not kept. */
export function toMade({ endpoint, answer, edition, type, bytes }: Omit<Sendable, 'name'>, lines: Lines): Made {
  return {
    route: endpoint.path,
    lines,
    isBounded: answer.maxAgeSeconds !== undefined,
    type,
    bytes,
    tag: answer.etag ?? tagOf(bytes),
    edition,
    variesBy: endpoint.variesBy ?? [],
  };
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
  if (!isPublic || ctx.status >= 300 || !callerHas(ctx, `"${tag}"`)) return;
  if (bytes instanceof Readable) bytes.destroy();
  ctx.status = 304;
}

/** 120 bits of a SHA-1 name the bytes; nothing relies on nobody being able to forge one. */
export const tagOf = (bytes: Buffer | string): string => hash('sha1', bytes, 'base64url').slice(0, 20);
