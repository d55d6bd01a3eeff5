import type { Middleware, RequestContext } from '../state.ts';

const ALLOWED_HEADERS =
  'Authorization, Content-Type, X-API-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, Quire-Change, Quire-Ref, X-Request-Id';
const EXPOSED_HEADERS =
  'Allow, ETag, Preference-Applied, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Commit, X-Request-Id';
/** Seconds a browser may remember a preflight. */
const MAX_AGE = '600';

const isAdmin = (path: string): boolean => path === '/api/admin' || path.startsWith('/api/admin/');
/** The public interface. `/metrics` and everything else outside `/api` is closed to pages of other origins. */
const isPublicPath = (path: string): boolean => path.startsWith('/api/') && !isAdmin(path);

/** The CORS headers of a path whose answers do not depend on the calling page. */
export const publicCors = (path: string): Readonly<Record<string, string>> =>
  isPublicPath(path) ? { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED_HEADERS } : {};

/**
 * Lets pages in browsers read answers: any page for the public interface, those of `origins` for the admin interface.
 * Cookies are never allowed; a page of another origin must send its credentials in a header.
 */
export function cors(origins: readonly string[]): Middleware {
  const known = new Set(origins);
  return async (ctx, next) => {
    const allowed = allowedOrigin(ctx, known);
    if (isAdmin(ctx.path)) ctx.vary('Origin');
    if (allowed) {
      ctx.set('Access-Control-Allow-Origin', allowed);
      ctx.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    }
    if (!isPreflight(ctx)) return next();
    if (allowed) allowPreflight(ctx);
    ctx.status = 204;
  };
}

function allowedOrigin(ctx: RequestContext, known: ReadonlySet<string>): string | null {
  if (isPublicPath(ctx.path)) return '*';
  if (!isAdmin(ctx.path)) return null;
  const origin = ctx.get('Origin');
  return known.has(origin) ? origin : null;
}

const isPreflight = (ctx: RequestContext): boolean =>
  ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== '';

function allowPreflight(ctx: RequestContext): void {
  ctx.set('Access-Control-Allow-Methods', isAdmin(ctx.path) ? 'GET, POST, PUT, PATCH, DELETE' : 'GET, POST');
  ctx.set('Access-Control-Allow-Headers', ALLOWED_HEADERS);
  ctx.set('Access-Control-Max-Age', MAX_AGE);
}
