import type { IncomingMessage } from 'node:http';
import type { HandledAnswer } from '../answer/answer.ts';
import type { CallerQuota } from '../limit/publicLimit.ts';

/** What the fast lane found out about a request before it left it to the application. */
export interface Begun {
  /** The caller's count, if the request has been counted. */
  readonly standing?: CallerQuota | undefined;
  /** The name under which to keep the answer, for requests with a body. */
  readonly name?: string | undefined;
  /** What the handler returned, if it is no reply, or what it threw. */
  readonly outcome?: BegunOutcome | undefined;
}

export type BegunOutcome = { readonly answered: HandledAnswer } | { readonly error: unknown };

/** What is known so far, by request. */
export type BegunRequests = WeakMap<IncomingMessage, Begun>;
