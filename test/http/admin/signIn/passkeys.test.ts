import { expect, it } from 'vitest';
import { createSoftAuthenticator } from '../../../auth/factor/softAuthenticator.ts';
import { makeSite, NOW, type Site } from '../../../makeSite.ts';
import { createSigner, outcomeOf, type Signer } from './signer.ts';

const SITE_URL = 'https://quire.example.org';
const RP = { origin: SITE_URL, rpId: 'quire.example.org' };
const at = (minutes: number): string => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();

type Authenticator = ReturnType<typeof createSoftAuthenticator>;

async function register(signer: Signer, key: Authenticator, name = 'Laptop') {
  const { data } = (await signer.ask('POST /admin/auth/passkeys/options')).body;
  return signer.ask('POST /admin/auth/passkeys', { name, response: key.register(data) });
}

async function answer(signer: Signer, key: Authenticator, counter = 0) {
  const { data } = (await signer.ask('POST /admin/auth/passkeys/challenge', { signIn: true })).body;
  return key.authenticate(data, counter);
}

const useKey = async (signer: Signer, key: Authenticator, counter = 0) =>
  signer.ask('POST /admin/auth/passkeys/login', { response: await answer(signer, key, counter) });

const waysOf = async (site: Site): Promise<unknown> => (await site.ask('GET /auth/ways')).body.data.passkey;

it('SEC-46 signs in with a passkey of this site alone, whose counter grows and whose challenge is used once', async () => {
  const site = await makeSite({}, { env: { SITE_URL } });
  const [editor, guest] = [createSigner(site, 'editor@example.org'), createSigner(site, 'editor@example.org')];
  await editor.logIn();
  expect(await waysOf(site)).toBe(false);
  const key = createSoftAuthenticator(RP);
  const added = await register(editor, key);
  expect([added.status, added.body.data.name]).toEqual([201, 'Laptop']);
  expect(await waysOf(site)).toBe(true);
  expect(outcomeOf(await register(editor, key))).toBe('409 passkeyTaken');

  const signedIn = await useKey(guest, key, 5);
  expect([signedIn.status, signedIn.body.data.user.email]).toEqual([200, 'editor@example.org']);
  const factors = (await guest.ask('GET /admin/auth/factors')).body.data;
  expect(factors.passkeys).toMatchObject([{ name: 'Laptop', createdAt: NOW, lastUsedAt: NOW }]);
  // A copy of the key that has fallen behind, an answer that comes twice, or late.
  expect(outcomeOf(await useKey(guest, key, 5))).toBe('403 wrongPasskey');
  const once = await answer(guest, key, 6);
  const send = (response: object) => guest.ask('POST /admin/auth/passkeys/login', { response });
  expect(outcomeOf(await send(once))).toBe('200');
  expect(outcomeOf(await send({ ...once }))).toBe('403 wrongPasskey');
  const late = await answer(guest, key, 7);
  site.setTime(at(6));
  expect(outcomeOf(await send(late))).toBe('403 wrongPasskey');
  const forged = key.authenticate({ challenge: Buffer.from('a.9999999999999.c').toString('base64url') }, 8);
  expect(outcomeOf(await send(forged))).toBe('403 wrongPasskey');

  const { id } = factors.passkeys[0];
  const renamed = await guest.ask(`PUT /admin/auth/passkeys/${id}`, { name: 'Phone' });
  expect(renamed.body.data.name).toBe('Phone');
  expect(outcomeOf(await guest.ask(`DELETE /admin/auth/passkeys/${id}`))).toBe('200');
  expect(outcomeOf(await useKey(guest, key, 9))).toBe('403 wrongPasskey');
  expect(await waysOf(site)).toBe(false);
});

it.each([
  ['of another origin', { ...RP, origin: 'https://quire.example.com' }],
  ['for another site', { ...RP, rpId: 'example.org' }],
  ['that does not make sure of its owner', { ...RP, isVerified: false }],
])('SEC-46 takes no passkey %s', async (_, options) => {
  const site = await makeSite({}, { env: { SITE_URL } });
  const editor = createSigner(site, 'editor@example.org');
  await editor.logIn();
  expect(outcomeOf(await register(editor, createSoftAuthenticator(options)))).toBe('400 unfitPasskey');
});

it('SEC-46 lets somebody live without a password, but never without any way in', async () => {
  const site = await makeSite({}, { env: { SITE_URL } });
  const editor = createSigner(site, 'editor@example.org');
  await editor.logIn();
  expect(outcomeOf(await editor.ask('DELETE /admin/auth/password'))).toBe('409 lastWay');
  const key = createSoftAuthenticator(RP);
  const { id } = (await register(editor, key)).body.data;
  expect(outcomeOf(await editor.ask('DELETE /admin/auth/password'))).toBe('200');
  expect((await editor.ask('GET /admin/auth/factors')).body.data.hasPassword).toBe(false);
  expect(outcomeOf(await editor.ask(`DELETE /admin/auth/passkeys/${id}`))).toBe('409 lastWay');
  expect(outcomeOf(await editor.logIn())).toBe('401');
  expect(outcomeOf(await editor.logIn('none'))).toBe('401');
  expect(outcomeOf(await useKey(editor, key, 1))).toBe('200');
  expect(outcomeOf(await editor.ask('PUT /admin/auth/password', { password: 'a new long one' }))).toBe('200');
  editor.leave();
  expect(outcomeOf(await editor.logIn('a new long one'))).toBe('200');
});

it('offers none where browsers make none', async () => {
  const site = await makeSite({}, { env: { SITE_URL: 'http://192.0.2.1' } });
  const editor = createSigner(site, 'editor@example.org');
  await editor.logIn();
  expect(outcomeOf(await editor.ask('POST /admin/auth/passkeys/options'))).toBe('403 noPasskeysHere');
  expect((await editor.ask('GET /admin/auth/factors')).body.data.canHavePasskeys).toBe(false);
});
