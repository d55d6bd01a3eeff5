import type Koa from 'koa';

/** What is known of a request while it is answered. */
export interface State {
  requestId: string;
  /** The pattern of the endpoint that was found, else `unmatched`. */
  route: string;
  /** Whether nothing can change by it: most requests, and those of least interest. */
  isRead: boolean;
  /** By `performance.now()`. */
  startedAt: number;
}

export type Context = Koa.ParameterizedContext<State>;
export type Middleware = Koa.Middleware<State>;
