import { CmsError, type ErrorCode } from '../../model/errors.ts';
import { because, type ProblemReason } from '../../model/reason.ts';

/** Why somebody may not come in by the provider: the code of the answer, and what is said about the provider's name. */
const REFUSALS = {
  providerAway: ['SERVICE_UNAVAILABLE', 'cannot be reached: try again in a few minutes'],
  providerRefused: ['FORBIDDEN', 'has not let you in'],
  providerDoubtful: ['FORBIDDEN', 'gave an answer that cannot be trusted; the log of the server says why'],
  signInOver: ['FORBIDDEN', 'was asked too long ago, or by another browser: sign in again'],
  noAccount: ['FORBIDDEN', 'has let you in, but you have no account here: ask an admin for one'],
  emailUnverified: ['FORBIDDEN', 'has not verified your e-mail address, so no account here can be found by it'],
  otherAccount: ['FORBIDDEN', 'has another person for the account with your e-mail address here: ask an admin'],
  otherPerson: ['FORBIDDEN', 'has let in another person than the one who is logged in here'],
  emergencyAccount: ['FORBIDDEN', 'cannot be used for the emergency account: it has a password'],
  noRoleGiven: ['FORBIDDEN', 'gives you no role here: ask whoever gives roles there'],
} as const satisfies Partial<Record<ProblemReason, readonly [ErrorCode, string]>>;

export type ProviderRefusal = keyof typeof REFUSALS;

/** @param cause is logged, never shown */
export function refuseSignIn(reason: ProviderRefusal, name: string, cause?: unknown): CmsError {
  const [code, says] = REFUSALS[reason];
  return new CmsError(code, because(reason, `${name} ${says}`, { name }), { cause });
}

/** Why somebody does not come in by the provider. Throws any other error on. */
export function refusalOrThrow(error: unknown): ProviderRefusal {
  const reason = error instanceof CmsError ? error.details[0]?.reason : undefined;
  if (reason === undefined || !isRefusal(reason)) throw error;
  return reason;
}

const isRefusal = (reason: ProblemReason): reason is ProviderRefusal => Object.hasOwn(REFUSALS, reason);
