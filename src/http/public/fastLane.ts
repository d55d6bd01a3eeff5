import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { EncodedReply, Reply } from '../answer/reply.ts';
import type { ReplySender } from '../answer/send.ts';
import type { CallerQuota, PublicLimit } from '../limit/publicLimit.ts';
import type { ReportRequest, RequestSource } from '../log/report.ts';
import { hasBody } from '../request/body/body.ts';
import type { BodyRoom } from '../request/body/bodyRoom.ts';
import { readBodyAhead } from '../request/body/readBodyAhead.ts';
import type { BeginState } from '../request/requestId.ts';
import type { State } from '../state.ts';
import { VERSION_HEADER } from '../version/askedVersion.ts';
import type { Begun, BegunRequests } from './begun.ts';
import type { PerformRead, PublicReads, ReadOutcome } from './publicReads.ts';
import type { Replies } from './replies.ts';

export interface FastLaneDeps {
  readonly replies: Replies;
  readonly reads: PublicReads;
  readonly sender: ReplySender;
  readonly begun: BegunRequests;
  /** Null if public reads are not limited. */
  readonly publicLimit: PublicLimit | null;
  readonly report: ReportRequest;
  readonly beginState: BeginState;
  /** The room for bodies of callers without credentials. */
  readonly bodyRoom: BodyRoom;
  addressOf(request: IncomingMessage): string;
}

/** A request that is being answered here. */
interface FastLaneRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly state: State;
  /** Undefined if nothing is limited. */
  readonly standing: CallerQuota | undefined;
}

/**
 * The cache in front: answers public reads without `next`, from memory if the same bytes were sent before and would be
 * made again. It leaves everything else to `next`, including reads whose answer is an error, a stream or a file.
 */
export function createFastLane(next: RequestListener, deps: FastLaneDeps): RequestListener {
  const { replies, reads, sender, publicLimit, report, beginState, bodyRoom, addressOf } = deps;

  /** Lets the application continue with what is known so far; it also answers errors and 429. */
  function leave(request: IncomingMessage, response: ServerResponse, begun: Begun): void {
    deps.begun.set(request, begun);
    next(request, response);
  }

  function send({ request, response, state, standing }: FastLaneRequest, reply: Reply, form: EncodedReply): void {
    sender.send({ request, response, requestId: state.requestId, limits: standing?.lines ?? NO_LINES }, reply, form);
    const { method = 'GET', url = '/' } = request;
    const place = (): RequestSource => ({ path: url.split('?', 1)[0]!, ip: addressOf(request) });
    report(response, { method, place }, state);
  }

  function answer(visit: FastLaneRequest, reply: Reply): void {
    const { request, response, standing } = visit;
    const form = sender.formFor(request, reply);
    if (!(form instanceof Promise)) return void send(visit, reply, form);
    form.then((made) => send(visit, reply, made)).catch(() => leave(request, response, { standing }));
  }

  function answerMade(visit: FastLaneRequest, outcome: ReadOutcome): void {
    const { request, response, state, standing } = visit;
    if (!('reply' in outcome)) return void leave(request, response, { standing, outcome });
    state.route = outcome.reply.route;
    answer(visit, outcome.reply);
  }

  function answerNew(visit: FastLaneRequest, make: PerformRead): void {
    const { request, response, standing } = visit;
    const fail = (error: unknown): void => leave(request, response, { standing, outcome: { error } });
    try {
      const made = make({ requestId: visit.state.requestId, ip: addressOf(request) });
      if (made instanceof Promise) made.then((outcome) => answerMade(visit, outcome), fail);
      else answerMade(visit, made);
    } catch (error) {
      fail(error);
    }
  }

  function answerRead(request: IncomingMessage, response: ServerResponse): void {
    const known = replies.find({ name: request.url ?? '', headers: request.headers });
    const make = known ? undefined : reads.find(request);
    if (!known && !make) return void next(request, response);
    const standing = publicLimit?.count(addressOf(request));
    if (standing?.retryAfterSeconds !== undefined) return void leave(request, response, { standing });
    const visit = { request, response, standing, state: beginState(request, known?.route ?? 'unmatched') };
    if (known) answer(visit, known);
    else if (make) answerNew(visit, make);
  }

  function answerQuery(request: IncomingMessage, response: ServerResponse, path: string): void {
    const { headers } = request;
    const length = Number(headers['content-length']);
    const stay = bodyRoom.enter(response);
    readBodyAhead(request, { length, stay }, (bytes) => {
      if (bytes === null) return void next(request, response);
      const name = `POST ${path}\n${headers['content-type']}\n${bytes.toString('latin1')}`;
      const known = replies.find({ name, headers });
      const standing = known && publicLimit?.count(addressOf(request));
      if (!known || standing?.retryAfterSeconds !== undefined) {
        // The body can be read again if it is put back at once.
        request.unshift(bytes);
        stay.leave();
        return void leave(request, response, { standing, name });
      }
      const state = { ...beginState(request, known.route), isRead: true };
      answer({ request, response, standing, state }, known);
    });
  }

  return (request, response) => {
    // Answers in memory are of what is live. A version in the address changes its name, one in a header does not.
    if (request.headers[VERSION_HEADER] !== undefined) return void next(request, response);
    if (isPlainRead(request)) return void answerRead(request, response);
    const path = reads.findQuery(request);
    if (path === undefined) next(request, response);
    else answerQuery(request, response, path);
  };
}

const NO_LINES: CallerQuota['lines'] = [];

const isPlainRead = (request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && !hasBody(request);
