import type { Lookup } from '../../model/entry.ts';
import type { ProviderConfig } from '../../model/signIn/providerConfig.ts';
import type { AuditLog } from '../audit/auditLog.ts';
import { createChallenges } from '../factor/challenges.ts';
import { createCodes } from '../factor/codes.ts';
import { type Factors, openFactors } from '../factor/factors.ts';
import { createPasskeys, type Passkeys } from '../factor/passkeys.ts';
import type { KnownAddresses } from '../knownAddresses.ts';
import type { Passwords } from '../password/passwords.ts';
import type { SessionNotes } from '../session/sessionNotes.ts';
import type { Tokens } from '../session/tokens.ts';
import { type ContinueSession, createContinueSession } from './continueSession.ts';
import { createLogin, type Login } from './login.ts';
import { createProve, type Prove } from './prove.ts';
import { openRequirements, type Requirements } from './requirements.ts';
import { createSecondStep, type TakeSecondStep } from './secondStep.ts';
import { createClaimsOf, createSignIn, type SignIn } from './signIn.ts';
import { createFindWays, type OfferWays, type WaysToSignIn } from './ways.ts';

/** Every way to sign in, and what is needed for it. */
export interface SignInMethods {
  readonly factors: Factors;
  readonly requirements: Requirements;
  readonly passkeys: Passkeys;
  readonly signIn: SignIn;
  readonly login: Login;
  readonly takeSecondStep: TakeSecondStep;
  readonly prove: Prove;
  readonly continueSession: ContinueSession;
  readonly findWays: () => WaysToSignIn;
  /** The organisation's own sign-in; null if there is none. */
  readonly provider: ProviderConfig | null;
}

interface SignInOptions {
  readonly lookup: Lookup;
  readonly privateDir: string;
  readonly siteUrl: string;
  readonly clock: () => Date;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly addresses: KnownAddresses;
  readonly notes: SessionNotes;
  readonly audit: AuditLog;
  readonly provider: ProviderConfig | null;
  /** What other parts offer. */
  readonly offers: readonly OfferWays[];
}

export async function openSignIn({ privateDir, siteUrl, offers, ...parts }: SignInOptions): Promise<SignInMethods> {
  const factors = await openFactors({ privateDir });
  const requirements = await openRequirements({ privateDir });
  const held = { ...parts, factors, requirements };
  const passkeys = createPasskeys({ ...held, siteUrl, challenges: createChallenges(held) });
  const codes = createCodes(held);
  const signIn = createSignIn(held);
  const claimsOf = createClaimsOf(held);
  return {
    ...{ factors, requirements, passkeys, signIn, provider: parts.provider },
    login: createLogin({ ...held, signIn }),
    takeSecondStep: createSecondStep({ ...held, claimsOf, codes, signIn }),
    prove: createProve({ ...held, codes, passkeys }),
    continueSession: createContinueSession({ ...held, claimsOf }),
    findWays: createFindWays([() => ({ passkey: passkeys.isPossible && factors.hasPasskeys() }), ...offers]),
  };
}
