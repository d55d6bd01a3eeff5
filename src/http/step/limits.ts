import { readNextStep } from '../../auth/signIn/nextStep.ts';
import { actorRefName } from '../../model/access.ts';
import { emailKey } from '../../model/entities/user.ts';
import { unavailable } from '../../model/errors.ts';
import { type Answer, attemptOf, type Call, isWrite } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import type { PublicLimit } from '../limit/publicLimit.ts';
import { type Admission, type RateLimiter, rateLimited } from '../limit/rateLimit.ts';
import type { Check, Step } from './step.ts';

/** Counts a public request. Throws RATE_LIMITED. */
export type CountCaller = (exchange: Exchange) => void;

export const createCountCaller =
  (limit: PublicLimit | null): CountCaller =>
  (exchange) => {
    if (!limit) return;
    const { lines, retryAfterSeconds } = limit.count(exchange.ip);
    exchange.limits = lines;
    if (retryAfterSeconds !== undefined) throw rateLimited('Too many requests', retryAfterSeconds);
  };

/** Counts requests that anybody may make. Nothing public can be written, whatever the method. */
export const limitCaller =
  (countCaller: CountCaller): Check<Exchange> =>
  ({ access, rateLimit }) =>
    access === 'public' || rateLimit === 'read'
      ? (exchange) => {
          exchange.isRead = true;
          countCaller(exchange);
        }
      : undefined;

interface WritableDeps {
  readonly readOnly: boolean;
  /** Whether the server is shutting down. */
  isDraining(): boolean;
}

/** Refuses writes while nothing can be written. */
export const requireWritable =
  ({ readOnly, isDraining }: WritableDeps): Check<Exchange> =>
  (endpoint) =>
    isWrite(endpoint)
      ? () => {
          if (readOnly) throw unavailable('This server is read-only: nothing can be changed here', 3600);
          if (isDraining()) throw unavailable('This server is shutting down: try again shortly', 5);
        }
      : undefined;

/** Counts an attempt against its address before anything expensive is done for it, such as reading its body. */
export const admitAttempt =
  (limiter: RateLimiter): Check<Exchange> =>
  (endpoint) => {
    const name = attemptOf(endpoint);
    return name
      ? (exchange) => {
          const { response, ip } = exchange;
          const show = (headers: Readonly<Record<string, string>>): void =>
            void response.setHeaders(new Map(Object.entries(headers)));
          exchange.admission = limiter.admit({ name, address: ip, show });
        }
      : undefined;
  };

/** Counts an attempt against its account once the body is there, and says when it has succeeded. */
export const countAttempt: Step<Exchange, Answer> = (endpoint, below) => {
  const handle = below(endpoint);
  return attemptOf(endpoint) ? (exchange) => attempt(exchange, handle) : handle;
};

async function attempt(exchange: Exchange, handle: (exchange: Exchange) => Answer | Promise<Answer>): Promise<Answer> {
  const admission: Admission | undefined = exchange.admission;
  admission?.countAccount(accountOf(exchange));
  try {
    const answer = await handle(exchange);
    if (!answer.isFailedAttempt) admission?.succeed();
    return answer;
  } catch (error) {
    // More is asked for: what follows is limited by itself.
    if (readNextStep(error)) admission?.succeed();
    throw error;
  }
}

/** The account that an attempt is counted against: the caller's, else the one that a log-in names. */
function accountOf({ actor, body }: Call): string | undefined {
  if (actor) return actorRefName(actor);
  const email = (body as { email?: unknown } | undefined)?.email;
  return typeof email === 'string' ? emailKey(email) : undefined;
}
