import type { RequestListener } from 'node:http';
import { notFound } from '../model/errors.ts';
import type { AnswerWriter } from './answer/writer.ts';
import type { Answer, Call, Endpoint } from './endpoint.ts';
import type { BeginExchange, Exchange } from './exchange.ts';
import type { Cors } from './header/cors.ts';
import type { PublicLimit } from './limit/publicLimit.ts';
import type { RateLimiter } from './limit/rateLimit.ts';
import type { ReportRequest } from './log/report.ts';
import { cachedAnswer, findRepeat, type Outcome } from './public/cachedAnswer.ts';
import type { Replies } from './public/replies.ts';
import { shareAnswers } from './public/shareAnswers.ts';
import type { BodyRooms } from './request/body/bodyRoom.ts';
import { createRouter } from './router.ts';
import { lingerAfter } from './server/linger.ts';
import { readAddress } from './step/address.ts';
import { receiveBody } from './step/body.ts';
import { type CallerDeps, createFindCaller, requireCaller } from './step/caller.ts';
import { addDraftFacts } from './step/draftFacts.ts';
import { mergeLate } from './step/lateMerge.ts';
import { admitAttempt, countAttempt, createCountCaller, limitCaller, requireWritable } from './step/limits.ts';
import { createEnterReader, type FindForReader } from './step/reader.ts';
import { enterChange, prepareSite } from './step/site.ts';
import { writeInSlices } from './step/slices.ts';
import { type Below, first, joinSteps } from './step/step.ts';
import { applyStrictness, tellUnknown } from './step/unknownNames.ts';
import { createEnterVersion } from './step/version.ts';

export interface PipelineDeps extends CallerDeps {
  readonly readOnly: boolean;
  readonly findForReader: FindForReader;
  /** Whether the server is shutting down. */
  isDraining(): boolean;
  readonly beginExchange: BeginExchange;
  /** Null if public reads are not limited. */
  readonly publicLimit: PublicLimit | null;
  readonly rateLimiter: RateLimiter;
  readonly replies: Replies;
  readonly bodyRooms: BodyRooms;
  readonly cors: Cors;
  readonly writer: AnswerWriter;
  readonly report: ReportRequest;
}

/** The last steps, about the version of the site that an endpoint was made for. */
export const answerInSite: Below<Call, Answer> = joinSteps<Call, Answer>(
  [first(prepareSite), addDraftFacts, mergeLate],
  (endpoint) => endpoint.handle,
);

/** Answers requests. */
export interface Pipeline {
  readonly listener: RequestListener;
  /** Answers a request that did not come over the network, after the same checks. */
  answerInside(exchange: Exchange): Promise<Outcome>;
}

/**
 * Every step of a request, from top to bottom. Each reads what the endpoint declares. Throws if two endpoints claim one
 * address.
 */
export function createPipeline(endpoints: readonly Endpoint[], deps: PipelineDeps): Pipeline {
  const { replies, bodyRooms, writer, cors, report, siteUrl } = deps;
  const countCaller = createCountCaller(deps.publicLimit);
  const findCaller = createFindCaller(deps);

  const makeAnswer = joinSteps<Exchange, Answer>(
    [
      first(admitAttempt(deps.rateLimiter)),
      first(receiveBody({ findCaller, rooms: bodyRooms })),
      countAttempt,
      shareAnswers(replies),
      writeInSlices,
      tellUnknown,
      createEnterReader(deps.findForReader),
      enterChange,
    ],
    answerInSite,
  );
  const findAnswer = joinSteps<Exchange, Outcome>(
    [
      createEnterVersion(deps.findForReader),
      first(limitCaller(countCaller)),
      first(requireCaller(findCaller)),
      first(requireWritable(deps)),
      first(applyStrictness),
      first(readAddress),
    ],
    cachedAnswer({ replies, siteUrl, room: bodyRooms.anonymous }, makeAnswer),
  );
  const route = createRouter(endpoints);

  function answer(exchange: Exchange): void | Promise<void> {
    const repeat = findRepeat(exchange, replies);
    if (repeat) {
      exchange.route = repeat.route;
      countCaller(exchange);
      return writer.write(exchange, repeat);
    }
    lingerAfter(exchange);
    const preflight = cors.preflightFor(exchange);
    if (preflight) return writer.writeEmpty(exchange, preflight);
    const endpoint = route(exchange);
    if (!endpoint) return writer.writeEmpty(exchange, {});
    const outcome = findAnswer(endpoint)(exchange);
    if (!(outcome instanceof Promise)) return writer.write(exchange, outcome);
    return outcome.then((found) => writer.write(exchange, found));
  }

  const listener: RequestListener = (request, response) => {
    const exchange = deps.beginExchange(request, response);
    const fail = (error: unknown): void => writer.writeError(exchange, error);
    try {
      answer(exchange)?.catch(fail);
    } catch (error) {
      fail(error);
    }
    report(exchange);
  };
  return {
    listener,
    async answerInside(exchange) {
      const endpoint = route(exchange);
      if (!endpoint) throw notFound('Address');
      return findAnswer(endpoint)(exchange);
    },
  };
}
