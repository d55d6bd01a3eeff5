import type { Lookup } from '../../model/entry.ts';
import type { Proof } from '../session/proof.ts';
import type { SessionNotes } from '../session/sessionNotes.ts';
import { sessionSeconds } from '../session/sessions.ts';
import { badCredentials, type Tokens } from '../session/tokens.ts';
import type { ClaimsOf } from './signIn.ts';

/**
 * Makes a new token of a session whose owner has proved who they are once more, or has just changed their password or
 * their factors. After such a change all their other sessions have ended.
 */
export type ContinueSession = (session: {
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

export function createContinueSession({ lookup, tokens, notes, claimsOf }: ContinueParts): ContinueSession {
  return ({ userId, sessionId, proof, endsOthers = false }) => {
    const user = lookup.get('user', userId);
    if (!user) throw badCredentials();
    notes.prove(sessionId, proof);
    if (endsOthers) notes.forgetOthers(userId, sessionId);
    return tokens.createSessionToken(claimsOf(user, { sessionId, proof }), sessionSeconds(lookup));
  };
}
