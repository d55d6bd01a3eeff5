import { CmsError, type Detail, unavailable } from '../../model/errors.ts';
import { copyAnswer } from './copyAnswer.ts';

/** How long code of an endpoint may take. */
export interface HandlerLimits {
  /** Until its promise is settled. */
  readonly timeoutMs: number;
  /** Without letting others be served. Longer runs are told as a problem. */
  readonly blockingMs: number;
}

interface Options {
  /** Names the endpoint in messages. */
  readonly name: string;
  readonly limits: HandlerLimits;
  /** Called for a run that has blocked others for too long. */
  onSlow(ms: number): void;
  /** Called when the caller is no longer waited for. */
  onOver(): void;
}

/** Thrown for what only the log tells; callers learn nothing of it. */
class EndpointFailure extends Error {}

/**
 * Runs the code of an endpoint. Whatever it does, the result is JSON or an error that can be shown.
 *
 * @throws CmsError that the code has thrown, or SERVICE_UNAVAILABLE if it takes too long; anything else is a failure
 *   that names the endpoint, with its cause
 */
export function runHandler(run: () => unknown, options: Options): unknown {
  const { name, limits, onSlow, onOver } = options;
  const startedAt = performance.now();
  try {
    const result = run();
    if (isThenable(result)) return waitFor(Promise.resolve(result), options);
    onOver();
    return copyAnswer(result);
  } catch (error) {
    onOver();
    throw toShownError(error, name);
  } finally {
    const ms = performance.now() - startedAt;
    if (ms > limits.blockingMs) onSlow(ms);
  }
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

async function waitFor(result: Promise<unknown>, { name, limits, onOver }: Options): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(answersLate(name, limits.timeoutMs)), limits.timeoutMs);
  });
  try {
    return copyAnswer(await Promise.race([result, late]));
  } catch (error) {
    throw toShownError(error, name);
  } finally {
    clearTimeout(timer);
    onOver();
  }
}

const RETRY_AFTER_SECONDS = 5;

const answersLate = (name: string, ms: number): CmsError =>
  unavailable(
    'This takes too long at present: try again shortly',
    RETRY_AFTER_SECONDS,
    new EndpointFailure(`${name} did not answer within ${ms} ms`),
  );

const toShownError = (error: unknown, name: string): Error =>
  findCmsError(error) ?? new EndpointFailure(`${name} failed: ${messageOf(error)}`, { cause: error });

function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'what it threw cannot be shown';
  }
}

/** Codes of errors that extensions can make (`index.ts`). */
const MADE_CODES = ['VALIDATION', 'NOT_FOUND', 'CONFLICT', 'FORBIDDEN', 'SERVICE_UNAVAILABLE'] as const;

/** An error that may be shown. One that a second copy of this package has made is not of the same class. */
function findCmsError(error: unknown): CmsError | undefined {
  if (error instanceof CmsError) return error;
  if (!(error instanceof Error) || error.name !== 'CmsError') return undefined;
  const { code, details } = error as Partial<CmsError>;
  const known = MADE_CODES.find((one) => one === code);
  return known && Array.isArray(details) ? new CmsError(known, details.map(toDetail)) : undefined;
}

const toDetail = ({ path, message }: Detail): Detail => ({ path: [path].flat().map(String), message: String(message) });
