import { decodeUriText } from '../lib/text/decodeUriText.ts';
import { CmsError, notFound } from '../model/errors.ts';
import type { Endpoint, HttpMethod } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import { PATCH_TYPES } from './request/patch.ts';
import type { ShowError } from './result.ts';

/** The endpoints of one path, by method. */
export interface Route {
  readonly path: string;
  readonly byMethod: ReadonlyMap<string, Endpoint>;
  /** How their errors are shown, if not in the envelope. */
  readonly showError: ShowError | undefined;
}

/** The route of a path, with its parameters. */
export interface Match {
  readonly route: Route;
  /** The parameters, percent-decoded where they can be. */
  readonly values: Readonly<Record<string, string>>;
}

/** Finds the route of a path, which may have an extra slash at its end if `allowsExtraSlash` says so. */
export type FindRoute = (path: string) => Match | undefined;

/** Whether `/a/b/` is the same address as `/a/b`. `/a/` is another one than `/a`: proxies name such addresses to close them (`/metrics`). */
const allowsExtraSlash = (path: string): boolean => path.includes('/', 1);

/**
 * Finds the endpoint of a request: HEAD has that of GET. Undefined for OPTIONS, which is answered by `Allow` alone.
 *
 * @throws CmsError NOT_FOUND, METHOD_NOT_ALLOWED
 */
export type FindEndpoint = (exchange: Exchange) => Endpoint | undefined;

export function createRouter(endpoints: readonly Endpoint[]): FindEndpoint {
  const findRoute = createRouteFinder(endpoints);
  return (exchange) => {
    const match = findRoute(exchange.path);
    if (!match) throw notFound('Address');
    const { path, byMethod, showError } = match.route;
    const { method, response } = exchange;
    exchange.route = path;
    exchange.showError = showError;
    exchange.values = match.values;
    exchange.search = new URLSearchParams(exchange.queryText);
    if (byMethod.has('PATCH') && (method === 'PATCH' || method === 'OPTIONS'))
      response.setHeader('Accept-Patch', PATCH_TYPES.join(', '));
    exchange.endpoint = byMethod.get(method === 'HEAD' ? 'GET' : method);
    if (!exchange.endpoint) refuseMethod(exchange, byMethod);
    return exchange.endpoint;
  };
}

/** @throws CmsError METHOD_NOT_ALLOWED for anything but OPTIONS */
function refuseMethod({ method, response }: Exchange, byMethod: Route['byMethod']): void {
  const allowed = [...byMethod.keys(), ...(byMethod.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
  response.setHeader('Allow', allowed);
  if (method !== 'OPTIONS')
    throw new CmsError('METHOD_NOT_ALLOWED', `${method} is not allowed here; allowed: ${allowed}`);
}

/** Makes the function that finds routes. Throws if two endpoints share a method and path. */
export function createRouteFinder(endpoints: readonly Endpoint[]): FindRoute {
  const routes = toRoutes(endpoints);
  const byPath = new Map(routes.map((route) => [route.path, { route, values: {} }]));
  const withParameters = routes.filter(({ path }) => path.includes(':')).map(toRoutePattern);
  return (path) => {
    const shorter = path.endsWith('/') ? path.slice(0, -1) : path;
    const found = byPath.get(path) ?? (allowsExtraSlash(shorter) ? byPath.get(shorter) : undefined);
    if (found) return found;
    for (const { route, start, pattern } of withParameters) {
      const match = path.startsWith(start) ? pattern.exec(path) : null;
      if (match) return { route, values: decodeValues(match.groups ?? {}) };
    }
    return undefined;
  };
}

/**
 * The paths of all endpoints, static ones before those with parameters. Throws if two endpoints share a method and
 * path.
 */
function toRoutes(endpoints: readonly Endpoint[]): readonly Route[] {
  const byShape = new Map<string, { path: string; byMethod: Map<HttpMethod, Endpoint> }>();
  for (const endpoint of endpoints) {
    const shape = precedenceKey(endpoint.path);
    const route = byShape.get(shape) ?? { path: endpoint.path, byMethod: new Map() };
    if (route.path !== endpoint.path)
      throw new Error(`${route.path} and ${endpoint.path} are one address: name their parameters alike`);
    if (route.byMethod.has(endpoint.method)) throw new Error(`${endpoint.method} ${endpoint.path} is declared twice`);
    byShape.set(shape, route);
    route.byMethod.set(endpoint.method, endpoint);
  }
  return [...byShape]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { path, byMethod }]) => ({
      ...{ path, byMethod },
      showError: [...byMethod.values()].find(({ result }) => result?.showError)?.result?.showError,
    }));
}

const PARAMETER = '~';
const END = '\u007f';
const REST = '\u0080';

/**
 * A key that sorts paths by precedence. The sign for a parameter sorts after every letter, so after static segments,
 * and the sign for a rest after that. The end sign sorts between them, so that `/:slug*.json` comes before `/:slug*`,
 * which matches the same addresses.
 */
const precedenceKey = (path: string): string =>
  `${path.replaceAll(/:\w+\*/g, REST).replaceAll(/:\w+/g, PARAMETER)}${END}`;

const toRoutePattern = (route: Route) => ({
  route,
  start: route.path.slice(0, route.path.indexOf(':')),
  pattern: new RegExp(
    `^${route.path.replaceAll('.', '\\.').replaceAll(/:(\w+)(\*?)/g, toGroup)}${allowsExtraSlash(route.path) ? '/?' : ''}$`,
  ),
});

const toGroup = (_: string, name: string, star: string): string => (star ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`);

/** Invalid UTF-8 stays as it is: `checkPath` reports it once the caller is known. */
function decodeValues(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const name in values)
    if (values[name]!.includes('%'))
      return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decodeUriText(value)]));
  return values;
}
