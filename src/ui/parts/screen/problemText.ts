import i18next from 'i18next';
import { WireError } from '../../wire/WireError.ts';

/** Messages that replace the server's, by error code. */
const WORDS: Readonly<
  Record<
    string,
    `problem.${'offline' | 'unavailable' | 'unauthorized' | 'forbidden' | 'notFound' | 'stale' | 'tooMany' | 'tooLarge' | 'full' | 'unexpected'}`
  >
> = {
  OFFLINE: 'problem.offline',
  SERVICE_UNAVAILABLE: 'problem.unavailable',
  UNAUTHORIZED: 'problem.unauthorized',
  FORBIDDEN: 'problem.forbidden',
  NOT_FOUND: 'problem.notFound',
  PRECONDITION_FAILED: 'problem.stale',
  RATE_LIMITED: 'problem.tooMany',
  PAYLOAD_TOO_LARGE: 'problem.tooLarge',
  INSUFFICIENT_STORAGE: 'problem.full',
  UNEXPECTED: 'problem.unexpected',
  INTERNAL_ERROR: 'problem.unexpected',
};

/** An error in words that editors understand: our own message where the server's would not help. */
export function problemText(error: unknown): string {
  if (!(error instanceof WireError)) return i18next.t('problem.unexpected');
  // Which rule it breaks says more than what sort of refusal it is.
  if (error.problems[0]?.isKnown) return error.message;
  const words = WORDS[error.code];
  return words === undefined ? error.message : i18next.t(words);
}
