import type * as OpenidClient from 'openid-client';
import { createLruCache } from '../../lib/list/createLruCache.ts';
import { lazily } from '../../lib/list/lazily.ts';
import type { CmsError } from '../../model/errors.ts';
import { type PersonAtProvider, readPerson } from '../../model/signIn/claims.ts';
import { isLoopbackUrl, type ProviderConfig } from '../../model/signIn/providerConfig.ts';
import { type LogoutNotice, type LogoutTokenOptions, type ReadLogoutToken, readLogoutTokens } from './logoutToken.ts';
import { type ProviderRefusal, refuseSignIn } from './refusal.ts';

/** What must come back from the provider unchanged, known to the browser that began alone. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** RFC 7636, 4.1. */
  readonly verifier: string;
}

export interface ProviderAnswer {
  readonly person: PersonAtProvider;
  /** The session at the provider; null if it does not name sessions. */
  readonly session: string | null;
  readonly idToken: string;
  /** When the person last proved who they are there, if it says so: seconds since 1970. */
  readonly authTime: number | undefined;
}

/** The OpenID Connect provider of the organisation. Each function throws a CmsError that says what is going on. */
export interface Provider {
  newSecrets(): Promise<SignInSecrets>;
  /** The address where people sign in. `mustProve`: also who is signed in there already. */
  signInUrl(secrets: SignInSecrets, options: { readonly mustProve: boolean }): Promise<string>;
  /** Trades the code in the address that the provider has sent a browser to. */
  finish(
    search: URLSearchParams,
    secrets: SignInSecrets,
    options: { readonly mustProve: boolean },
  ): Promise<ProviderAnswer>;
  /** The address where people sign out; null if the provider offers none. */
  signOutUrl(idToken: string | undefined): Promise<string | null>;
  readLogoutToken(token: string): Promise<LogoutNotice>;
}

export interface ProviderOptions {
  readonly config: ProviderConfig;
  /** Without a trailing slash. */
  readonly siteUrl: string;
  readonly clock: () => Date;
  /** Called with the cause of a refusal, which people do not see. */
  onRefusal(cause: unknown): void;
}

/** The provider sends people back to this address, which must be registered there. */
export const CALLBACK_PATH = '/api/admin/auth/oidc/callback';
const AFTER_SIGN_OUT = '/admin/login';

/** More logout tokens than are sent in the time that one is valid. */
const MAX_REMEMBERED = 20_000;
const TIMEOUT_SECONDS = 10;
/** How long what the provider says about itself is believed. */
const KNOWN_MS = 60 * 60 * 1000;
/** For somebody who has to prove who they are again, what the provider remembers from before is too old. */
const PROOF_SECONDS = 60;

interface KnownProvider {
  readonly client: OpenidClient.Configuration;
  readonly readLogoutToken: ReadLogoutToken;
  readonly knownAt: number;
}

const openidClient = lazily(() => import('openid-client'));

export function createProvider({ config, siteUrl, clock, onRefusal }: ProviderOptions): Provider {
  const redirectUri = `${siteUrl}${CALLBACK_PATH}`;
  const seen = createLruCache<true>(MAX_REMEMBERED);
  let known: KnownProvider | undefined;
  let finding: Promise<KnownProvider> | undefined;

  const refuse = (reason: ProviderRefusal, cause: unknown): CmsError => {
    onRefusal(cause);
    return refuseSignIn(reason, config.name, cause);
  };

  /** What was known before serves while the provider is out of reach. */
  async function find(): Promise<KnownProvider> {
    const now = clock().getTime();
    if (known && Math.abs(now - known.knownAt) < KNOWN_MS) return known;
    finding ??= discover(config, { clock, seen }).finally(() => {
      finding = undefined;
    });
    try {
      known = await finding;
    } catch (error) {
      if (!known) throw refuse(isOutage(error) ? 'providerAway' : 'providerDoubtful', error);
    }
    return known;
  }

  /** Runs a conversation with the provider. */
  async function converse<T>(
    run: (client: OpenidClient.Configuration, library: typeof OpenidClient) => Promise<T>,
  ): Promise<T> {
    const { client } = await find();
    const library = await openidClient();
    try {
      return await run(client, library);
    } catch (error) {
      throw refuse(judgeFailure(error, library), error);
    }
  }

  return {
    async newSecrets() {
      const { randomState, randomNonce, randomPKCECodeVerifier } = await openidClient();
      return { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    },
    signInUrl: ({ state, nonce, verifier }, { mustProve }) =>
      converse(async (client, { buildAuthorizationUrl, calculatePKCECodeChallenge }) => {
        const parameters = {
          ...{ redirect_uri: redirectUri, scope: config.scopes.join(' '), state, nonce },
          ...{ code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
          ...(mustProve && { prompt: 'login', max_age: '0' }),
        };
        return buildAuthorizationUrl(client, parameters).href;
      }),
    finish: (search, { state, nonce, verifier }, { mustProve }) =>
      converse(async (client, { authorizationCodeGrant, fetchUserInfo }) => {
        const tokens = await authorizationCodeGrant(client, new URL(`${redirectUri}?${search}`), {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
          ...(mustProve && { maxAge: PROOF_SECONDS }),
        });
        // `idTokenExpected` has made sure of both.
        const [claims, idToken] = [tokens.claims()!, tokens.id_token!];
        const hasMore = client.serverMetadata().userinfo_endpoint !== undefined;
        const info = hasMore ? await fetchUserInfo(client, tokens.access_token, claims.sub) : {};
        const session = typeof claims['sid'] === 'string' ? claims['sid'] : null;
        return { person: readPerson(claims, { ...info }), session, idToken, authTime: claims.auth_time };
      }),
    signOutUrl: (idToken) =>
      converse(async (client, { buildEndSessionUrl }) =>
        client.serverMetadata().end_session_endpoint === undefined
          ? null
          : buildEndSessionUrl(client, {
              post_logout_redirect_uri: `${siteUrl}${AFTER_SIGN_OUT}`,
              ...(idToken !== undefined && { id_token_hint: idToken }),
            }).href,
      ),
    async readLogoutToken(token) {
      const { readLogoutToken } = await find();
      return readLogoutToken(token).catch((error: unknown) => {
        throw isOutage(error) ? refuse('providerAway', error) : error;
      });
    },
  };
}

/** Asks the provider what it is like. */
async function discover(
  { issuer, clientId, clientSecret }: ProviderConfig,
  parts: Pick<LogoutTokenOptions, 'clock' | 'seen'>,
): Promise<KnownProvider> {
  const { discovery, allowInsecureRequests, enableNonRepudiationChecks, ...library } = await openidClient();
  const isInsecure = issuer.startsWith('http:') && isLoopbackUrl(issuer);
  const found = await discovery(new URL(issuer), clientId, undefined, undefined, {
    execute: isInsecure ? [allowInsecureRequests] : [],
    timeout: TIMEOUT_SECONDS,
  });
  const server = found.serverMetadata();
  if (server.issuer !== issuer) throw new Error(`OIDC_ISSUER is ${issuer}, but the provider is ${server.issuer}`);
  const client = new library.Configuration(
    server,
    clientId,
    undefined,
    authenticationOf(server, clientSecret, library),
  );
  client.timeout = TIMEOUT_SECONDS;
  if (isInsecure) allowInsecureRequests(client);
  // Without it, signatures of tokens that come from the provider itself are not checked.
  enableNonRepudiationChecks(client);
  const readLogoutToken = await readLogoutTokens({ ...{ server, clientId }, ...parts, mayBeInsecure: isInsecure });
  return { client, readLogoutToken, knownAt: parts.clock().getTime() };
}

/** `client_secret_basic` is what providers expect where they do not say what they take (OpenID Connect Core, 9). */
function authenticationOf(
  { token_endpoint_auth_methods_supported: methods = [] }: OpenidClient.ServerMetadata,
  secret: string | null,
  {
    None,
    ClientSecretBasic,
    ClientSecretPost,
  }: Pick<typeof OpenidClient, 'None' | 'ClientSecretBasic' | 'ClientSecretPost'>,
): OpenidClient.ClientAuth {
  if (secret === null) return None();
  const isPostOnly = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
  return isPostOnly ? ClientSecretPost(secret) : ClientSecretBasic(secret);
}

const OUTAGES: ReadonlySet<unknown> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'ERR_JWKS_TIMEOUT',
]);

/** `fetch` fails with a TypeError where there is no answer. */
const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof TypeError && error.message === 'fetch failed') || OUTAGES.has((error as { code?: unknown }).code));

/** Errors of RFC 6749 (4.1.2.1, 5.2), and those of OpenID Connect. */
const ANSWERS: Readonly<Record<string, ProviderRefusal>> = {
  temporarily_unavailable: 'providerAway',
  server_error: 'providerAway',
  invalid_grant: 'signInOver',
};

function judgeFailure(error: unknown, library: typeof OpenidClient): ProviderRefusal {
  if (isOutage(error)) return 'providerAway';
  const { AuthorizationResponseError, ResponseBodyError } = library;
  if (error instanceof AuthorizationResponseError) return ANSWERS[error.error] ?? 'providerRefused';
  if (error instanceof ResponseBodyError) return ANSWERS[error.error] ?? 'providerDoubtful';
  return 'providerDoubtful';
}
