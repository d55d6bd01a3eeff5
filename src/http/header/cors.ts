import type { Exchange } from '../exchange.ts';
import type { HeaderValues } from './headerLines.ts';

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
export const publicCors = (path: string): HeaderValues => (isPublicPath(path) ? readableBy('*') : {});

/**
 * Lets pages in browsers read answers: any page for the public interface, those of `origins` for the admin interface.
 * Cookies are never allowed; a page of another origin must send its credentials in a header.
 */
export interface Cors {
  /** The headers of any answer to a request. */
  headersFor(exchange: Exchange): HeaderValues;
  /** The headers of the answer to a preflight; undefined if the request is none. */
  preflightFor(exchange: Exchange): HeaderValues | undefined;
}

export function createCors(origins: readonly string[]): Cors {
  const known = new Set(origins);
  const isAllowed = ({ path, headers }: Exchange): boolean => isAdmin(path) && known.has(headers.origin ?? '');
  return {
    headersFor(exchange) {
      const { path, headers } = exchange;
      if (!isAdmin(path)) return publicCors(path);
      if (!isAllowed(exchange)) return { Vary: 'Origin' };
      return { Vary: 'Origin', ...readableBy(headers.origin!) };
    },
    preflightFor(exchange) {
      const { method, path, headers } = exchange;
      if (method !== 'OPTIONS' || !headers['access-control-request-method']) return undefined;
      if (!isPublicPath(path) && !isAllowed(exchange)) return {};
      return {
        'Access-Control-Allow-Methods': isAdmin(path) ? 'GET, POST, PUT, PATCH, DELETE' : 'GET, POST',
        'Access-Control-Allow-Headers': ALLOWED_HEADERS,
        'Access-Control-Max-Age': MAX_AGE,
      };
    },
  };
}

const readableBy = (origin: string) => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
});
