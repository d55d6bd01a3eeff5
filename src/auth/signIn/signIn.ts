import type { User } from '../../model/entities/user.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import type { ProviderConfig } from '../../model/signIn/providerConfig.ts';
import { userClaims } from '../identity.ts';
import type { KnownAddresses } from '../knownAddresses.ts';
import { requireOwnWay } from '../provider/account.ts';
import type { ProofMethod } from '../session/proof.ts';
import type { SessionNotes } from '../session/sessionNotes.ts';
import { newSessionId, sessionSeconds } from '../session/sessions.ts';
import type { Tokens } from '../session/tokens.ts';

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
  /** What ends the session besides itself: see `newSessionId`. */
  readonly group?: string;
}

export interface NewSession {
  readonly token: string;
  readonly sessionId: string;
  readonly user: Entry<User>;
}

/**
 * Begins a session for somebody who has proved who they are. Every way to sign in ends here.
 *
 * @throws CmsError FORBIDDEN for a way that the user must not take
 */
export type SignIn = (proved: ProvedUser) => Promise<NewSession>;

export interface SignInParts {
  readonly lookup: Lookup;
  readonly tokens: Tokens;
  readonly addresses: Pick<KnownAddresses, 'note'>;
  readonly notes: Pick<SessionNotes, 'begin'>;
  readonly clock: () => Date;
  /** The organisation's own sign-in; by default there is none. */
  readonly provider?: ProviderConfig | null;
}

export function createSignIn({ lookup, tokens, addresses, notes, clock, provider = null }: SignInParts): SignIn {
  return async ({ user, method, ip, agent, group }) => {
    if (group === undefined) requireOwnWay(user, provider);
    addresses.note(user.id, ip);
    const sessionId = newSessionId(group);
    const proof = { method, at: clock().getTime() };
    const claims = userClaims(user, { tokens, sessionId, proof });
    notes.begin({ id: sessionId, userId: user.id, ip, agent, proof });
    return { token: await tokens.createSessionToken(claims, sessionSeconds(lookup)), sessionId, user };
  };
}
