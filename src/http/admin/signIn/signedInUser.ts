import type { Credentials } from '../../../auth/credentials.ts';
import type { Proof } from '../../../auth/session/proof.ts';
import { namesCaller, type RequestHeaders, type SessionCookie } from '../../../auth/session/sessionCookie.ts';
import { sessionSeconds } from '../../../auth/session/sessions.ts';
import { badCredentials } from '../../../auth/session/tokens.ts';
import type { User } from '../../../model/entities/user.ts';
import type { Entry, Lookup } from '../../../model/entry.ts';
import { invalidAt } from '../../../model/errors.ts';
import { because } from '../../../model/reason.ts';
import { getRecord } from '../../../write/records.ts';

/** Somebody with a session: keys have none. */
export interface SignedInUser {
  readonly user: Entry<User>;
  readonly sessionId: string;
  readonly proof: Proof;
}

interface SignedInParts {
  readonly lookup: Lookup;
  readonly credentials: Pick<Credentials, 'findIdentity'>;
}

/** Tokens of earlier versions of Quire do not say how their owner logged in: by password, long ago. */
const UNKNOWN_PROOF: Proof = { method: 'password', at: 0 };

/** Finds who calls. The function throws VALIDATION for an API key, which has no session. */
export const createFindSignedIn =
  ({ lookup, credentials }: SignedInParts) =>
  async (headers: RequestHeaders): Promise<SignedInUser> => {
    const identity = await credentials.findIdentity(headers);
    if (!identity) throw badCredentials();
    const { actor, claims } = identity;
    if (claims.sessionId === undefined)
      throw invalidAt([], because('peopleOnly', 'Only people who have logged in can do this, not API keys', {}));
    const user = getRecord(lookup, 'user', actor.id);
    return { user, sessionId: claims.sessionId, proof: claims.proof ?? UNKNOWN_PROOF };
  };

/** How a token reaches its owner: in the answer, or in a cookie. */
export interface HandedToken {
  readonly shown: { readonly token?: string };
  readonly cookies?: readonly string[];
}

interface HandParts {
  readonly lookup: Lookup;
  readonly cookie: Pick<SessionCookie, 'keep'>;
}

/** Hands a token to the caller, either in the answer or in a cookie that no script can read. */
export const createHandToken =
  ({ lookup, cookie }: HandParts) =>
  (token: string, headers: RequestHeaders, isKept = !namesCaller(headers)): HandedToken =>
    isKept
      ? { shown: {}, cookies: [cookie.keep(token, { headers, seconds: sessionSeconds(lookup) })] }
      : { shown: { token } };
