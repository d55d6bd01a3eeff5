import type { RecordClash } from './clash.ts';
import { unfit, type Wording } from './reason.ts';

/** The error codes of the contract. `http/errors.ts` maps each to its HTTP status. */
export type ErrorCode =
  | 'VALIDATION'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'IN_USE'
  | 'PRECONDITION_FAILED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMITED'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE'
  | 'INSUFFICIENT_STORAGE';

/** One problem of a request; `path` names the field concerned, outermost key first. */
export interface Detail extends Wording {
  readonly path: readonly string[];
}

/** A detail as one text, for places that show no path: `fields.summary is required`. */
export const describeDetail = ({ path, message }: Detail): string =>
  [path.join('.'), message].filter(Boolean).join(' ');

interface ErrorOptions {
  readonly path?: readonly string[];
  readonly cause?: unknown;
  /** Seconds after which the caller may try again. */
  readonly retryAfterSeconds?: number;
  /** The values that could not be merged. */
  readonly clashes?: readonly RecordClash[];
}

/** An expected failure, whose message is shown to the caller. Anything else that is thrown is a bug. */
export class CmsError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly Detail[];
  readonly retryAfterSeconds: number | undefined;
  readonly clashes: readonly RecordClash[];

  constructor(code: ErrorCode, details: string | Wording | readonly Detail[], options: ErrorOptions = {}) {
    const given = isDetailList(details) ? details : [{ path: options.path ?? [], ...toMessage(details) }];
    const list = code === 'VALIDATION' ? given.map(withReason) : given;
    super(list.map((detail) => detail.message).join('; '), { cause: options.cause });
    this.name = 'CmsError';
    this.code = code;
    this.details = list;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.clashes = options.clashes ?? [];
  }
}

const toMessage = (what: string | Wording): Wording => (typeof what === 'string' ? { message: what } : what);

const withReason = (detail: Detail): Detail => (detail.reason ? detail : { ...detail, ...unfit(detail.message) });

const isDetailList = (details: string | Wording | readonly Detail[]): details is readonly Detail[] =>
  Array.isArray(details);

/** All validation problems of a request at once. */
export const invalid = (details: readonly Detail[]): CmsError => new CmsError('VALIDATION', details);
export const invalidAt = (path: readonly string[], message: string | Wording): CmsError =>
  new CmsError('VALIDATION', message, { path });
export const notFound = (what: string): CmsError => new CmsError('NOT_FOUND', `${what} not found`);
export const conflict = (wording: Wording, path: readonly string[] = []): CmsError =>
  new CmsError('CONFLICT', wording, { path });
export const inUse = (wording: Wording): CmsError => new CmsError('IN_USE', wording);
export const forbidden = (wording: Wording): CmsError => new CmsError('FORBIDDEN', wording);
export const unauthorized = (message = 'Authentication required'): CmsError => new CmsError('UNAUTHORIZED', message);
/** `cause` is logged, never shown. */
export const unavailable = (message: string, retryAfterSeconds: number, cause?: unknown): CmsError =>
  new CmsError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds, cause });
