import type { IncomingMessage } from 'node:http';
import { plainIp } from '../../lib/net/addressKey.ts';
import type { Middleware } from '../state.ts';

/**
 * Makes every request target a plain path with its query. RFC 9112, 3.2 also allows whole URLs and `*`, and a caller may
 * send anything: for `http://[` or `//a@#` all that reads `path` below would throw, or find none.
 */
export const plainAddress = (): Middleware => async (ctx, next) => {
  if (!isPlainAddress(ctx.url)) ctx.url = toPath(ctx.url);
  await next();
};

const PLAIN = /^\/[^\s#]*$/;

/** Whether a target is a path with its query, as it stands. */
export const isPlainAddress = (target: string): boolean => PLAIN.test(target);

function toPath(target: string): string {
  const path = target.startsWith('/') ? target : fromUrl(target);
  // What node's own parser of URLs, which koa falls back to for these, would stumble over.
  return path.replace(/#.*$/s, '').replaceAll(/\s/g, encodeURIComponent);
}

function fromUrl(target: string): string {
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return `/${target}`;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

/**
 * Where a request comes from, as an IP address in its one plain form. Each proxy appends the address it was called from:
 * with n of them only the last n can be believed. Where that is none, the request comes from whoever is connected.
 */
export function callerAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = trustedProxies > 0 ? headers['x-forwarded-for'] : undefined;
  const [first = ''] = forwarded === undefined ? [] : String(forwarded).split(',').slice(-trustedProxies);
  return plainIp(first) ?? plainIp(socket.remoteAddress ?? '') ?? '';
}

/** Makes `ctx.ip` the caller's address. */
export const findCaller =
  (trustedProxies: number): Middleware =>
  async (ctx, next) => {
    ctx.request.ip = callerAddress(ctx.req, trustedProxies);
    await next();
  };
