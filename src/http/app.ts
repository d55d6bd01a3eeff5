import type { IncomingMessage, RequestListener } from 'node:http';
import Koa from 'koa';
import type { ServerConfig } from '../config.ts';
import { hasErrorCode } from '../lib/disk/hasErrorCode.ts';
import { takeTurn } from '../lib/turn/createTurns.ts';
import type { Editions } from '../view/edition.ts';
import { writeInSlices } from './answer/answer.ts';
import { createEncodingReader } from './answer/encoding.ts';
import { createReplySender } from './answer/send.ts';
import type { Endpoint } from './endpoint.ts';
import { catchErrors } from './errors.ts';
import { cors } from './header/cors.ts';
import { securityHeaders } from './header/security.ts';
import { createPublicLimit } from './limit/publicLimit.ts';
import { createRateLimiter, type KnowsAddress } from './limit/rateLimit.ts';
import { type Log, logRequests } from './log/log.ts';
import { createMetrics, type GaugeSource } from './log/metrics.ts';
import { createReport, reportRequests } from './log/report.ts';
import { mountEndpoints } from './mount.ts';
import type { BegunRequests } from './public/begun.ts';
import { createFastLane } from './public/fastLane.ts';
import { createPublicReads } from './public/publicReads.ts';
import { createReplies } from './public/replies.ts';
import { shareAnswers } from './public/shareAnswers.ts';
import { callerAddress, findCaller, plainAddress } from './request/address.ts';
import { createBodyRooms } from './request/body/bodyRoom.ts';
import { createBeginState, requestId } from './request/requestId.ts';
import { tellUnknown } from './request/tellUnknown.ts';
import { createRouteFinder } from './routes.ts';
import type { Identify } from './serve.ts';
import { linger } from './server/linger.ts';
import type { State } from './state.ts';

export interface AppDeps {
  readonly config: ServerConfig;
  readonly log: Log;
  readonly identify: Identify;
  readonly endpoints: readonly Endpoint[];
  /** How long public answers stay valid. */
  readonly content: Editions;
  /** Addresses a user has logged in from before are limited apart from strangers' attempts. */
  readonly knowsAddress?: KnowsAddress;
  /** Whether the server is shutting down: writes are refused. */
  readonly isDraining?: () => boolean;
  /** Gauges for `/metrics` by name. */
  readonly gauges?: Readonly<Record<string, GaugeSource>>;
}

/** Answers requests. */
export interface HttpApp {
  callback(): RequestListener;
  /** Loads what the first requests would otherwise wait for, one thing at a time, until the server shuts down. */
  prepare(): Promise<void>;
}

/**
 * The application: the fast lane, then this list of middleware, then the endpoints. Throws if two endpoints claim one
 * address.
 */
export function createApp(deps: AppDeps): HttpApp {
  const { config, log, identify, isDraining = () => false } = deps;
  const { cache, trustedProxies, publicRateLimit } = config;
  const metrics = createMetrics(deps.gauges);
  const report = createReport([logRequests(log), metrics.observe]);
  const rateLimiter = createRateLimiter({ ...config, knowsAddress: deps.knowsAddress });
  const publicLimit = publicRateLimit === null ? null : createPublicLimit(publicRateLimit);
  const replies = createReplies({ content: deps.content, cache });
  const begun: BegunRequests = new WeakMap();
  const endpoints = [...deps.endpoints, metrics.endpoint].map((one) => ({
    ...shareAnswers(writeInSlices(tellUnknown(one)), { replies, begun }),
    // Answers about other versions are private, so they are not shared between callers.
    ...(one.inVersion && { inVersion: writeInSlices(one.inVersion) }),
  }));
  const findRoute = createRouteFinder(endpoints);
  const reads = createPublicReads({ endpoints, findRoute, replies, siteUrl: config.siteUrl });
  const sender = createReplySender({ readEncoding: createEncodingReader(), cacheControl: replies.cacheControl });
  const bodyRooms = createBodyRooms();
  const beginState = createBeginState();
  const app = new Koa<State>();
  for (const middleware of [
    plainAddress(),
    findCaller(trustedProxies),
    requestId(beginState),
    reportRequests(report),
    linger(),
    securityHeaders(config.siteUrl),
    cors(config.corsOrigins),
    catchErrors(log),
    ...mountEndpoints(endpoints, {
      ...{ config, cache, identify, rateLimiter, publicLimit, replies, sender, begun, bodyRooms, isDraining },
    }),
  ]) {
    app.use(middleware);
  }
  app.on('error', (error) => logBroken(log, error));
  const addressOf = (request: IncomingMessage): string => callerAddress(request, trustedProxies);
  return {
    async prepare() {
      for (const { prepare } of endpoints) {
        if (!prepare || isDraining()) continue;
        await takeTurn();
        await prepare();
      }
    },
    callback: () =>
      createFastLane(app.callback(), {
        ...{ replies, reads, sender, begun, publicLimit, report, addressOf, beginState },
        bodyRoom: bodyRooms.anonymous,
      }),
  };
}

/**
 * An error that gets past `catchErrors` happened while the answer was being sent, mostly because the caller hung up.
 */
function logBroken(log: Log, error: unknown): void {
  const isHangUp = hasErrorCode(error, 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE');
  log[isHangUp ? 'debug' : 'error']({ err: error }, 'An answer was cut off');
}
