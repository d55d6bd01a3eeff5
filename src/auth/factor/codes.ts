import { createWindows } from '../../lib/turn/createWindows.ts';
import { CmsError } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import type { Factors, UserFactors } from './factors.ts';
import { findRecoveryCode } from './recoveryCodes.ts';
import { type FindTotpStep, isTotpCode, loadFindTotpStep } from './totp.ts';

/** As many wrong codes as wrong passwords (`http/limit/rateLimit.ts`), from all addresses together. */
const MAX_WRONG = 10;
const WINDOW_SECONDS = 900;

/** Checks the codes that people type as their second factor. */
export interface Codes {
  /**
   * Uses up a code of a user's authenticator app, or one of their recovery codes.
   *
   * @throws CmsError FORBIDDEN for a wrong or used one; RATE_LIMITED after too many
   */
  use(userId: number, typed: string): Promise<void>;
}

interface CodesOptions {
  readonly factors: Factors;
  readonly clock: () => Date;
}

/** Only who has proved something else already may try a code, so that no stranger can use up somebody's attempts. */
export function createCodes({ factors, clock }: CodesOptions): Codes {
  const attempts = createWindows(WINDOW_SECONDS);

  return {
    async use(userId, typed) {
      const key = String(userId);
      const { count, seconds } = attempts.count(key);
      if (count > MAX_WRONG) throw tooManyCodes(seconds);
      const findStep = await loadFindTotpStep();
      const code = typed.replaceAll(/\s/g, '');
      await factors.change(userId, (before) => {
        const after = isTotpCode(code)
          ? acceptTotp(before, { code, now: clock(), findStep })
          : acceptRecovery(before, code);
        if (!after) throw wrongCode();
        return after;
      });
      attempts.forget(key);
    },
  };
}

interface TotpUse {
  readonly code: string;
  readonly now: Date;
  readonly findStep: FindTotpStep;
}

function acceptTotp(before: UserFactors, { code, now, findStep }: TotpUse): UserFactors | null {
  const { totp } = before;
  const step = totp && findStep({ ...totp, code, now });
  return totp && step !== null ? { ...before, totp: { ...totp, lastStep: step } } : null;
}

function acceptRecovery(before: UserFactors, code: string): UserFactors | null {
  const used = findRecoveryCode(before.recoveryCodes, code);
  return before.totp && used !== undefined
    ? { ...before, recoveryCodes: before.recoveryCodes.filter((hash) => hash !== used) }
    : null;
}

export const wrongCode = (): CmsError =>
  new CmsError('FORBIDDEN', because('wrongCode', 'The code is wrong, or has been used before', {}));

const tooManyCodes = (seconds: number): CmsError =>
  new CmsError('RATE_LIMITED', `Too many wrong codes: try again in ${seconds} s`, { retryAfterSeconds: seconds });
