import { lazily } from '../../lib/list/lazily.ts';

const otplib = lazily(() => import('otplib'));

/** A code of the step before or after counts too: clocks of phones differ (RFC 6238, 5.2). */
const TOLERANCE_SECONDS = 30;

/** What an authenticator app is given. */
export interface NewTotp {
  readonly secret: string;
  /** The same as an `otpauth:` address, which apps read from a QR code. */
  readonly url: string;
}

export async function makeTotp(names: { readonly issuer: string; readonly account: string }): Promise<NewTotp> {
  const { generateSecret, generateURI } = await otplib();
  const secret = generateSecret();
  return { secret, url: generateURI({ secret, issuer: names.issuer, label: names.account }) };
}

export interface TypedCode {
  readonly secret: string;
  readonly code: string;
  /** Codes up to this step have been used. */
  readonly lastStep: number;
  readonly now: Date;
}

/** Finds the time step that a code belongs to; null if it is wrong, or has been used. */
export type FindTotpStep = (typed: TypedCode) => number | null;

/** Prepares the check, which then answers at once: nothing can happen between a check and what follows from it. */
export async function loadFindTotpStep(): Promise<FindTotpStep> {
  const { verifySync } = await otplib();
  return ({ secret, code, lastStep, now }) => {
    if (!isTotpCode(code)) return null;
    const epoch = Math.floor(now.getTime() / 1000);
    const result = verifySync({
      secret,
      token: code,
      epoch,
      epochTolerance: TOLERANCE_SECONDS,
      afterTimeStep: lastStep,
    });
    return result.valid && 'timeStep' in result ? result.timeStep : null;
  };
}

export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text);
