import type { RequestListener } from 'node:http';
import type { ServerConfig } from '../config.ts';
import { waitForTurn } from '../lib/turn/createYieldIfBusy.ts';
import type { Editions } from '../view/edition.ts';
import { type AskInside, createAskInside } from './answer/askInside.ts';
import { createAnswerWriter } from './answer/writer.ts';
import type { Endpoint } from './endpoint.ts';
import { createBeginExchange } from './exchange.ts';
import { createCors } from './header/cors.ts';
import { createPublicLimit } from './limit/publicLimit.ts';
import { createRateLimiter, type KnowsAddress } from './limit/rateLimit.ts';
import { type Log, logRequests } from './log/log.ts';
import { createMetrics, type GaugeSource } from './log/metrics.ts';
import { createReport } from './log/report.ts';
import { createPipeline } from './pipeline.ts';
import { createReplies } from './public/replies.ts';
import { createBodyRooms } from './request/body/bodyRoom.ts';
import type { Identify, IdentifyPreviewer } from './step/caller.ts';
import type { FindForReader } from './step/reader.ts';

export interface AppDeps {
  readonly config: ServerConfig;
  readonly log: Log;
  readonly identify: Identify;
  /** Accepts preview tokens too; by default nobody has one. */
  readonly identifyPreviewer?: IdentifyPreviewer;
  readonly endpoints: readonly Endpoint[];
  /** By default every caller may read everything. */
  readonly findForReader?: FindForReader;
  /** How long public answers stay valid. */
  readonly content: Editions;
  /** Addresses a user has logged in from before are limited apart from strangers' attempts. */
  readonly knowsAddress?: KnowsAddress;
  /** Whether the server is shutting down: writes are refused. */
  readonly isDraining?: () => boolean;
  /** Gauges for `/metrics` by name. */
  readonly gauges?: Readonly<Record<string, GaugeSource>>;
  /** Runs the work for each request, if it has to be told apart from that for others. */
  readonly around?: ((work: () => void) => void) | undefined;
}

/** Answers requests. */
export interface HttpApp {
  callback(): RequestListener;
  /** Answers a request that the server makes for one of its callers. */
  readonly askInside: AskInside;
  /** Loads what the first requests would otherwise wait for, one thing at a time, until the server shuts down. */
  prepare(): Promise<void>;
}

function refuseReader(): never {
  throw new Error('There are no endpoints for callers who may not read everything');
}

/** Makes the parts of the pipeline (`pipeline.ts`) and joins them. Throws if two endpoints claim one address. */
export function createApp(deps: AppDeps): HttpApp {
  const { config, log, identify, identifyPreviewer = identify, isDraining = () => false, around } = deps;
  const { findForReader = refuseReader } = deps;
  const { cache, siteUrl, readOnly, publicRateLimit } = config;
  const metrics = createMetrics(deps.gauges);
  const endpoints = [...deps.endpoints, metrics.endpoint];
  const replies = createReplies({ content: deps.content, cache });
  const cors = createCors(config.corsOrigins, endpoints);
  const pipeline = createPipeline(endpoints, {
    ...{ identify, identifyPreviewer, findForReader, isDraining, readOnly, siteUrl, replies, cors },
    beginExchange: createBeginExchange(config.trustedProxies),
    publicLimit: publicRateLimit === null ? null : createPublicLimit(publicRateLimit),
    rateLimiter: createRateLimiter({ ...config, knowsAddress: deps.knowsAddress }),
    bodyRooms: createBodyRooms(),
    writer: createAnswerWriter({ cache, siteUrl, cors, log, cacheControl: replies.cacheControl }),
    report: createReport([logRequests(log), metrics.observe]),
  });
  return {
    async prepare() {
      for (const { prepare } of endpoints) {
        if (!prepare || isDraining()) continue;
        await waitForTurn();
        await prepare();
      }
    },
    askInside: createAskInside(pipeline),
    callback: () =>
      around ? (request, response) => around(() => pipeline.listener(request, response)) : pipeline.listener,
  };
}
