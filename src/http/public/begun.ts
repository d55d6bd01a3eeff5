import type { IncomingMessage } from 'node:http';
import type { Answered } from '../answer/answer.ts';
import type { Standing } from '../limit/publicLimit.ts';

/** What the fast lane has found out about a request before it leaves it to the application. */
export interface Begun {
  /** How its caller stands: the request is counted already. */
  readonly standing?: Standing | undefined;
  /** By which the answer is to be known, where more than the address is asked with. */
  readonly name?: string | undefined;
  /** What its handler gave back and is no plain answer, or what it threw. */
  readonly outcome?: Outcome | undefined;
}

export type Outcome = { readonly answered: Answered } | { readonly error: unknown };

/** By their requests. */
export type BegunRequests = WeakMap<IncomingMessage, Begun>;
