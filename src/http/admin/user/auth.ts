import type { AuditLog } from '../../../auth/audit/auditLog.ts';
import type { Credentials } from '../../../auth/credentials.ts';
import { type Identity, roleOfKey } from '../../../auth/identity.ts';
import type { ProviderSignIn } from '../../../auth/provider/providerSignIn.ts';
import type { Roles } from '../../../auth/roles.ts';
import { namesCaller, type RequestHeaders, type SessionCookie } from '../../../auth/session/sessionCookie.ts';
import type { SessionNotes } from '../../../auth/session/sessionNotes.ts';
import { isOfProvider, type Sessions, sessionSeconds } from '../../../auth/session/sessions.ts';
import { badCredentials, type Tokens } from '../../../auth/session/tokens.ts';
import type { Setup } from '../../../auth/setup.ts';
import type { Login } from '../../../auth/signIn/login.ts';
import type { WaysToSignIn } from '../../../auth/signIn/ways.ts';
import { type Actor, actorRefName } from '../../../model/access.ts';
import type { ApiKey } from '../../../model/entities/apiKey.ts';
import type { User } from '../../../model/entities/user.ts';
import type { Entry, Lookup } from '../../../model/entry.ts';
import { CmsError, invalidAt } from '../../../model/errors.ts';
import type { Records } from '../../../model/records.ts';
import { flag, object, text } from '../../../model/schema/schema.ts';
import { showRights } from '../../../view/admin/record/rights.ts';
import { showProfile, showUser, showWho } from '../../../view/admin/records.ts';
import { CALLER, TOKEN, USER, WHO } from '../../../view/shapes/access.ts';
import { WAYS_TO_SIGN_IN } from '../../../view/shapes/signIn.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { requireSameOrigin } from '../../header/sameOrigin.ts';
import { dataResult, recordResult } from '../../result.ts';
import { answerRecord } from '../crud.ts';
import { MAX_BODY_BYTES, MAX_PASSWORD_CHARACTERS } from '../signIn/deps.ts';
import { createHandToken } from '../signIn/signedInUser.ts';
import { userSessionEndpoints } from './userSessions.ts';

export interface AuthDeps {
  readonly lookup: Lookup;
  readonly roles: Roles;
  readonly login: Login;
  readonly credentials: Credentials;
  readonly sessions: Sessions;
  readonly notes: SessionNotes;
  readonly tokens: Tokens;
  readonly cookie: SessionCookie;
  readonly siteUrl: string;
  readonly findWays: () => WaysToSignIn;
  readonly providerSignIn: ProviderSignIn | null;
  readonly setup: Setup;
  readonly audit: AuditLog;
}

/** Log-in, sessions and the first admin (contract, "Authentication"). */
export const authEndpoints = (deps: AuthDeps): Endpoint[] => [
  ...sessionEndpoints(deps),
  ...userSessionEndpoints(deps),
  ...setupEndpoints(deps),
];

function sessionEndpoints(deps: AuthDeps): Endpoint[] {
  const { lookup, roles, login, findWays, credentials, sessions, notes, tokens, cookie, siteUrl, audit } = deps;
  const { providerSignIn } = deps;
  const findSession = async (headers: RequestHeaders) => sessionOf(await credentials.findIdentity(headers));
  const hand = createHandToken(deps);

  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/auth/ways',
      summary: 'Read the ways to sign in',
      access: 'open',
      result: dataResult(WAYS_TO_SIGN_IN),
      handle: () => ({ data: findWays() }),
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/auth/login',
      summary: 'Log in: returns the token or, with `cookie`, sets it as a cookie that no script can read',
      access: 'open',
      result: dataResult(object({ user: WHO }, { token: text() })),
      rateLimit: 'login',
      changes: 'server',
      body: {
        json: object(
          { email: text({ maxLength: 254 }), password: text({ maxLength: MAX_PASSWORD_CHARACTERS }) },
          { cookie: flag() },
        ),
        maxBytes: MAX_BODY_BYTES,
      },
      async handle({ body: { cookie: isKept = false, ...who }, headers, ip }) {
        if (isKept) requireSameOrigin(headers, siteUrl);
        const { token, user } = await login({ ...who, ip, agent: headers['user-agent'] ?? null });
        const { shown, ...answer } = hand(token, headers, isKept);
        return { ...answer, data: { ...shown, user: showWho({ id: user.id, ...user.data }) } };
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/auth/refresh',
      summary: 'Get a new token for the same session, in its cookie if it has one',
      access: 'viewer',
      isForSetUp: true,
      result: dataResult(TOKEN),
      changes: 'own',
      async handle({ headers }) {
        const { claims } = await findSession(headers);
        const token = await tokens.createSessionToken(claims, sessionSeconds(lookup));
        const { shown, ...answer } = hand(token, headers);
        return { ...answer, data: shown };
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/auth/logout',
      summary:
        "End the session with all its tokens; `providerUrl` is where to end the one at the organisation's provider, too",
      access: 'viewer',
      isForSetUp: true,
      result: dataResult(object({ loggedOut: flag() }, { providerUrl: text() })),
      changes: 'own',
      async handle({ headers, actor, ip }) {
        const { sessionId } = await findSession(headers);
        await sessions.end(sessionId);
        notes.forget(sessionId);
        await audit.append({
          actor: actorRefName(actor),
          action: 'auth.logout',
          record: actorRefName(actor),
          ip,
          ok: true,
        });
        const providerUrl = isOfProvider(sessionId) ? await providerSignIn?.signOutUrl(headers) : undefined;
        return {
          data: { loggedOut: true, ...(providerUrl && { providerUrl }) },
          ...(!namesCaller(headers) && {
            cookies: [cookie.clear(headers), ...(providerSignIn?.forget(headers) ?? [])],
          }),
        };
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/auth/me',
      summary: 'Read whom the credential belongs to, and what they may do',
      access: 'viewer',
      isForSetUp: true,
      result: recordResult(CALLER),
      handle: ({ actor }) => {
        const show = (name: string, shown: object): object => ({
          ...shown,
          rights: showRights(actor, roles.find(name).rights),
        });
        return actor.type === 'user'
          ? answerRecord(getCaller(lookup, 'user', actor), (user) => show(user.data.role, showOwn(user, actor)))
          : answerRecord(getCaller(lookup, 'apiKey', actor), (key) => show(roleOfKey(key.data), showKey(actor, key)));
      },
    }),
  ];
}

function setupEndpoints({ setup, audit }: AuthDeps): Endpoint[] {
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/setup/status',
      summary: 'Check whether the first admin still has to be created',
      access: 'open',
      result: dataResult(object({ needsSetup: flag() })),
      handle: () => ({ data: { needsSetup: setup.needsSetup() } }),
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/setup',
      summary: 'Create the first admin with the one-time token printed at start',
      access: 'open',
      result: dataResult(USER, { status: 201, headers: ['ETag'] }),
      rateLimit: 'setup',
      body: {
        // Nothing is required here, so that an existing user or a wrong token is reported before a missing name.
        json: object({}, { setupToken: text(), name: text(), email: text(), password: text() }),
        maxBytes: MAX_BODY_BYTES,
      },
      async handle({ body: { setupToken = '', ...applicant }, ip }) {
        const user = await setup.run(setupToken, applicant).catch(async (error) => {
          if (isForbidden(error)) await audit.append({ actor: 'anonymous', action: 'auth.setup', ip, ok: false });
          throw error;
        });
        const record = `user/${user.id}`;
        await audit.append({ actor: record, action: 'auth.setup', record, ip, ok: true });
        return { ...answerRecord(user, showUser), status: 201 };
      },
    }),
  ];
}

const isForbidden = (error: unknown): boolean => error instanceof CmsError && error.code === 'FORBIDDEN';

/** The session that a request belongs to; API keys have none. */
function sessionOf(identity: Identity | null): { claims: Identity['claims']; sessionId: string } {
  if (!identity) throw badCredentials();
  const { claims } = identity;
  if (claims.sessionId === undefined) throw invalidAt([], 'An API key has no session');
  return { claims, sessionId: claims.sessionId };
}

function getCaller<K extends 'user' | 'apiKey'>(lookup: Lookup, kind: K, { id }: Actor): Entry<Records[K]> {
  const caller = lookup.get(kind, id);
  if (!caller) throw badCredentials();
  return caller;
}

/** A user with what they lack of what their role requires. */
const showOwn = (user: Entry<User>, { session }: Actor) => ({
  ...showProfile(user),
  ...(session?.lacks && { lacks: session.lacks }),
});

const showKey = (actor: Actor, key: Entry<ApiKey>) => ({
  ...showWho({ ...actor, role: roleOfKey(key.data) }),
  type: actor.type,
});
