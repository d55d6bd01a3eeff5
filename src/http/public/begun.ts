import type { IncomingMessage } from 'node:http';
import type { Answered } from '../answer/answer.ts';
import type { Standing } from '../limit/publicLimit.ts';

/** What the fast lane found out about a request before it left it to the application. */
export interface Begun {
  /** The caller's count, if the request has been counted. */
  readonly standing?: Standing | undefined;
  /** The name under which to keep the answer, for requests with a body. */
  readonly name?: string | undefined;
  /** What the handler returned, if it is no reply, or what it threw. */
  readonly outcome?: Outcome | undefined;
}

export type Outcome = { readonly answered: Answered } | { readonly error: unknown };

/** What is known so far, by request. */
export type BegunRequests = WeakMap<IncomingMessage, Begun>;
