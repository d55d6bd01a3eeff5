import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { hasBody } from './body.ts';
import { isUnchanged } from './conditional.ts';
import type { Encoding } from './encoding.ts';
import type { RateLimiter } from './rateLimit.ts';
import type { Replies } from './replies.ts';
import type { Form, Lines, Reply } from './reply.ts';
import type { Place, Report } from './report.ts';
import type { BeginState } from './requestId.ts';
import type { State } from './state.ts';
import { createHeadWriter } from './writeHead.ts';

export interface FastLaneDeps {
  readonly replies: Replies;
  readonly rateLimiter: RateLimiter;
  readonly report: Report;
  readonly beginState: BeginState;
  readEncoding(accepted: string | undefined): Encoding;
  addressOf(request: IncomingMessage): string;
}

/** A request whose answer is known. */
interface Hit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly reply: Reply;
  readonly state: State;
}

const NONE: Lines = [];

/**
 * Stands before `next`: answers from memory what `next` has answered in public and would answer again, to the byte;
 * leaves everything else to it.
 */
export function createFastLane(next: RequestListener, deps: FastLaneDeps): RequestListener {
  const { replies, rateLimiter, report, readEncoding, addressOf, beginState } = deps;
  const writeHead = createHeadWriter();
  const isLimited = rateLimiter.limits('public');

  function send({ request, response, reply, state }: Hit, form: Form, limits: Lines = NONE): void {
    const { method = 'GET', url = '/', headers } = request;
    const isKnown = isUnchanged(headers['if-none-match'], form.etag);
    const shared = isKnown ? form.linesUnchanged : form.lines;
    const own = ['Cache-Control', replies.cacheControl(reply), 'X-Request-Id', state.requestId, ...limits];
    writeHead(response, { status: isKnown ? 304 : 200, shared, own });
    response.end(isKnown || method === 'HEAD' ? undefined : form.bytes);
    const place = (): Place => ({ path: url.split('?', 1)[0]!, ip: addressOf(request) });
    report(response, { method, place }, state);
  }

  async function sendLater(hit: Hit, coming: Form | Promise<Form>): Promise<void> {
    const limits: string[] = [];
    const show = (headers: Readonly<Record<string, string>>): void => {
      for (const [name, value] of Object.entries(headers)) limits.push(name, value);
    };
    try {
      await rateLimiter.admit({ name: 'public', address: addressOf(hit.request), show });
      send(hit, await coming, limits);
    } catch {
      // It meets the same failure, and has the words for it.
      next(hit.request, hit.response);
    }
  }

  return (request, response) => {
    const reply = isPlainRead(request) ? replies.find(request) : undefined;
    if (!reply) return next(request, response);
    const hit = { request, response, reply, state: beginState(request, reply.route) };
    const form = reply.form(readEncoding(request.headers['accept-encoding']));
    if (isLimited || form instanceof Promise) void sendLater(hit, form);
    else send(hit, form);
  };
}

const isPlainRead = (request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && !hasBody(request);
