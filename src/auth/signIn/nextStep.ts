import { CmsError } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';

/** What is asked for after a first proof: a code, for this ticket, or a passkey in place of what was given. */
export type NextStep = { readonly reason: 'needsCode'; readonly ticket: string } | { readonly reason: 'needsPasskey' };

/** The refusal of a log-in that is right so far. */
export const nextStepError = (step: NextStep): CmsError =>
  new CmsError(
    'UNAUTHORIZED',
    step.reason === 'needsCode'
      ? because('needsCode', 'Enter the code of your authenticator app', { ticket: step.ticket })
      : because('needsPasskey', 'Sign in with your passkey', {}),
  );

/** What a refusal asks for next; undefined if it is another one. */
export function readNextStep(error: unknown): NextStep | undefined {
  const [detail] = error instanceof CmsError ? error.details : [];
  if (detail?.reason === 'needsPasskey') return { reason: 'needsPasskey' };
  return detail?.reason === 'needsCode'
    ? { reason: 'needsCode', ticket: String(detail.params?.['ticket']) }
    : undefined;
}
