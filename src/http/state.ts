import type Koa from 'koa';

/** What the middleware knows of a request. */
export interface State {
  requestId: string;
  /** The pattern of the endpoint that was found, else `unmatched`. */
  route: string;
}

export type Context = Koa.ParameterizedContext<State>;
export type Middleware = Koa.Middleware<State>;
