import { hasErrorCode } from '../lib/disk/hasErrorCode.ts';
import type { RecordClash } from '../model/clash.ts';
import { CmsError, type ErrorCode } from '../model/errors.ts';
import type { ProblemReason, Wording } from '../model/reason.ts';
import type { Exchange } from './exchange.ts';
import type { Log } from './log/log.ts';
import { readPreferences } from './request/preferences.ts';

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
 * Refusals that tell what to do next, which every client must learn: the second step of a log-in needs its ticket.
 */
const NEXT_STEPS: ReadonlySet<ProblemReason> = new Set<ProblemReason>([
  ...(['needsCode', 'needsPasskey', 'needsFreshProof'] as const),
  ...(['lacksSecondFactor', 'lacksPasskey'] as const),
]);

/**
 * The envelope of an expected error. It has a path if a value is to blame, which may be the body as a whole, and known
 * reasons as data for those who ask for them.
 */
export function toErrorEnvelope({ code, details, clashes }: CmsError, tellsReasons = false): ErrorEnvelope {
  const hasPath = (path: readonly string[]) => path.length > 0 || code === 'VALIDATION';
  const errors = details.map(({ path, message, reason, params }) => ({
    ...{ code, message, ...(hasPath(path) && { path }) },
    ...(reason && (tellsReasons || NEXT_STEPS.has(reason)) && { reason, params: params ?? {} }),
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

/** The status of an error, its headers, and its body: in the envelope or as its endpoint shows errors. */
export function showFailure(error: CmsError, { showError, headers: sent }: Pick<Exchange, 'showError' | 'headers'>) {
  const retryAfter = error.retryAfterSeconds ?? RETRY_AFTER[error.code];
  const tellsReasons = readPreferences([sent['prefer'] ?? ''].flat().join()).has('reasons');
  return {
    status: STATUS[error.code],
    headers: {
      'Cache-Control': 'no-store',
      ...(retryAfter !== undefined && { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) }),
      ...(error.code === 'UNAUTHORIZED' && { 'WWW-Authenticate': 'Bearer' }),
    },
    body: showError?.(error) ?? toErrorEnvelope(error, tellsReasons),
  };
}

/**
 * What a caller learns of an error. Anything but a CmsError is a bug: it is logged with its stack and shown without
 * details. So is the cause of an outage.
 */
export function judgeError(error: unknown, { requestId, route }: Exchange, log: Log): CmsError {
  const shown = toPublicError(error);
  if (STATUS[shown.code] === 500) log.error({ err: error, requestId, route }, 'A request failed');
  else if (shown.code === 'SERVICE_UNAVAILABLE' && shown.cause !== undefined)
    log.warn({ err: error, requestId, route }, 'A request could not be served');
  return shown;
}
