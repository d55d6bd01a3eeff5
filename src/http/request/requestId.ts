import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Middleware, State } from '../state.ts';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const SANE = /^[\w.:-]{1,64}$/;

/** Makes the state of a request that has come in. It takes the id that the sender gave, if that is a sane one. */
export type BeginState = (request: IncomingMessage, route: string) => State;

export function createBeginState(): BeginState {
  const nextId = createRequestIds();
  return ({ method = 'GET', headers }, route) => {
    const given = headers['x-request-id'];
    const requestId = typeof given === 'string' && SANE.test(given) ? given : nextId();
    return { requestId, route, isRead: READS.has(method), startedAt: performance.now() };
  };
}

/** Makes ids that no other process makes: a UUID whose last group counts up, at a tenth of the cost of a new UUID. */
function createRequestIds(): () => string {
  const first = randomUUID().slice(0, -12).padEnd(36, '0');
  let count = 0;
  return () => {
    count += 1;
    const digits = count.toString(16);
    return first.slice(0, -digits.length) + digits;
  };
}

/** Gives each request an id, and answers with it. */
export const requestId =
  (beginState: BeginState): Middleware =>
  async (ctx, next) => {
    Object.assign(ctx.state, beginState(ctx.req, 'unmatched'));
    ctx.set('X-Request-Id', ctx.state.requestId);
    await next();
  };
