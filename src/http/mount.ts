import { METHODS } from 'node:http';
import Router from '@koa/router';
import { CmsError, notFound } from '../model/errors.ts';
import type { Endpoint } from './endpoint.ts';
import { createServe, type Serve, type ServeDeps } from './serve.ts';
import type { Context, Middleware, State } from './state.ts';

/** The endpoints of one path, by method. */
interface Route {
  readonly path: string;
  readonly byMethod: ReadonlyMap<string, Serve>;
}

/**
 * Joins endpoints to the router, static paths before parameters. HEAD is answered as GET, OPTIONS and other methods
 * with Allow, unknown paths with NOT_FOUND. Throws for two endpoints of one method and path.
 */
export function mountEndpoints(endpoints: readonly Endpoint[], deps: ServeDeps): Middleware[] {
  const router = new Router<State>({ sensitive: true });
  for (const route of toRoutes(endpoints, deps)) {
    router.register(toPattern(route.path), METHODS, (ctx) => dispatch(ctx, route, ctx.params));
  }
  return [router.routes() as Middleware, refuseUnknown];
}

function toRoutes(endpoints: readonly Endpoint[], deps: ServeDeps): Route[] {
  const byShape = new Map<string, { path: string; byMethod: Map<string, Serve> }>();
  for (const endpoint of endpoints) {
    const shape = shapeOf(endpoint.path);
    const route = byShape.get(shape) ?? { path: endpoint.path, byMethod: new Map() };
    if (route.path !== endpoint.path)
      throw new Error(`${route.path} and ${endpoint.path} are one address: name their parameters alike`);
    if (route.byMethod.has(endpoint.method)) throw new Error(`${endpoint.method} ${endpoint.path} is declared twice`);
    byShape.set(shape, route);
    route.byMethod.set(endpoint.method, createServe(endpoint, deps));
  }
  return [...byShape].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, route]) => route);
}

/** The path with `~` for a parameter and `~~` for the rest: they sort after every letter, so after what is static. */
const shapeOf = (path: string): string => path.replaceAll(/:\w+\*/g, '~~').replaceAll(/:\w+/g, '~');

/** In path-to-regexp 8 the rest of a path is written `*name`. */
const toPattern = (path: string): string => path.replaceAll(/:(\w+)\*/g, '*$1');

async function dispatch(
  ctx: Context,
  { path, byMethod }: Route,
  params: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  ctx.state.route = path;
  const serve = byMethod.get(ctx.method === 'HEAD' ? 'GET' : ctx.method);
  if (serve) return serve(ctx, params);
  const allowed = [...byMethod.keys(), ...(byMethod.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
  ctx.set('Allow', allowed);
  if (ctx.method !== 'OPTIONS')
    throw new CmsError('METHOD_NOT_ALLOWED', `${ctx.method} is not possible here, but ${allowed}`);
  ctx.status = 204;
}

const refuseUnknown: Middleware = () => {
  throw notFound('Address');
};
