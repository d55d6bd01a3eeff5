import { METHODS } from 'node:http';
import Router, { type RouterContext } from '@koa/router';
import { CmsError, notFound } from '../model/errors.ts';
import type { Endpoint } from './endpoint.ts';
import { PATCH_TYPES } from './request/patch.ts';
import { toRoutes } from './routes.ts';
import { createServe, type Serve, type ServeDeps } from './serve.ts';
import type { Middleware, ShowError, State } from './state.ts';

/**
 * Joins endpoints to the router, static paths before parameters. HEAD is answered as GET, OPTIONS and other methods
 * with Allow, unknown paths with NOT_FOUND. Throws for two endpoints of one method and path.
 */
export function mountEndpoints(endpoints: readonly Endpoint[], deps: ServeDeps): Middleware[] {
  const router = new Router<State>({ sensitive: true });
  for (const { path, byMethod } of toRoutes(endpoints)) {
    const serves = new Map([...byMethod].map(([method, endpoint]) => [method, createServe(endpoint, deps)]));
    const showError = [...byMethod.values()].find((endpoint) => endpoint.showError)?.showError;
    router.register(toPattern(path), METHODS, (ctx) => dispatch(ctx, { path, serves, showError }));
  }
  return [router.routes() as Middleware, refuseUnknown];
}

/** In path-to-regexp 8 the rest of a path is written `*name`. */
const toPattern = (path: string): string => path.replaceAll(/:(\w+)\*/g, '*$1');

interface Served {
  readonly path: string;
  /** By method. */
  readonly serves: ReadonlyMap<string, Serve>;
  readonly showError: ShowError | undefined;
}

async function dispatch(ctx: RouterContext<State>, { path, serves, showError }: Served): Promise<void> {
  ctx.state.route = path;
  ctx.state.showError = showError;
  if (serves.has('PATCH') && ['PATCH', 'OPTIONS'].includes(ctx.method)) ctx.set('Accept-Patch', PATCH_TYPES.join(', '));
  const serve = serves.get(ctx.method === 'HEAD' ? 'GET' : ctx.method);
  if (serve) return serve(ctx, ctx.params);
  const allowed = [...serves.keys(), ...(serves.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
  ctx.set('Allow', allowed);
  if (ctx.method !== 'OPTIONS')
    throw new CmsError('METHOD_NOT_ALLOWED', `${ctx.method} is not possible here, but ${allowed}`);
  ctx.status = 204;
}

const refuseUnknown: Middleware = () => {
  throw notFound('Address');
};
