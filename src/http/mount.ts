import { CmsError, notFound } from '../model/errors.ts';
import { PATCH_TYPES } from './request/patch.ts';
import type { FindRoute, Route } from './routes.ts';
import { createServe, type Serve, type ServeDeps } from './serve.ts';
import type { Context, Middleware } from './state.ts';

/**
 * The end of the middleware: answers by the endpoint of the address. HEAD is answered as GET, OPTIONS and other methods
 * with Allow, unknown paths with NOT_FOUND.
 */
export function answerByRoute(findRoute: FindRoute, deps: ServeDeps): Middleware {
  const served = new Map<Route, Served>();
  const servedOf = (route: Route): Served => {
    const known = served.get(route) ?? serveRoute(route, deps);
    served.set(route, known);
    return known;
  };
  return async (ctx) => {
    const match = findRoute(ctx.path);
    if (!match) throw notFound('Address');
    const { route, values } = match;
    const { serves, showError } = servedOf(route);
    ctx.state.route = route.path;
    ctx.state.showError = showError;
    if (serves.has('PATCH') && ['PATCH', 'OPTIONS'].includes(ctx.method))
      ctx.set('Accept-Patch', PATCH_TYPES.join(', '));
    const serve = serves.get(ctx.method === 'HEAD' ? 'GET' : ctx.method);
    if (serve) await serve(ctx, values);
    else tellMethods(ctx, serves);
  };
}

interface Served {
  /** By method. */
  readonly serves: ReadonlyMap<string, Serve>;
  readonly showError: Context['state']['showError'];
}

const serveRoute = ({ byMethod }: Route, deps: ServeDeps): Served => ({
  serves: new Map([...byMethod].map(([method, endpoint]) => [method, createServe(endpoint, deps)])),
  showError: [...byMethod.values()].find((endpoint) => endpoint.showError)?.showError,
});

function tellMethods(ctx: Context, serves: Served['serves']): void {
  const allowed = [...serves.keys(), ...(serves.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
  ctx.set('Allow', allowed);
  if (ctx.method !== 'OPTIONS')
    throw new CmsError('METHOD_NOT_ALLOWED', `${ctx.method} is not possible here, but ${allowed}`);
  ctx.status = 204;
}
