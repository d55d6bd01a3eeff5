import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { CacheConfig } from '../config.ts';
import type { Answer, Endpoint } from './endpoint.ts';
import type { Context } from './state.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const YEAR_SECONDS = 31_536_000;

/** Writes what a handler gave back: body, ETag, caching, and 304 where a public answer has not changed. */
export function writeAnswer(ctx: Context, endpoint: Endpoint, answer: Answer, cache: CacheConfig): void {
  const { type, bytes } = toBytes(answer);
  const status = answer.status ?? 200;
  ctx.status = status;
  ctx.body = bytes;
  ctx.set('Content-Type', type);
  if (answer.commit) ctx.set('X-Commit', answer.commit);
  if (answer.etag) ctx.set('ETag', `"${answer.etag}"`);
  if (isCacheable(ctx, endpoint, status)) writePublic(ctx, answer, cache);
  else writePrivate(ctx, endpoint);
  ctx.set({ ...answer.headers });
}

function toBytes(answer: Answer): { type: string; bytes: Buffer | Readable } {
  if ('raw' in answer)
    return { type: answer.type, bytes: typeof answer.raw === 'string' ? Buffer.from(answer.raw) : answer.raw };
  const json = 'body' in answer ? answer.body : { data: answer.data, ...(answer.meta && { meta: answer.meta }) };
  return { type: JSON_TYPE, bytes: Buffer.from(JSON.stringify(json)) };
}

const isCacheable = ({ method }: Context, { access }: Endpoint, status: number): boolean =>
  access === 'public' && (method === 'GET' || method === 'HEAD') && status < 400;

function writePublic(ctx: Context, answer: Answer, cache: CacheConfig): void {
  ctx.set('Cache-Control', cacheControl(answer, cache));
  ctx.vary('Accept-Encoding');
  const { body } = ctx;
  if (Buffer.isBuffer(body) && !ctx.response.get('ETag')) ctx.set('ETag', `"${tagOf(body)}"`);
  if (!isUnchanged(ctx)) return;
  if (body instanceof Readable) body.destroy();
  ctx.status = 304;
}

/** 120 bits of a SHA-1 name the bytes; nothing relies on nobody being able to forge one. */
export const tagOf = (bytes: Buffer | string): string =>
  createHash('sha1').update(bytes).digest('base64url').slice(0, 20);

/** The public Cache-Control of an answer; each of its three times ends with the answer's truth. */
export function cacheControl(
  { maxAgeSeconds, isImmutable }: Pick<Answer, 'maxAgeSeconds' | 'isImmutable'>,
  cache: CacheConfig,
): string {
  if (isImmutable) return `public, max-age=${YEAR_SECONDS}, immutable`;
  const bound = (seconds: number) => Math.max(0, Math.min(seconds, Math.floor(maxAgeSeconds ?? seconds)));
  const { maxAgeSeconds: own, sharedMaxAgeSeconds: shared, staleSeconds: stale } = cache;
  return `public, max-age=${bound(own)}, s-maxage=${bound(shared)}, stale-while-revalidate=${bound(stale)}`;
}

/** RFC 9110, 13.1.2: weak comparison with any of the caller's tags, `*` for all. */
function isUnchanged(ctx: Context): boolean {
  const given = ctx.get('If-None-Match');
  const etag = ctx.response.get('ETag');
  if (given === '' || etag === '' || ctx.status >= 300) return false;
  const tags: readonly string[] = given.match(/"[^"]*"/g) ?? [];
  return given.trim() === '*' || tags.includes(etag);
}

function writePrivate(ctx: Context, { access }: Endpoint): void {
  ctx.set('Cache-Control', 'private, no-store');
  if (access !== 'public' && access !== 'open') ctx.vary('Authorization, X-API-Key');
}
