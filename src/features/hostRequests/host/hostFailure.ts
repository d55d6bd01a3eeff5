import { CmsError, conflict } from '../../../model/errors.ts';
import { because, type Wording } from '../../../model/reason.ts';

/** Why a git host has not answered a request to its interface as it was asked to. */
export type HostFailureReason =
  /** The token has expired, or was never good. */
  | 'token'
  /** The token is not allowed to do this. */
  | 'forbidden'
  /** It has no such repository or request, or does not show it to this token. */
  | 'missing'
  /** It does not accept what was sent. */
  | 'refused'
  /** It has had too many requests. */
  | 'busy'
  /** It is elsewhere now, at another host. */
  | 'moved'
  /** It cannot be reached, breaks off, or fails. */
  | 'down'
  /** Its answer is larger, or other, than what is read. */
  | 'unreadable';

/** A request to the interface of a git host that has failed. */
export class HostFailure extends Error {
  readonly reason: HostFailureReason;
  /** When it may be asked again, in milliseconds since 1970; null if it has not said. */
  readonly retryAt: number | null;

  /** @param said what the host has answered, without secrets: for the log alone */
  constructor(reason: HostFailureReason, said = '', retryAt: number | null = null) {
    super(`The git host's interface failed: ${reason}${said === '' ? '' : ` (${said})`}`);
    this.name = 'HostFailure';
    this.reason = reason;
    this.retryAt = retryAt;
  }
}

/** The failure itself, or the one that a client's error wraps; undefined for any other error. */
export function findHostFailure(error: unknown): HostFailure | undefined {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof HostFailure) return one;
  return undefined;
}

/** What people are told of a failure. It names neither the host nor what it has said. */
export const WORDINGS: Readonly<Record<HostFailureReason, Wording>> = {
  token: because('hostToken', 'The git host does not accept the token any more: replace GIT_TOKEN', {}),
  forbidden: because('hostForbids', 'The git host does not allow this with the token that Quire has', {}),
  missing: because('hostLacks', 'The git host does not have it, or does not show it to Quire', {}),
  refused: because('hostRefuses', 'The git host has refused this', {}),
  busy: because('hostBusy', 'The git host has had too many requests: it is asked again later', {}),
  moved: because('hostMoved', 'The repository has moved to another git host: change GIT_REMOTE', {}),
  down: because('hostDown', 'The git host cannot be reached: try again later', {}),
  unreadable: because('hostUnreadable', 'The git host has answered something that Quire cannot read', {}),
};

const DEFAULT_RETRY_SECONDS = 60;
/** Those that pass by themselves. */
const PASSING: readonly HostFailureReason[] = ['busy', 'down', 'unreadable'];

/** The refusal of what somebody asked for that the host has not done. */
export function toRefusal(failure: HostFailure, now: number): CmsError {
  const wording = WORDINGS[failure.reason];
  if (!PASSING.includes(failure.reason)) return conflict(wording);
  const seconds = failure.retryAt === null ? DEFAULT_RETRY_SECONDS : Math.ceil((failure.retryAt - now) / 1000);
  return new CmsError('SERVICE_UNAVAILABLE', wording, { retryAfterSeconds: Math.max(1, seconds), cause: failure });
}
