import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Make, PublicReads } from '../answer/answer.ts';
import { isUnchanged } from '../answer/cacheControl.ts';
import type { Encoding } from '../answer/encoding.ts';
import type { Form, Reply } from '../answer/reply.ts';
import { createHeadWriter } from '../answer/writeHead.ts';
import type { Place, Report } from '../log/report.ts';
import { hasBody } from '../request/body.ts';
import type { BodyRoom } from '../request/bodyRoom.ts';
import { readAhead } from '../request/readAhead.ts';
import type { BeginState } from '../request/requestId.ts';
import type { State } from '../state.ts';
import { VERSION_HEADER } from '../version/askedVersion.ts';
import type { PublicLimit, Standing } from './publicLimit.ts';
import type { Replies } from './replies.ts';

export interface FastLaneDeps {
  readonly replies: Replies;
  readonly reads: PublicReads;
  /** Null without one. */
  readonly publicLimit: PublicLimit | null;
  readonly report: Report;
  readonly beginState: BeginState;
  /** Of callers whom nobody knows. */
  readonly bodyRoom: BodyRoom;
  readEncoding(accepted: string | undefined): Encoding;
  addressOf(request: IncomingMessage): string;
}

/** A request that is being answered here. */
interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly state: State;
  /** Undefined where nothing is limited. */
  readonly standing: Standing | undefined;
}

/**
 * Stands before `next`: answers from memory what `next` has answered in public and would answer again, to the byte, and
 * makes the plain ones that are not known; leaves everything else to it.
 */
export function createFastLane(next: RequestListener, deps: FastLaneDeps): RequestListener {
  const { replies, reads, publicLimit, report, beginState, bodyRoom, readEncoding, addressOf } = deps;
  const writeHead = createHeadWriter();

  /** Whoever has asked too often is refused in the words of the application, and everything that is wrong is told in them. */
  function leave({ request, response, standing }: Omit<Visit, 'state'>): void {
    if (standing) publicLimit?.leave(request, standing);
    next(request, response);
  }

  function send({ request, response, state, standing }: Visit, reply: Reply, form: Form): void {
    const { method = 'GET', url = '/', headers } = request;
    // What is asked with a body is sent whole: 304 is for reads.
    const isKnown = method !== 'POST' && isUnchanged(headers['if-none-match'], form.etag);
    const now = ['Cache-Control', replies.cacheControl(reply), 'X-Request-Id', state.requestId];
    writeHead(response, isKnown ? form.unchanged : form.whole, standing ? now.concat(standing.lines) : now);
    response.end(isKnown || method === 'HEAD' ? undefined : form.bytes);
    const place = (): Place => ({ path: url.split('?', 1)[0]!, ip: addressOf(request) });
    report(response, { method, place }, state);
  }

  function answer(visit: Visit, reply: Reply): void {
    const form = reply.form(readEncoding(visit.request.headers['accept-encoding']));
    if (form instanceof Promise) form.then((made) => send(visit, reply, made)).catch(() => leave(visit));
    else send(visit, reply, form);
  }

  function answerMade(visit: Visit, reply: Reply | undefined): void {
    if (!reply) return void leave(visit);
    visit.state.route = reply.route;
    answer(visit, reply);
  }

  /** Undefined too where making fails: then the application tells of it. */
  function tryMake({ request, state: { requestId } }: Visit, make: Make): ReturnType<Make> {
    try {
      const made = make({ requestId, ip: addressOf(request) });
      return made instanceof Promise ? made.catch(() => undefined) : made;
    } catch {
      return undefined;
    }
  }

  function answerRead(request: IncomingMessage, response: ServerResponse): void {
    const known = replies.find({ name: request.url ?? '', headers: request.headers });
    const make = known ? () => known : reads.find(request);
    if (!make) return void next(request, response);
    const standing = publicLimit?.count(addressOf(request));
    if (standing?.retryAfterSeconds !== undefined) return void leave({ request, response, standing });
    const visit = { request, response, standing, state: beginState(request, known?.route ?? 'unmatched') };
    const reply = known ?? tryMake(visit, make);
    if (reply instanceof Promise) void reply.then((made) => answerMade(visit, made));
    else answerMade(visit, reply);
  }

  function answerQuery(request: IncomingMessage, response: ServerResponse, path: string): void {
    const { headers } = request;
    const length = Number(headers['content-length']);
    const stay = bodyRoom.enter(response);
    readAhead(request, { length, stay }, (bytes) => {
      if (bytes === null) return void next(request, response);
      const name = `POST ${path}\n${headers['content-type']}\n${bytes.toString('latin1')}`;
      const known = replies.find({ name, headers });
      const standing = known && publicLimit?.count(addressOf(request));
      if (!known || standing?.retryAfterSeconds !== undefined) {
        // What is put back at once can be read once more.
        request.unshift(bytes);
        stay.leave();
        replies.name(request, name);
        return void leave({ request, response, standing });
      }
      const state = { ...beginState(request, known.route), isRead: true };
      answer({ request, response, standing, state }, known);
    });
  }

  return (request, response) => {
    // Known answers are of what is live; a version in the address makes it another one.
    if (request.headers[VERSION_HEADER] !== undefined) return next(request, response);
    if (isPlainRead(request)) return answerRead(request, response);
    const path = reads.findQuery(request);
    if (path === undefined) next(request, response);
    else answerQuery(request, response, path);
  };
}

const isPlainRead = (request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && !hasBody(request);
