import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Middleware, State } from './state.ts';

const SANE = /^[\w.:-]{1,64}$/;

/** What is known of a request when it comes in: its id is the one that its sender gave, if that is a sane one. */
export function beginState({ headers }: IncomingMessage, route: string): State {
  const given = headers['x-request-id'];
  const requestId = typeof given === 'string' && SANE.test(given) ? given : randomUUID();
  return { requestId, route, startedAt: performance.now() };
}

/** Gives each request its id, and answers it. */
export const requestId = (): Middleware => async (ctx, next) => {
  Object.assign(ctx.state, beginState(ctx.req, 'unmatched'));
  ctx.set('X-Request-Id', ctx.state.requestId);
  await next();
};
