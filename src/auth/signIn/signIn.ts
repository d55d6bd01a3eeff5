import type { User } from '../../model/entities/user.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import type { CmsError } from '../../model/errors.ts';
import type { ProviderConfig } from '../../model/signIn/providerConfig.ts';
import type { AuditLog } from '../audit/auditLog.ts';
import { userClaims } from '../identity.ts';
import type { KnownAddresses } from '../knownAddresses.ts';
import { requireOwnWay } from '../provider/account.ts';
import type { Proof, ProofMethod } from '../session/proof.ts';
import type { SessionNotes } from '../session/sessionNotes.ts';
import { isOfProvider, newSessionId, sessionSeconds } from '../session/sessions.ts';
import type { Claims, Tokens } from '../session/tokens.ts';
import { nextStepError } from './nextStep.ts';
import { listProofWays, type ProofParts } from './proofWays.ts';

/** Where somebody signs in from. */
export interface SignInPlace {
  readonly ip: string;
  /** The browser's User-Agent. */
  readonly agent: string | null;
}

/** Somebody who has proved who they are, in one way. */
export interface ProvedUser extends SignInPlace {
  readonly user: Entry<User>;
  readonly method: ProofMethod;
  /** The id that the session is to have; by default a new one. */
  readonly sessionId?: string;
  /** When they did, in milliseconds since 1970; by default now. */
  readonly provedAt?: number | undefined;
}

export interface NewSession {
  readonly token: string;
  readonly sessionId: string;
  readonly user: Entry<User>;
}

/**
 * Begins a session for somebody who has proved who they are. Every way to sign in ends here, so that none steps around a
 * second factor.
 *
 * @throws CmsError UNAUTHORIZED if this way does not suffice for them: with a ticket for the second step, or because they
 *   sign in with a passkey only; FORBIDDEN for a way that they must not take
 */
export type SignIn = (proved: ProvedUser) => Promise<NewSession>;

/** The claims of a user as they are now. */
export type ClaimsOf = (user: Entry<User>, session?: { readonly sessionId: string; readonly proof: Proof }) => Claims;

export interface SignInParts extends ProofParts {
  readonly lookup: Lookup;
  readonly tokens: Tokens;
  readonly addresses: Pick<KnownAddresses, 'note'>;
  readonly notes: Pick<SessionNotes, 'begin'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: () => Date;
  /** The organisation's own sign-in; by default there is none. */
  readonly provider?: ProviderConfig | null;
}

/** As long as it takes to look for one's phone. */
const TICKET_SECONDS = 5 * 60;

export function createSignIn(parts: SignInParts): SignIn {
  const { lookup, tokens, addresses, notes, audit, clock, provider = null } = parts;
  const claimsOf = createClaimsOf(parts);

  async function ask({ user }: ProvedUser, sessionId: string, ways: readonly ProofMethod[]): Promise<CmsError> {
    if (!ways.includes('totp')) return nextStepError({ reason: 'needsPasskey' });
    const ticket = await tokens.createTicket({ ...claimsOf(user), sessionId }, TICKET_SECONDS);
    return nextStepError({ reason: 'needsCode', ticket });
  }

  return async (proved) => {
    const { user, method, ip, agent, sessionId = newSessionId(), provedAt } = proved;
    if (!isOfProvider(sessionId)) requireOwnWay(user, provider);
    const record = `user/${user.id}`;
    const ways = listProofWays(user, parts);
    if (!ways.includes(method)) {
      await audit.append({ actor: record, action: 'auth.askFactor', record, ip, ok: true });
      throw await ask(proved, sessionId, ways);
    }
    await audit.append({ actor: record, action: 'auth.login', record, ip, ok: true });
    addresses.note(user.id, ip);
    const now = clock().getTime();
    const proof = { method, at: Math.min(now, provedAt ?? now) };
    notes.begin({ id: sessionId, userId: user.id, ip, agent, proof });
    const token = await tokens.createSessionToken(claimsOf(user, { sessionId, proof }), sessionSeconds(lookup));
    return { token, sessionId, user };
  };
}

export const createClaimsOf =
  ({ tokens, factors }: Pick<SignInParts, 'tokens' | 'factors'>): ClaimsOf =>
  (user, session) => {
    const factorGeneration = factors.of(user.id).generation;
    return userClaims(user, { tokens, factorGeneration, sessionId: session?.sessionId, proof: session?.proof });
  };
