import type { IncomingMessage } from 'node:http';
import { plainIp } from '../../lib/net/addressKey.ts';
import type { Middleware } from '../state.ts';

/**
 * Makes every request target a plain path with its query. RFC 9112, 3.2 also allows whole URLs and `*`, and a caller
 * may send anything: for `http://[` or `//a@#`, everything below that reads `path` would throw or find none.
 */
export const plainAddress = (): Middleware => async (ctx, next) => {
  if (!isPlainAddress(ctx.url)) ctx.url = readTargetPath(ctx.url);
  await next();
};

const PLAIN = /^\/[^\s#]*$/;

/** Whether a request target is already a plain path with its query. */
export const isPlainAddress = (target: string): boolean => PLAIN.test(target);

function readTargetPath(target: string): string {
  const path = target.startsWith('/') ? target : fromUrl(target);
  // Koa falls back to Node's URL parser for these, which would fail on them.
  return path.replace(/#.*$/s, '').replaceAll(/\s/g, encodeURIComponent);
}

function fromUrl(target: string): string {
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return `/${target}`;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

/**
 * The IP address that a request comes from, in its one plain form. Each proxy appends the address it was called from,
 * so with n proxies only the last n entries can be trusted. Without a valid one it is the address of the connection.
 */
export function callerAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = trustedProxies > 0 ? headers['x-forwarded-for'] : undefined;
  const [first = ''] = forwarded === undefined ? [] : String(forwarded).split(',').slice(-trustedProxies);
  return plainIp(first) ?? plainIp(socket.remoteAddress ?? '') ?? '';
}

/** Sets `ctx.ip` to the caller's address. */
export const findCaller =
  (trustedProxies: number): Middleware =>
  async (ctx, next) => {
    ctx.request.ip = callerAddress(ctx.req, trustedProxies);
    await next();
  };
