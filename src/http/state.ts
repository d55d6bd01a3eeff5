import type Koa from 'koa';
import type { CmsError } from '../model/errors.ts';

/** Makes the body of an answer that reports an expected error. */
export type ShowError = (error: CmsError) => object;

/** What is known about a request while it is answered. */
export interface State {
  requestId: string;
  /** The path pattern of the endpoint that was found, else `unmatched`. */
  route: string;
  /** Whether it cannot change anything: most requests, and the least interesting ones for the log. */
  isRead: boolean;
  /** How the endpoint shows errors, if it has its own way. */
  showError?: ShowError | undefined;
  /** As `performance.now()` tells it. */
  startedAt: number;
}

export type RequestContext = Koa.ParameterizedContext<State>;
export type Middleware = Koa.Middleware<State>;
