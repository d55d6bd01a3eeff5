import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientMetadata, type Configuration } from 'oidc-provider';

/** A person at the provider: the subject, and what it says of them. */
export interface TestPerson {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

export const CLIENT_ID = 'quire';
export const CLIENT_SECRET = 'the-secret-of-the-client-of-32-bytes';

/** A certified OpenID Connect provider on this machine. */
export interface TestProvider {
  readonly issuer: string;
  readonly provider: Provider;
  /** Who is at the keyboard when somebody comes to sign in; null refuses. */
  person: TestPerson | null;
  /** The ids of the sessions that it has told Quire of. */
  readonly sessions: string[];
  /** Requests that have come in, as `GET /path`. */
  readonly requests: string[];
  /** Sends a logout token to Quire, as when somebody logs out at the provider. */
  logOut(person: TestPerson, session?: string): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  /** Where Quire sends people back to, without a trailing slash. */
  readonly siteUrl: string;
  /** The path of the issuer. */
  readonly path?: string;
  readonly client?: Partial<ClientMetadata>;
  readonly settings?: Configuration;
  /** Whether people press a button first. */
  readonly asks?: boolean;
}

/** What the provider signs with. */
export const PROVIDER_KEY: JsonWebKey & { readonly kid: string } = {
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  ...{ kid: 'one', alg: 'ES256', use: 'sig' },
};

/** Claims that come with `openid`; those of `email` and `profile` are the provider's own. */
const CLAIMS = ['groups', 'groups_direct', 'roles', 'realm_access', 'resource_access', 'hd', 'xms_edov', 'tid'];

/** A server of which the address is known before the provider is made: Quire and the provider must know each other. */
export async function listenForProvider(): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

export const issuerOf = (server: Server, path = ''): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

/** @param quireUrl where Quire listens to the provider */
export function startProvider(server: Server, quireUrl: string, options: Options): TestProvider {
  const { siteUrl, path = '', client = {}, settings = {}, asks = false } = options;
  const issuer = issuerOf(server, path);
  const people = new Map<string, TestPerson>();
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
        redirect_uris: [`${siteUrl}/api/admin/auth/oidc/callback`],
        post_logout_redirect_uris: [`${siteUrl}/admin/login`],
        backchannel_logout_uri: `${quireUrl}/api/admin/auth/oidc/logout`,
        backchannel_logout_session_required: true,
        id_token_signed_response_alg: 'ES256',
        ...client,
      },
    ],
    claims: {
      openid: ['sub', 'sid', ...CLAIMS],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
    },
    conformIdTokenClaims: false,
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: false } },
    cookies: { keys: ['a key of the cookies'] },
    jwks: { keys: [PROVIDER_KEY] },
    // Not to be called on one's own machine otherwise.
    fetch: (url, request) => fetch(url, { ...request, dispatcher: undefined } as object),
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    interactions: { url: (_, { uid }) => `${path.replace(/\/$/, '')}/interaction/${uid}` },
    // What is known of a person at the keyboard may change while a session at the provider goes on.
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ ...(tested.person?.sub === sub ? tested.person : people.get(sub)), sub }),
    }),
    // Nobody is asked what Quire may know.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ...settings,
  });
  provider.on('grant.success', ({ oidc }) => {
    tested.sessions.push(String(oidc.session?.sidFor(CLIENT_ID) ?? oidc.entities.AuthorizationCode?.sid));
  });
  provider.use(async (ctx, next) => {
    tested.requests.push(`${ctx.method} ${ctx.path}`);
    if (!ctx.path.startsWith('/interaction/')) return next();
    if (asks && ctx.query['in'] === undefined) {
      ctx.type = 'html';
      ctx.body = `<!doctype html><title>Acme</title><a href="?in">Log in as ${String(tested.person?.['name'])}</a>`;
      return undefined;
    }
    const { person } = tested;
    if (person) people.set(person.sub, person);
    const result = person ? { login: { accountId: person.sub } } : { error: 'access_denied' };
    return provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: false });
  });
  const answer = provider.callback();
  const prefix = path.replace(/\/$/, '');
  server.on('request', (request: IncomingMessage & { originalUrl?: string }, response) => {
    request.originalUrl = request.url ?? '';
    request.url = request.originalUrl.replace(prefix, '');
    void answer(request, response);
  });
  const tested: TestProvider = {
    ...{ issuer, provider, person: null, sessions: [], requests: [] },
    async logOut({ sub }, session) {
      const found = await provider.Client.find(CLIENT_ID);
      await (found as unknown as LogoutSender).backchannelLogout(sub, session);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return tested;
}

/** What a client can do beyond its published types. */
interface LogoutSender {
  backchannelLogout(sub: string, sid: string | undefined): Promise<void>;
}
