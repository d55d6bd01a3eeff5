import type Koa from 'koa';
import type { CmsError } from '../model/errors.ts';

/** Makes the body of an answer that tells of an expected error. */
export type ShowError = (error: CmsError) => object;

/** What is known of a request while it is answered. */
export interface State {
  requestId: string;
  /** The pattern of the endpoint that was found, else `unmatched`. */
  route: string;
  /** Whether nothing can change by it: most requests, and those of least interest. */
  isRead: boolean;
  /** How the endpoint that was found shows errors, if in a way of its own. */
  showError?: ShowError | undefined;
  /** By `performance.now()`. */
  startedAt: number;
}

export type Context = Koa.ParameterizedContext<State>;
export type Middleware = Koa.Middleware<State>;
