import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SYSTEM } from '../../../src/model/access.ts';
import { setBreakGlass } from '../../../src/write/record/userProvider.ts';
import { makeSite, PASSWORD, type Site } from '../../makeSite.ts';
import { createVisitor, type Visitor } from './createVisitor.ts';
import { isInInterface, SITE_URL } from './openProvidedSite.ts';
import { CLIENT_ID, issuerOf, PROVIDER_KEY } from './testProvider.ts';

/** A provider that answers whatever a test wants. */
interface LyingProvider {
  /** Changes to the claims of the ID token. */
  claims: object;
  key: Parameters<SignJWT['sign']>[0];
  userinfo: object;
  metadata: object;
  tokenStatus: number;
}

const HONEST: LyingProvider = { claims: {}, key: PROVIDER_KEY, userinfo: {}, metadata: {}, tokenStatus: 200 };
const strangerKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const seconds = (more = 0): number => Math.floor(Date.now() / 1000) + more;

const endings: (() => Promise<void>)[] = [];
let liar = HONEST;
let server: Server;
let site: Site;
/** What the browser brought to the provider. */
let asked = new URLSearchParams();

beforeAll(async () => {
  server = createServer(
    (request, response) =>
      void answer(request.url ?? '').then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(
    async () => void server.closeAllConnections(),
    async () => void server.close(),
  );
  const env = {
    OIDC_ISSUER: issuerOf(server),
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_NAME: 'Acme',
    OIDC_DOMAINS: 'acme.example',
  };
  site = await makeSite({}, { whenDone: (end) => endings.push(end), env: { SITE_URL, OIDC_ONLY: 'true', ...env } });
  site.setTime(new Date().toISOString());
});
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

async function answer(path: string): Promise<{ readonly status: number; readonly body: object }> {
  const issuer = issuerOf(server);
  const { d: _, ...publicKey } = PROVIDER_KEY;
  if (path.startsWith('/keys')) return { status: 200, body: { keys: [publicKey] } };
  if (path.startsWith('/userinfo')) return { status: 200, body: { sub: 'ann', ...liar.userinfo } };
  if (path.startsWith('/token')) {
    const idToken = await new SignJWT({
      ...{ iss: issuer, aud: CLIENT_ID, sub: 'ann', nonce: asked.get('nonce'), iat: seconds(), exp: seconds(60) },
      ...{ email: 'ann@acme.example', email_verified: true, ...liar.claims },
    })
      .setProtectedHeader({ alg: 'ES256', kid: PROVIDER_KEY.kid })
      .sign(liar.key);
    return { status: liar.tokenStatus, body: { access_token: 'token', token_type: 'Bearer', id_token: idToken } };
  }
  const endpoints = {
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
  };
  const userinfo = { userinfo_endpoint: `${issuer}/userinfo` };
  return {
    status: 200,
    body: { issuer, ...endpoints, ...userinfo, id_token_signing_alg_values_supported: ['ES256'], ...liar.metadata },
  };
}

/** Signs in at the provider as it is at present. Returns the address in the interface that this leads to. */
async function signIn(visitor: Visitor = createVisitor({ siteUrl: SITE_URL, at: () => site.url })): Promise<string> {
  // What the provider says about itself is asked for once an hour.
  const begun = await visitor.open('/api/admin/auth/oidc/start', (url) => isInInterface(url) || url.includes('/auth?'));
  if (isInInterface(begun.url)) return begun.url.slice(SITE_URL.length);
  asked = new URL(begun.url).searchParams;
  const back = new URLSearchParams({ code: 'code', state: asked.get('state') ?? '' });
  const { url } = await visitor.open(`/api/admin/auth/oidc/callback?${back}`, isInInterface);
  return url.slice(SITE_URL.length);
}

const refusedAs = (reason: string): string => `/admin/login?refused=${reason}`;

it('lets in whom an honest provider lets in', async () => {
  liar = HONEST;
  expect(await signIn()).toBe('/admin/');
});

it.each<[string, Partial<LyingProvider>, string]>([
  ['of another issuer', { claims: { iss: 'https://evil.example' } }, 'providerDoubtful'],
  ['for another client', { claims: { aud: 'other' } }, 'providerDoubtful'],
  ['for others, too, without saying for whom', { claims: { aud: [CLIENT_ID, 'other'] } }, 'providerDoubtful'],
  ['with another nonce', { claims: { nonce: 'other' } }, 'providerDoubtful'],
  ['without a nonce', { claims: { nonce: undefined } }, 'providerDoubtful'],
  ['that has expired', { claims: { iat: seconds(-3600), exp: seconds(-60) } }, 'providerDoubtful'],
  ['from the future', { claims: { iat: seconds(3600), nbf: seconds(3600), exp: seconds(7200) } }, 'providerDoubtful'],
  ['without a subject', { claims: { sub: undefined } }, 'providerDoubtful'],
  ['signed by somebody else', { key: strangerKey }, 'providerDoubtful'],
  ['with facts about another person', { userinfo: { sub: 'mallory' } }, 'providerDoubtful'],
  [
    'for the address of another source that vouches for its own',
    {
      claims: { sub: 'bea', email: 'bea@acme.example', email_verified: undefined },
      userinfo: { sub: 'bea', email: 'bea@other.example', email_verified: true },
    },
    'emailUnverified',
  ],
])('SEC-45 believes no ID token %s', async (_, lie, reason) => {
  liar = { ...HONEST, ...lie };
  expect(await signIn()).toBe(refusedAs(reason));
});

it('SEC-45 allows for clocks that differ by some seconds', async () => {
  liar = { ...HONEST, claims: { iat: seconds(20), exp: seconds(-20) } };
  expect(await signIn()).toBe('/admin/');
});

it('SEC-45 answers in one way to every password but that of the emergency account', async () => {
  const login = (email: string, password: string) => site.ask('POST /admin/auth/login', { body: { email, password } });
  const answers = [
    await login('editor@example.org', PASSWORD),
    await login('editor@example.org', 'wrong horse'),
    await login('nobody@example.org', PASSWORD),
    // The first user with an account that the provider has made has no password at all.
    await login('ann@acme.example', '!'),
  ];
  for (const { status, body } of answers)
    expect([status, body]).toEqual([
      403,
      {
        errors: [
          expect.objectContaining({ code: 'FORBIDDEN', message: 'Passwords are turned off here: sign in with Acme' }),
        ],
      },
    ]);
  expect((await site.ask('GET /auth/ways')).body).toEqual({
    data: { password: false, passkey: false, canReset: false, oidc: { name: 'Acme' } },
  });
});

it('SEC-47 lets the invited come in by the provider, once it vouches for the address, and makes no password', async () => {
  await site.cms.writer.write(setBreakGlass({ id: 1 }, true), SYSTEM);
  const asAdmin = (call: string, body?: object) => site.ask(call, { as: 'admin', ...(body && { body }) });
  const { link } = (await asAdmin('POST /admin/invitations', { email: 'eva@partner.example', role: 'admin' })).body
    .data;
  const token = link.slice(link.indexOf('#') + 1);
  const accept = () =>
    site.ask('POST /admin/invitations/accept', { body: { token, name: 'Eva', password: 'correct horse' } });
  expect(await accept()).toMatchObject({ status: 403, body: { errors: [{ code: 'FORBIDDEN' }] } });
  const eva = { sub: 'eva', name: 'Eva', email: 'Eva@partner.example' };
  const signInAs = (claims: object, visitor?: Visitor): Promise<string> => {
    liar = { ...HONEST, claims, userinfo: { sub: 'eva' } };
    return signIn(visitor);
  };
  expect(await signInAs({ ...eva, email_verified: false })).toBe(refusedAs('emailUnverified'));
  expect(await signInAs({ ...eva, email: 'other@partner.example' })).toBe(refusedAs('noAccount'));
  const visitor = createVisitor({ siteUrl: SITE_URL, at: () => site.url });
  expect(await signInAs(eva, visitor)).toBe('/admin/');
  const { data } = (await visitor.ask('GET /admin/auth/me')).body as { data: { id: number } };
  expect(data).toMatchObject({ name: 'Eva', email: 'eva@partner.example', role: 'admin', hasProvider: true });
  expect((await asAdmin('GET /admin/invitations')).body.data).toEqual([]);
  expect((await site.ask('POST /admin/invitations/read', { body: { token } })).status).toBe(403);
  expect((await asAdmin('GET /admin/audit-logs?action=invitation.accept&limit=1')).body.data).toMatchObject([
    { actor: `user/${data.id}`, ok: true },
  ]);
  // Nor is there one later.
  const { body } = await visitor.ask('GET /admin/auth/factors');
  expect(body).toMatchObject({ data: { hasPassword: false, canHavePassword: false, provider: 'Acme' } });
  expect((await visitor.ask('PUT /admin/auth/password', { password: 'correct horse' })).status).toBe(403);
  expect((await asAdmin(`POST /admin/users/${data.id}/reset`)).status).toBe(403);
});

it('SEC-45 says that the provider is away, and keeps everybody in who is in', async () => {
  liar = HONEST;
  const ann = createVisitor({ siteUrl: SITE_URL, at: () => site.url });
  expect(await signIn(ann)).toBe('/admin/');
  liar = { ...HONEST, tokenStatus: 503 };
  expect(await signIn()).toBe(refusedAs('providerAway'));
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  // Known from before, it is asked no more whether it is there.
  expect(await signIn()).toBe(refusedAs('providerAway'));
  await site.restart();
  expect(await signIn()).toBe(refusedAs('providerAway'));
  expect((await ann.ask('GET /admin/auth/me')).status).toBe(200);
  expect((await ann.ask('POST /admin/auth/logout')).body).toEqual({ data: { loggedOut: true } });
});
