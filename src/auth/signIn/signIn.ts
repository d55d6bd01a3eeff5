import type { User } from '../../model/entities/user.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { userClaims } from '../identity.ts';
import type { KnownAddresses } from '../knownAddresses.ts';
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
}

export interface NewSession {
  readonly token: string;
  readonly sessionId: string;
  readonly user: Entry<User>;
}

/** Begins a session for somebody who has proved who they are. Every way to sign in ends here. */
export type SignIn = (proved: ProvedUser) => Promise<NewSession>;

export interface SignInParts {
  readonly lookup: Lookup;
  readonly tokens: Tokens;
  readonly addresses: Pick<KnownAddresses, 'note'>;
  readonly notes: Pick<SessionNotes, 'begin'>;
  readonly clock: () => Date;
}

export function createSignIn({ lookup, tokens, addresses, notes, clock }: SignInParts): SignIn {
  return async ({ user, method, ip, agent }) => {
    addresses.note(user.id, ip);
    const sessionId = newSessionId();
    const proof = { method, at: clock().getTime() };
    const claims = userClaims(user, { tokens, sessionId, proof });
    notes.begin({ id: sessionId, userId: user.id, ip, agent, proof });
    return { token: await tokens.createSessionToken(claims, sessionSeconds(lookup)), sessionId, user };
  };
}
