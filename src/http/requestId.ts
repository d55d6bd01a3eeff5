import { randomUUID } from 'node:crypto';
import type { Middleware } from './state.ts';

const SANE = /^[\w.:-]{1,64}$/;

/** Gives each request the id its caller sent, if it is a sane one, else a new one, and answers it. */
export const requestId = (): Middleware => async (ctx, next) => {
  const given = ctx.get('X-Request-Id');
  ctx.state.requestId = SANE.test(given) ? given : randomUUID();
  ctx.state.route = 'unmatched';
  ctx.set('X-Request-Id', ctx.state.requestId);
  await next();
};
