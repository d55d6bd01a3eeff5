import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchesEntityTag } from './cacheControl.ts';
import type { Encoding } from './encoding.ts';
import type { EncodedReply, Reply } from './reply.ts';
import { createHeadWriter, type HeaderLines } from './writeHead.ts';

/** Whom a reply is sent to. */
export interface ReplyRecipient {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** The `RateLimit-*` lines; none if nothing is limited. */
  readonly limits: HeaderLines;
}

/** The one place that writes replies. */
export interface ReplySender {
  /** The encoding that a request prefers. */
  encodingFor(request: IncomingMessage): Encoding;
  /** The form that a request wants; returned at once if it was wanted before. */
  formFor(request: IncomingMessage, reply: Reply): EncodedReply | Promise<EncodedReply>;
  /**
   * Sends it, or 304 to a client that has it. Answers to a POST are sent whole: 304 is for reads (RFC 9110, 13.1.2).
   */
  send(recipient: ReplyRecipient, reply: Reply, form: EncodedReply): void;
}

interface SenderDeps {
  readEncoding(accepted: string | undefined): Encoding;
  /** The present Cache-Control of a reply. */
  cacheControl(reply: Reply): string;
}

export function createReplySender({ readEncoding, cacheControl }: SenderDeps): ReplySender {
  const writeHead = createHeadWriter();
  const encodingFor = ({ headers }: IncomingMessage): Encoding => readEncoding(headers['accept-encoding']);
  return {
    encodingFor,
    formFor: (request, reply) => reply.form(encodingFor(request)),
    send({ request, response, requestId, limits }, reply, form) {
      const { method, headers } = request;
      const isKnown = method !== 'POST' && matchesEntityTag(headers['if-none-match'], form.etag);
      const now = ['Cache-Control', cacheControl(reply), 'X-Request-Id', requestId];
      writeHead(response, isKnown ? form.unchanged : form.whole, limits.length > 0 ? now.concat(limits) : now);
      response.end(isKnown || method === 'HEAD' ? undefined : form.bytes);
    },
  };
}
