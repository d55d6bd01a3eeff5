import Koa from 'koa';
import type { Config } from '../config.ts';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import { plainAddress } from './address.ts';
import { cors } from './cors.ts';
import type { Endpoint } from './endpoint.ts';
import { catchErrors } from './errors.ts';
import { linger } from './linger.ts';
import { type Log, logRequests } from './log.ts';
import { createMetrics, type GaugeSource } from './metrics.ts';
import { mountEndpoints } from './mount.ts';
import { createRateLimiter, type RateLimiter } from './rateLimit.ts';
import { requestId } from './requestId.ts';
import { securityHeaders } from './security.ts';
import type { Identify } from './serve.ts';
import type { State } from './state.ts';

export interface AppDeps {
  readonly config: Config;
  readonly log: Log;
  readonly identify: Identify;
  readonly endpoints: readonly Endpoint[];
  /** Whether the server is shutting down: writes are refused. */
  readonly isDraining?: () => boolean;
  /** Figures for `/metrics` by name. */
  readonly gauges?: Readonly<Record<string, GaugeSource>>;
  /** Given where something else counts public requests too. */
  readonly rateLimiter?: RateLimiter;
}

/** The application: this list of middleware, then the endpoints. Throws when two endpoints claim one address. */
export function createApp(deps: AppDeps): Koa<State> {
  const { config, log, identify, isDraining = () => false, rateLimiter = createRateLimiter(config) } = deps;
  const metrics = createMetrics(deps.gauges);
  const endpoints = [...deps.endpoints, metrics.endpoint];
  // Each proxy appends the address it was called from: with n of them only the last n entries can be believed.
  const app = new Koa<State>({ proxy: config.trustedProxies > 0, maxIpsCount: config.trustedProxies });
  for (const middleware of [
    plainAddress(),
    requestId(),
    logRequests(log),
    metrics.middleware,
    linger(),
    securityHeaders(config.siteUrl),
    cors(config.corsOrigins),
    catchErrors(log),
    ...mountEndpoints(endpoints, { config, identify, rateLimiter, isDraining }),
  ]) {
    app.use(middleware);
  }
  app.on('error', (error) => logBroken(log, error));
  return app;
}

/** What gets past `catchErrors` broke while its answer was being sent, mostly because the caller hung up. */
function logBroken(log: Log, error: unknown): void {
  const isHangUp = hasErrorCode(error, 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE');
  log[isHangUp ? 'debug' : 'error']({ err: error }, 'An answer broke off');
}
