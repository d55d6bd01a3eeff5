import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Visitor } from './createVisitor.ts';
import { openProvidedSite, type ProvidedSite, SITE_URL } from './openProvidedSite.ts';
import { CLIENT_ID, PROVIDER_KEY, type TestPerson } from './testProvider.ts';

const endings: (() => Promise<void>)[] = [];
let acme: ProvidedSite;

beforeAll(async () => {
  acme = await openProvidedSite({ whenDone: (end) => endings.push(end), env: { OIDC_DOMAINS: 'acme.example' } });
});
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

const newPerson = (sub: string): TestPerson => ({ sub, name: sub, email: `${sub}@acme.example`, email_verified: true });

const isIn = async (visitor: Visitor): Promise<boolean> => (await visitor.ask('GET /admin/auth/me')).status === 200;

/** Sends a logout token that the provider could have signed, with one thing changed. */
async function sendToken(payload: object, more: { key?: KeyObject; alg?: string; typ?: string } = {}) {
  const now = Math.floor(Date.now() / 1000);
  const { key = PROVIDER_KEY, alg = 'ES256', typ = 'logout+jwt' } = more;
  const token = await new SignJWT({
    ...{ iss: acme.provider.issuer, aud: CLIENT_ID, iat: now, exp: now + 120, jti: `token-${Math.random()}` },
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    ...payload,
  })
    .setProtectedHeader({ alg, typ, kid: PROVIDER_KEY.kid })
    .sign(key);
  return postToken(token);
}

async function postToken(token: string): Promise<number> {
  const answer = await fetch(`${acme.site.url}/api/admin/auth/oidc/logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  });
  await answer.text();
  return answer.status;
}

it('leads out at the provider, too, whoever came in by it', async () => {
  const { visitor } = await acme.signIn(newPerson('ann'));
  const { body } = await visitor.ask('POST /admin/auth/logout');
  const { data } = body as { data: { loggedOut: boolean; providerUrl: string } };
  const url = new URL(data.providerUrl);
  expect(url.href.startsWith(`${acme.provider.issuer}/session/end?`)).toBe(true);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    post_logout_redirect_uri: `${SITE_URL}/admin/login`,
    client_id: CLIENT_ID,
    id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  });
  expect([...visitor.cookies.keys()]).toEqual([]);
  expect(await isIn(visitor)).toBe(false);
  const { body: own } = await acme.site.ask('POST /admin/auth/login', {
    body: { email: 'viewer@example.org', password: 'correct horse' },
  });
  const left = await acme.site.ask('POST /admin/auth/logout', {
    headers: { authorization: `Bearer ${own.data.token}` },
  });
  expect(left.body).toEqual({ data: { loggedOut: true } });
});

it('SEC-45 ends a session at once when the provider says that it is over there, and no other', async () => {
  const bea = newPerson('bea');
  const first = await acme.signIn(bea);
  const sid = acme.provider.sessions.at(-1);
  const second = await acme.signIn(bea);
  await acme.provider.logOut(bea, sid);
  expect([await isIn(first.visitor), await isIn(second.visitor)]).toEqual([false, true]);
  // Some providers go on with a session whose end they have told.
  const third = await acme.signInBy(bea, first.visitor);
  expect(acme.provider.sessions.at(-1)).toBe(sid);
  expect(await isIn(third.visitor)).toBe(true);
  await acme.provider.logOut(bea, sid);
  expect([await isIn(third.visitor), await isIn(second.visitor)]).toEqual([false, true]);
  await acme.site.restart();
  expect([await isIn(third.visitor), await isIn(second.visitor)]).toEqual([false, true]);
  expect([await isIn(first.visitor), await isIn(second.visitor)]).toEqual([false, true]);
});

it('SEC-45 ends all sessions of a person when the provider names none of them', async () => {
  const people = [];
  for (const sub of ['cora', 'cora', 'dora']) people.push(await acme.signIn(newPerson(sub)));
  expect(await sendToken({ sub: 'cora' })).toBe(200);
  expect(await Promise.all(people.map(({ visitor }) => isIn(visitor)))).toEqual([false, false, true]);
  const { body } = await acme.site.ask('GET /admin/audit-logs?action=auth.end&limit=1', { as: 'admin' });
  expect(body.data).toMatchObject([{ actor: 'system/0', ok: true }]);
  expect((await acme.signIn(newPerson('cora'))).url).toBe('/admin/');
});

const strangerKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const hour = 3600;
const now = Math.floor(Date.now() / 1000);

it.each<[string, object, Parameters<typeof sendToken>[1]?]>([
  ['of another issuer', { iss: 'https://evil.example' }],
  ['for another client', { aud: 'other' }],
  ['with a nonce, like an ID token', { nonce: 'n' }],
  ['about no log-out', { events: { 'http://schemas.openid.net/event/other': {} } }],
  ['without events', { events: undefined }],
  ['without an id', { jti: undefined }],
  ['that names nobody', { sub: undefined }],
  ['from long ago', { iat: now - hour, exp: now + hour }],
  ['that has expired', { iat: now - 200, exp: now - 100 }],
  ['from the future', { iat: now + hour, exp: now + 2 * hour }],
  ['signed by somebody else', {}, { key: strangerKey }],
])('SEC-45 ends nothing for a logout token %s', async (_, payload, more) => {
  const { visitor } = await acme.signIn(newPerson('emma'));
  expect(await sendToken({ sub: 'emma', ...payload }, more)).toBe(400);
  expect(await isIn(visitor)).toBe(true);
});

it('SEC-45 takes a logout token once, and no unsigned one', async () => {
  const { visitor } = await acme.signIn(newPerson('fay'));
  const part = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url');
  const claims = { iss: acme.provider.issuer, aud: CLIENT_ID, iat: now, exp: now + 60, jti: 'unsigned', sub: 'fay' };
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  expect(await postToken(`${part({ alg: 'none' })}.${part({ ...claims, events })}.`)).toBe(400);
  for (const nonsense of ['', 'a.b.c', 'x'.repeat(2000)]) expect(await postToken(nonsense)).toBe(400);
  expect(await postToken('x'.repeat(70_000))).toBe(413);
  expect(await isIn(visitor)).toBe(true);
  expect(await sendToken({ sub: 'fay', jti: 'once' })).toBe(200);
  const { visitor: again } = await acme.signIn(newPerson('fay'));
  expect(await sendToken({ sub: 'fay', jti: 'once' })).toBe(400);
  expect(await isIn(again)).toBe(true);
});
