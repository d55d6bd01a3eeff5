import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { hasBody } from './body.ts';
import { isUnchanged } from './conditional.ts';
import type { Encoding } from './encoding.ts';
import type { PublicReads } from './publicReads.ts';
import type { RateLimiter } from './rateLimit.ts';
import { readAhead } from './readAhead.ts';
import type { Replies } from './replies.ts';
import type { Form, Lines, Reply } from './reply.ts';
import type { Place, Report } from './report.ts';
import type { BeginState } from './requestId.ts';
import type { State } from './state.ts';
import { createHeadWriter } from './writeHead.ts';

export interface FastLaneDeps {
  readonly replies: Replies;
  readonly reads: PublicReads;
  readonly rateLimiter: RateLimiter;
  readonly report: Report;
  readonly beginState: BeginState;
  readEncoding(accepted: string | undefined): Encoding;
  addressOf(request: IncomingMessage): string;
}

/** A request that is being answered here. */
interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly state: State;
}

const NONE: Lines = [];

/**
 * Stands before `next`: answers from memory what `next` has answered in public and would answer again, to the byte, and
 * makes the plain ones that are not known; leaves everything else to it.
 */
export function createFastLane(next: RequestListener, deps: FastLaneDeps): RequestListener {
  const { replies, reads, rateLimiter, report, beginState, readEncoding, addressOf } = deps;
  const writeHead = createHeadWriter();
  const isLimited = rateLimiter.limits('public');

  function send({ request, response, state }: Visit, reply: Reply, form: Form, limits: Lines = NONE): void {
    const { method = 'GET', url = '/', headers } = request;
    const isKnown = isUnchanged(headers['if-none-match'], form.etag);
    const { shared, own } = isKnown ? form.unchanged : form.whole;
    const now = ['Cache-Control', replies.cacheControl(reply), 'X-Request-Id', state.requestId];
    writeHead(response, { status: isKnown ? 304 : 200, shared, own: now.concat(own, limits) });
    response.end(isKnown || method === 'HEAD' ? undefined : form.bytes);
    const place = (): Place => ({ path: url.split('?', 1)[0]!, ip: addressOf(request) });
    report(response, { method, place }, state);
  }

  async function sendLater(visit: Visit, reply: Reply, coming: Form | Promise<Form>): Promise<void> {
    const { request, response } = visit;
    const limits: string[] = [];
    const show = (headers: Readonly<Record<string, string>>): void => {
      for (const [name, value] of Object.entries(headers)) limits.push(name, value);
    };
    try {
      await rateLimiter.admit({ name: 'public', address: addressOf(request), show });
      send(visit, reply, await coming, limits);
    } catch {
      // It meets the same failure, and has the words for it.
      next(request, response);
    }
  }

  function answer(visit: Visit, reply: Reply): void {
    const form = reply.form(readEncoding(visit.request.headers['accept-encoding']));
    if (isLimited || form instanceof Promise) void sendLater(visit, reply, form);
    else send(visit, reply, form);
  }

  /** Undefined too where making fails: then the application tells of it. */
  function make({ request, state: { requestId } }: Visit): ReturnType<PublicReads['make']> {
    // Who has asked too often is refused before anything is made.
    if (isLimited) return undefined;
    try {
      const made = reads.make({ request, requestId, ip: addressOf(request) });
      return made instanceof Promise ? made.catch(() => undefined) : made;
    } catch {
      return undefined;
    }
  }

  function answerRead(request: IncomingMessage, response: ServerResponse): void {
    const known = replies.find({ name: request.url ?? '', headers: request.headers });
    const visit = { request, response, state: beginState(request, known?.route ?? 'unmatched') };
    const proceed = (reply: Reply | undefined): void => {
      if (!reply) {
        next(request, response);
        return;
      }
      visit.state.route = reply.route;
      answer(visit, reply);
    };
    const reply = known ?? make(visit);
    if (reply instanceof Promise) void reply.then(proceed);
    else proceed(reply);
  }

  function answerQuery(request: IncomingMessage, response: ServerResponse): void {
    const { headers } = request;
    readAhead(request, Number(headers['content-length']), (bytes) => {
      const name = `POST ${request.url}\n${headers['content-type']}\n${bytes.toString('latin1')}`;
      const known = replies.find({ name, headers });
      // What is put back at once can be read once more.
      if (!known || isLimited) request.unshift(bytes);
      if (!known) {
        replies.name(request, name);
        next(request, response);
        return;
      }
      const state = { ...beginState(request, known.route), isRead: true };
      answer({ request, response, state }, known);
    });
  }

  return (request, response) => {
    if (isPlainRead(request)) answerRead(request, response);
    else if (reads.isQuery(request)) answerQuery(request, response);
    else next(request, response);
  };
}

const isPlainRead = (request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && !hasBody(request);
