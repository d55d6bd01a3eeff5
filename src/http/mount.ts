import { METHODS } from 'node:http';
import Router, { type RouterContext } from '@koa/router';
import { lazily } from '../lib/list/lazily.ts';
import { CmsError, notFound } from '../model/errors.ts';
import type { Endpoint } from './endpoint.ts';
import { PATCH_TYPES } from './request/patch.ts';
import { allowsExtraSlash, type Route, toRoutes } from './routes.ts';
import { createServe, type Serve, type ServeDeps } from './serve.ts';
import type { Middleware, RequestContext, State } from './state.ts';

/**
 * The end of the middleware: the endpoint of the address answers. HEAD is answered like GET, OPTIONS and other methods
 * with Allow, unknown paths with NOT_FOUND.
 */
export function mountEndpoints(endpoints: readonly Endpoint[], deps: ServeDeps): Middleware[] {
  const router = new Router<State>({ sensitive: true });
  for (const route of toRoutes(endpoints)) {
    const served = serveRoute(route, deps);
    const options = { strict: !allowsExtraSlash(route.path) };
    router.register(toRouterPattern(route.path), METHODS, (ctx) => answerMounted(ctx, served), options);
  }
  return [router.routes() as Middleware, refuseUnknown];
}

/** path-to-regexp 8 writes the rest of a path as `*name`. */
const toRouterPattern = (path: string): string => path.replaceAll(/:(\w+)\*/g, '*$1');

async function answerMounted(ctx: RouterContext<State>, { path, serves, showError }: MountedPath): Promise<void> {
  ctx.state.route = path;
  ctx.state.showError = showError;
  if (serves.has('PATCH') && ['PATCH', 'OPTIONS'].includes(ctx.method)) ctx.set('Accept-Patch', PATCH_TYPES.join(', '));
  const serve = serves.get(ctx.method === 'HEAD' ? 'GET' : ctx.method);
  if (serve) await serve()(ctx, ctx.params);
  else answerMethods(ctx, serves);
}

const refuseUnknown: Middleware = () => {
  throw notFound('Address');
};

interface MountedPath {
  readonly path: string;
  /** By method; each is made on its first request, because most endpoints are called long after a start. */
  readonly serves: ReadonlyMap<string, () => Serve>;
  readonly showError: RequestContext['state']['showError'];
}

const serveRoute = ({ path, byMethod }: Route, deps: ServeDeps): MountedPath => ({
  path,
  serves: new Map([...byMethod].map(([method, endpoint]) => [method, lazily(() => createServe(endpoint, deps))])),
  showError: [...byMethod.values()].find((endpoint) => endpoint.showError)?.showError,
});

function answerMethods(ctx: RequestContext, serves: MountedPath['serves']): void {
  const allowed = [...serves.keys(), ...(serves.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
  ctx.set('Allow', allowed);
  if (ctx.method !== 'OPTIONS')
    throw new CmsError('METHOD_NOT_ALLOWED', `${ctx.method} is not allowed here; allowed: ${allowed}`);
  ctx.status = 204;
}
