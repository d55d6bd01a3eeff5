import type { Endpoint, Method } from './endpoint.ts';

/** The endpoints of one path, by method. */
export interface Route {
  readonly path: string;
  readonly byMethod: ReadonlyMap<string, Endpoint>;
}

/** A route that a path has taken. */
export interface Match {
  readonly route: Route;
  /** The parameters as they were meant, without percent signs where these are sound. */
  readonly values: Readonly<Record<string, string>>;
}

/** Finds the route of a path, which may end in a slash more. */
export type FindRoute = (path: string) => Match | undefined;

/** Makes the one function that finds routes. Throws for two endpoints of one method and path. */
export function createRouteFinder(endpoints: readonly Endpoint[]): FindRoute {
  const routes = toRoutes(endpoints);
  const still = new Map(routes.map((route) => [route.path, { route, values: {} }]));
  const moving = routes.filter(({ path }) => path.includes(':')).map(toPattern);
  return (path) => {
    const found = still.get(path) ?? (path.endsWith('/') ? still.get(path.slice(0, -1)) : undefined);
    if (found) return found;
    for (const { route, start, pattern } of moving) {
      const match = path.startsWith(start) ? pattern.exec(path) : null;
      if (match) return { route, values: decodeValues(match.groups ?? {}) };
    }
    return undefined;
  };
}

/** The paths that endpoints have, static ones before parameters. Throws for two endpoints of one method and path. */
export function toRoutes(endpoints: readonly Endpoint[]): readonly Route[] {
  const byShape = new Map<string, { path: string; byMethod: Map<Method, Endpoint> }>();
  for (const endpoint of endpoints) {
    const shape = shapeOf(endpoint.path);
    const route = byShape.get(shape) ?? { path: endpoint.path, byMethod: new Map() };
    if (route.path !== endpoint.path)
      throw new Error(`${route.path} and ${endpoint.path} are one address: name their parameters alike`);
    if (route.byMethod.has(endpoint.method)) throw new Error(`${endpoint.method} ${endpoint.path} is declared twice`);
    byShape.set(shape, route);
    route.byMethod.set(endpoint.method, endpoint);
  }
  return [...byShape].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, route]) => route);
}

const PARAMETER = '~';
const END = '\u007f';
const REST = '\u0080';

/**
 * The path with a sign for each parameter that sorts after every letter, so after what is static, and one for the rest
 * that sorts after that. The end sorts between them, so that `/:slug*.json` stands before `/:slug*`, which takes it too.
 */
const shapeOf = (path: string): string => `${path.replaceAll(/:\w+\*/g, REST).replaceAll(/:\w+/g, PARAMETER)}${END}`;

const toPattern = (route: Route) => ({
  route,
  start: route.path.slice(0, route.path.indexOf(':')),
  pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/:(\w+)(\*?)/g, toGroup)}/?$`),
});

const toGroup = (_: string, name: string, star: string): string => (star ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`);

function decodeValues(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const name in values)
    if (values[name]!.includes('%'))
      return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decode(value)]));
  return values;
}

/** What is no UTF-8 stays: `checkPath` tells of it, once it is known who asks. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
