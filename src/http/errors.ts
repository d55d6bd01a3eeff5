import { hasErrorCode } from '../lib/disk/hasErrorCode.ts';
import type { RecordClash } from '../model/clash.ts';
import { CmsError, type ErrorCode } from '../model/errors.ts';
import type { Wording } from '../model/reason.ts';
import type { Log } from './log/log.ts';
import { readPreferences } from './request/preferences.ts';
import type { Middleware } from './state.ts';

/** The one table of statuses (SECURITY, "Codes and statuses"). */
export const STATUS: Readonly<Record<ErrorCode, number>> = {
  VALIDATION: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  IN_USE: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  INSUFFICIENT_STORAGE: 507,
};

/** Seconds after which to try again if the error does not say. */
const RETRY_AFTER: Partial<Record<ErrorCode, number>> = { RATE_LIMITED: 60, SERVICE_UNAVAILABLE: 5 };

export interface ErrorEnvelope {
  readonly errors: readonly ({ readonly code: ErrorCode; readonly path?: readonly string[] } & Wording)[];
  /** The values that could not be merged, if that is the reason. */
  readonly clashes?: readonly RecordClash[];
}

/**
 * The envelope of an expected error. It has a path if a value is to blame, which may be the body as a whole, and known
 * reasons as data for those who ask for them.
 */
export function toErrorEnvelope({ code, details, clashes }: CmsError, tellsReasons = false): ErrorEnvelope {
  const hasPath = (path: readonly string[]) => path.length > 0 || code === 'VALIDATION';
  const errors = details.map(({ path, message, reason, params }) => ({
    ...{ code, message, ...(hasPath(path) && { path }) },
    ...(tellsReasons && reason && { reason, params: params ?? {} }),
  }));
  return { errors, ...(clashes.length > 0 && { clashes }) };
}

const HIDDEN = new CmsError('INTERNAL_ERROR', 'Something went wrong');
const NO_SPACE = new CmsError('INSUFFICIENT_STORAGE', 'There is no space left on the disk');

/** A full disk is not a bug. */
function toPublicError(error: unknown): CmsError {
  if (error instanceof CmsError) return error;
  return hasErrorCode(error, 'ENOSPC', 'EDQUOT') ? NO_SPACE : HIDDEN;
}

/**
 * Answers every failure of the middleware below it, in the envelope or as its endpoint shows errors. Anything but a
 * CmsError is a bug: it is logged with its stack and shown without details. So is the cause of an outage.
 */
export const catchErrors =
  (log: Log): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const shown = toPublicError(error);
      const { requestId, route } = ctx.state;
      if (STATUS[shown.code] === 500) log.error({ err: error, requestId, route }, 'A request failed');
      else if (shown.code === 'SERVICE_UNAVAILABLE' && shown.cause !== undefined)
        log.warn({ err: error, requestId, route }, 'A request could not be served');
      if (ctx.headerSent) ctx.res.destroy();
      else answerError(ctx, shown);
    }
  };

function answerError(ctx: Parameters<Middleware>[0], error: CmsError): void {
  const retryAfter = error.retryAfterSeconds ?? RETRY_AFTER[error.code];
  ctx.status = STATUS[error.code];
  ctx.set('Cache-Control', 'no-store');
  if (retryAfter !== undefined) ctx.set('Retry-After', String(Math.max(1, Math.ceil(retryAfter))));
  if (error.code === 'UNAUTHORIZED') ctx.set('WWW-Authenticate', 'Bearer');
  ctx.type = 'application/json; charset=utf-8';
  const tellsReasons = readPreferences(ctx.get('Prefer')).has('reasons');
  ctx.body = Buffer.from(JSON.stringify(ctx.state.showError?.(error) ?? toErrorEnvelope(error, tellsReasons)));
}
