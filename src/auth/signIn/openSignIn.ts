import type { Lookup } from '../../model/entry.ts';
import type { ProviderConfig } from '../../model/signIn/providerConfig.ts';
import type { AuditLog } from '../audit/auditLog.ts';
import { createChallenges } from '../factor/challenges.ts';
import { type Codes, createCodes } from '../factor/codes.ts';
import { type Factors, openFactors } from '../factor/factors.ts';
import { createPasskeys, type Passkeys } from '../factor/passkeys.ts';
import type { KnownAddresses } from '../knownAddresses.ts';
import type { Passwords } from '../password/passwords.ts';
import type { Proof } from '../session/proof.ts';
import type { SessionNotes } from '../session/sessionNotes.ts';
import { sessionSeconds } from '../session/sessions.ts';
import { badCredentials, type Tokens } from '../session/tokens.ts';
import { createLogin, type Login } from './login.ts';
import { createProve, type Prove } from './prove.ts';
import { openRequirements, type Requirements } from './requirements.ts';
import {
  type ClaimsOf,
  createClaimsOf,
  createSignIn,
  type NewSession,
  type ProvedUser,
  type SignIn,
  type SignInPlace,
} from './signIn.ts';
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

/**
 * Makes a new token of a session whose owner has proved who they are once more, or has just changed their password or
 * their factors. After such a change all their other sessions have ended.
 */
type ContinueSession = (session: {
  readonly userId: number;
  readonly sessionId: string;
  readonly proof: Proof;
  readonly endsOthers?: boolean;
}) => Promise<string>;

interface ContinueParts {
  readonly lookup: Lookup;
  readonly tokens: Tokens;
  readonly notes: Pick<SessionNotes, 'prove' | 'forgetOthers'>;
  readonly claimsOf: ClaimsOf;
}

function createContinueSession({ lookup, tokens, notes, claimsOf }: ContinueParts): ContinueSession {
  return ({ userId, sessionId, proof, endsOthers = false }) => {
    const user = lookup.get('user', userId);
    if (!user) throw badCredentials();
    notes.prove(sessionId, proof);
    if (endsOthers) notes.forgetOthers(userId, sessionId);
    return tokens.createSessionToken(claimsOf(user, { sessionId, proof }), sessionSeconds(lookup));
  };
}

interface SecondStepRequest extends SignInPlace {
  readonly ticket: string;
  readonly code: string;
}

/**
 * The second step of a log-in: a code, for the ticket that the first step gave.
 *
 * @throws CmsError UNAUTHORIZED for a ticket that has expired or whose owner has changed password, role or factors since;
 *   FORBIDDEN for a wrong code; RATE_LIMITED after too many
 */
type TakeSecondStep = (request: SecondStepRequest) => Promise<NewSession>;

interface SecondStepParts {
  readonly lookup: Lookup;
  readonly tokens: Tokens;
  readonly claimsOf: ClaimsOf;
  readonly codes: Codes;
  readonly signIn: SignIn;
  readonly audit: Pick<AuditLog, 'append'>;
}

function createSecondStep({ lookup, tokens, claimsOf, codes, signIn, audit }: SecondStepParts): TakeSecondStep {
  async function open(ticket: string): Promise<Pick<ProvedUser, 'user' | 'sessionId'>> {
    const { subject, fingerprint, sessionId } = await tokens.verifyTicket(ticket);
    const user = lookup.get('user', Number(subject.split('/')[1]));
    if (!user || claimsOf(user).fingerprint !== fingerprint) throw badCredentials();
    return { user, ...(sessionId !== undefined && { sessionId }) };
  }

  return async ({ ticket, code, ip, agent }) => {
    const opened = await open(ticket);
    const { user } = opened;
    const record = `user/${user.id}`;
    await codes.use(user.id, code).catch(async (error: unknown) => {
      await audit.append({ actor: 'anonymous', action: 'auth.login', record, ip, ok: false });
      throw error;
    });
    return signIn({ ...opened, method: 'totp', ip, agent });
  };
}
