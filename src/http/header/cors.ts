import { type Endpoint, isOfExtension } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { createRouteFinder } from '../router.ts';
import type { HeaderValues } from './headerLines.ts';

const ALLOWED_HEADERS =
  'Authorization, Content-Type, X-API-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, Quire-Change, Quire-Ref, X-Request-Id';
const EXPOSED_HEADERS =
  'Allow, ETag, Preference-Applied, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Commit, X-Request-Id';
/** Seconds a browser may remember a preflight. */
const MAX_AGE = '600';

const isAdmin = (path: string): boolean => path === '/api/admin' || path.startsWith('/api/admin/');
/** `/metrics` and everything else outside `/api` is closed to pages of other origins. */
const isPublicPath = (path: string): boolean => path.startsWith('/api/') && !isAdmin(path);

/** The CORS headers of a path whose answers do not depend on the calling page. */
export const publicCors = (path: string): HeaderValues => (isPublicPath(path) ? readableBy('*') : {});

/**
 * Lets pages in browsers read answers: any page for the public interface, those of `origins` for the admin interface and
 * for endpoints of extensions that need a role. Cookies are never allowed; a page of another origin must send its
 * credentials in a header.
 */
export interface Cors {
  /** The headers of any answer to a request. */
  headersFor(exchange: Exchange): HeaderValues;
  /** The headers of the answer to a preflight; undefined if the request is none. */
  preflightFor(exchange: Exchange): HeaderValues | undefined;
}

export function createCors(origins: readonly string[], endpoints: readonly Endpoint[]): Cors {
  const known = new Set(origins);
  const needsRole = createRoleTest(endpoints);
  const isRestricted = (path: string, method: string): boolean => isAdmin(path) || needsRole(path, method);
  const isKnown = ({ headers }: Exchange): boolean => known.has(headers.origin ?? '');
  return {
    headersFor(exchange) {
      const { path, headers } = exchange;
      if (!isRestricted(path, methodOf(exchange))) return publicCors(path);
      if (!isKnown(exchange)) return { Vary: 'Origin' };
      return { Vary: 'Origin', ...readableBy(headers.origin!) };
    },
    preflightFor(exchange) {
      const { method, path, headers } = exchange;
      if (method !== 'OPTIONS' || !headers['access-control-request-method']) return undefined;
      const restricted = isRestricted(path, methodOf(exchange));
      if (restricted ? !isKnown(exchange) : !isPublicPath(path)) return {};
      return {
        'Access-Control-Allow-Methods': restricted ? 'GET, POST, PUT, PATCH, DELETE' : 'GET, POST',
        'Access-Control-Allow-Headers': ALLOWED_HEADERS,
        'Access-Control-Max-Age': MAX_AGE,
      };
    },
  };
}

/** The method of the request that an exchange is about. */
const methodOf = ({ method, headers }: Exchange): string =>
  method === 'OPTIONS' ? (headers['access-control-request-method'] ?? method) : method;

/** Finds out whether an endpoint of an extension needs a role: their addresses do not tell. */
function createRoleTest(endpoints: readonly Endpoint[]): (path: string, method: string) => boolean {
  const needRole = endpoints.filter(
    ({ path, access }) => isOfExtension(path) && access !== 'public' && access !== 'open',
  );
  const findRoute = createRouteFinder(needRole);
  return (path, method) =>
    isOfExtension(path) && findRoute(path)?.route.byMethod.has(method === 'HEAD' ? 'GET' : method) === true;
}

const readableBy = (origin: string) => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
});
