import { createLruCache } from '../../lib/list/createLruCache.ts';
import { createTaskQueue } from '../../lib/turn/createTaskQueue.ts';
import { actorRefName, SYSTEM } from '../../model/access.ts';
import { NO_PASSWORD, providerKey, type User } from '../../model/entities/user.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { CmsError } from '../../model/errors.ts';
import type { PersonAtProvider } from '../../model/signIn/claims.ts';
import type { ProviderConfig } from '../../model/signIn/providerConfig.ts';
import type { Action } from '../../write/action.ts';
import { acceptInvitation } from '../../write/record/invitation.ts';
import { createUser } from '../../write/record/user.ts';
import { endUserSessions, followProvider } from '../../write/record/userProvider.ts';
import type { AuditLog } from '../audit/auditLog.ts';
import type { SealedCookie } from '../session/sealedCookie.ts';
import type { RequestHeaders } from '../session/sessionCookie.ts';
import { newSessionId, type Sessions } from '../session/sessions.ts';
import type { Tokens } from '../session/tokens.ts';
import { type NextStep, readNextStep } from '../signIn/nextStep.ts';
import type { NewSession, SignIn, SignInPlace } from '../signIn/signIn.ts';
import { type AccountDecision, decideAccount } from './account.ts';
import type { Provider, ProviderAnswer, SignInSecrets } from './provider.ts';
import { type ProviderRefusal, refusalOrThrow } from './refusal.ts';

/** Signing in by the organisation's provider. */
export interface ProviderSignIn {
  /** Sends somebody to the provider, who is to come back to the address `to` of the interface. */
  begin(request: ProviderStart): Promise<ProviderVisit>;
  /** What becomes of somebody who comes back from the provider. */
  finish(request: ProviderReturn): Promise<ProviderOutcome>;
  /** The address at which somebody who has logged out here logs out there; null if there is none. */
  signOutUrl(headers: RequestHeaders): Promise<string | null>;
  /** Ends the sessions that a logout token of the provider is about. @throws CmsError VALIDATION for any other token */
  endSessions(request: { readonly token: string; readonly ip: string }): Promise<void>;
  /** The Set-Cookies that delete what a browser keeps for the provider. */
  forget(headers: RequestHeaders): readonly string[];
}

interface ProviderStart {
  readonly to: string;
  readonly headers: RequestHeaders;
  /** The session whose owner is to prove there once more who they are. */
  readonly proves?: SessionToProve | undefined;
}

interface SessionToProve {
  readonly userId: number;
  readonly sessionId: string;
}

/** The address to go to, and what the browser keeps in the meantime. */
export interface ProviderVisit {
  readonly url: string;
  readonly cookies: readonly string[];
}

interface ProviderReturn extends SignInPlace {
  readonly headers: RequestHeaders;
  readonly search: URLSearchParams;
}

/** `to` is where the person wanted to go. */
export type ProviderOutcome = { readonly to: string } & (
  | { readonly session: NewSession; readonly cookies: readonly string[] }
  /** The provider alone does not suffice for the person: see `SignIn`. */
  | { readonly nextStep: NextStep; readonly cookies: readonly string[] }
  | { readonly refusal: ProviderRefusal }
);

export interface ProviderSignInParts {
  readonly config: ProviderConfig;
  readonly provider: Provider;
  readonly lookup: Lookup;
  readonly signIn: SignIn;
  readonly sessions: Sessions;
  readonly audit: AuditLog;
  readonly clock: () => Date;
  readonly tokens: Pick<Tokens, 'fingerprint'>;
  /** What a browser keeps while its user is at the provider: it comes back with a link from there. */
  readonly attempts: SealedCookie<SignInAttempt>;
  /** The ID token, which tells the provider who logs out. */
  readonly idTokens: SealedCookie<{ readonly idToken: string }>;
  /** How long a session lasts. */
  sessionSeconds(): number;
  /** Called with what is behind a refusal. */
  onRefusal(cause: unknown): void;
  /** Writes a user. */
  write(action: Action): Promise<Entry<User>>;
}

export interface SignInAttempt extends SignInSecrets {
  readonly to: string;
  readonly proves?: SessionToProve | undefined;
}

interface RefusedAccount {
  readonly refusal: ProviderRefusal;
  readonly user?: Entry<User>;
}
type FoundAccount = { readonly user: Entry<User> } | RefusedAccount;

type Joining = Extract<AccountDecision, { user: null }>;
type Newcomer = Pick<User, 'name' | 'passwordHash' | 'provider'>;

/** Makes an account for somebody who has none, as their invitation says where they have one. */
const joinUser = (joining: Joining, person: Newcomer): Action =>
  'invitation' in joining
    ? acceptInvitation(joining.invitation.data.tokenHash, {
        ...person,
        ...(joining.role !== undefined && { role: joining.role }),
      })
    : createUser({ ...person, email: joining.email, role: joining.role });

const ATTEMPT_SECONDS = 600;
/** More attempts than are finished in the time that one is valid. */
const MAX_REMEMBERED = 20_000;
/** Browsers keep cookies of 4096 bytes, and encryption adds a third. */
const MAX_ID_TOKEN = 2700;

export function createProviderSignIn(parts: ProviderSignInParts): ProviderSignIn {
  const { config, provider, lookup, signIn, sessions, audit, clock, tokens, attempts, idTokens, write, onRefusal } =
    parts;
  const used = createLruCache<true>(MAX_REMEMBERED);
  // One after the other, so that two first sign-ins of one person make one account.
  const inTurn = createTaskQueue();

  const noteRefusal = (user: Entry<User> | undefined, ip: string): Promise<void> =>
    audit.append({
      ...{ actor: 'anonymous', action: 'auth.login', ip, ok: false },
      ...(user && { record: `user/${user.id}` }),
    });

  /** Hears what the provider says of somebody who comes back with an attempt, which counts once. */
  async function hear(
    attempt: SignInAttempt | null,
    search: URLSearchParams,
  ): Promise<ProviderAnswer | ProviderRefusal> {
    if (attempt === null || used.has(attempt.state) || search.get('state') !== attempt.state) return 'signInOver';
    used.set(attempt.state, true);
    return provider.finish(search, attempt, { mustProve: attempt.proves !== undefined }).catch(refusalOrThrow);
  }

  async function join(joining: Joining, person: Newcomer, ip: string): Promise<Entry<User>> {
    const user = await write(joinUser(joining, person));
    const record = `user/${user.id}`;
    if ('invitation' in joining)
      await audit.append({ actor: record, action: 'invitation.accept', record, ip, ok: true });
    return user;
  }

  /** Makes the accounts as the provider says. */
  async function settle(person: PersonAtProvider, ip: string): Promise<FoundAccount> {
    const decision = decideAccount(person, { lookup, config, now: clock() });
    if ('refusal' in decision) return refuse(decision);
    const { issuer, subject, name } = person;
    const { user, role } = decision;
    try {
      const provider = { issuer, subject };
      if (user === null) return { user: await join(decision, { name, passwordHash: NO_PASSWORD, provider }, ip) };
      const isSame = user.data.provider !== undefined && (role === undefined || role === user.data.role);
      return { user: isSame ? user : await write(followProvider({ id: user.id }, { provider, role })) };
    } catch (error) {
      // OIDC_ROLES may name a role that does not exist.
      if (!(error instanceof CmsError) || error.code !== 'VALIDATION') throw error;
      onRefusal(error);
      return refuse({ refusal: 'noRoleGiven', ...(user && { user }) });
    }
  }

  /** A role that is taken away is gone at once, from other sessions too. */
  async function refuse({ refusal, user }: RefusedAccount): Promise<RefusedAccount> {
    if (user?.data.provider) await write(endUserSessions({ id: user.id }));
    return { refusal, ...(user && { user }) };
  }

  /** What comes in by a session there. One that goes on after its end was told lets in another group. */
  function findGroup(session: string | null): string {
    for (let round = 0; ; round++) {
      const group = tokens.fingerprint('session at the provider', config.issuer, session ?? '', String(round));
      if (!sessions.hasEnded(group)) return group;
    }
  }

  async function enter(
    user: Entry<User>,
    {
      session,
      idToken,
      authTime,
      sessionId = newSessionId(findGroup(session)),
    }: ProviderAnswer & Partial<SessionToProve>,
    { ip, agent, headers }: ProviderReturn,
  ) {
    const seconds = parts.sessionSeconds();
    const cookies = idToken.length > MAX_ID_TOKEN ? [] : [await idTokens.keep({ idToken }, { headers, seconds })];
    // Who was signed in at the provider already has proved nothing now.
    const provedAt = authTime === undefined ? undefined : authTime * 1000;
    try {
      return { session: await signIn({ user, method: 'oidc', ip, agent, sessionId, provedAt }), cookies };
    } catch (error) {
      const nextStep = readNextStep(error);
      if (!nextStep) throw error;
      return { nextStep, cookies };
    }
  }

  return {
    async begin({ to, headers, proves }) {
      const secrets = await provider.newSecrets();
      const url = await provider.signInUrl(secrets, { mustProve: proves !== undefined });
      return { url, cookies: [await attempts.keep({ ...secrets, to, proves }, { headers, seconds: ATTEMPT_SECONDS })] };
    },
    async finish(request) {
      const { headers, search, ip } = request;
      const attempt = await attempts.read(headers);
      const to = attempt?.to ?? '/';
      const answer = await hear(attempt, search);
      if (typeof answer === 'string') {
        await noteRefusal(undefined, ip);
        return { to, refusal: answer };
      }
      const found = await inTurn(() => settle(answer.person, ip));
      if ('refusal' in found) {
        await noteRefusal(found.user, ip);
        return { to, refusal: found.refusal };
      }
      const proves = attempt?.proves;
      // Nobody proves that they are somebody else.
      if (proves && proves.userId !== found.user.id) {
        await noteRefusal(found.user, ip);
        return { to, refusal: 'otherPerson' };
      }
      return { to, ...(await enter(found.user, { ...answer, ...proves }, request)) };
    },
    async signOutUrl(headers) {
      const kept = await idTokens.read(headers);
      return provider.signOutUrl(kept?.idToken).catch((error: unknown) => {
        // Who logs out here while the provider is away has logged out here.
        refusalOrThrow(error);
        return null;
      });
    },
    async endSessions({ token, ip }) {
      const { subject, session } = await provider.readLogoutToken(token);
      const [user] =
        subject === undefined ? [] : lookup.find('user', 'byProvider', providerKey({ issuer: config.issuer, subject }));
      if (session !== undefined) await sessions.end(findGroup(session));
      else if (user) await write(endUserSessions({ id: user.id }));
      await audit.append({
        ...{ actor: actorRefName(SYSTEM), action: 'auth.end', ip, ok: true },
        ...(user && { record: `user/${user.id}` }),
      });
    },
    forget: (headers) => [attempts.clear(headers), idTokens.clear(headers)],
  };
}
