import type { Middleware } from './state.ts';

/**
 * Makes every request target a plain path with its query. RFC 9112, 3.2 also allows whole URLs and `*`, and a caller may
 * send anything: for `http://[` or `//a@#` all that reads `path` below would throw, or find none.
 */
export const plainAddress = (): Middleware => async (ctx, next) => {
  ctx.url = toPath(ctx.url);
  await next();
};

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
