import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSoftAuthenticator } from '../../../auth/factor/softAuthenticator.ts';
import { makeSite, NOW, PASSWORD } from '../../../makeSite.ts';
import { codeAt, createSigner, outcomeOf, setUpTotp, ticketOf } from './signer.ts';

const at = (minutes: number): string => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();
const SITE_URL = 'https://quire.example.org';
const EVE = { email: 'eve@example.org', name: 'Eve', password: PASSWORD };

it('SEC-46 asks for a fresh proof before dangerous steps, and leaves everything else alone', async () => {
  const site = await makeSite();
  const admin = createSigner(site, 'admin@example.org');
  await admin.logIn();
  const { key } = (await admin.ask('POST /admin/api-keys', { name: 'Script', permissions: '*' })).body.data;
  site.setTime(at(15));
  for (const [call, body] of [
    ['POST /admin/users', EVE],
    ['PUT /admin/users/2', { role: 'admin' }],
    ['PATCH /admin/users/2', { role: 'admin' }],
    ['DELETE /admin/users/2', undefined],
    ['POST /admin/api-keys', { name: 'x', permissions: '*' }],
    ['POST /admin/webhooks', { name: 'x', url: 'https://example.org', events: ['page.updated'] }],
    ['PUT /admin/auth/requirements', { required: {} }],
    ['DELETE /admin/users/2/factors', undefined],
    ['POST /admin/auth/totp', undefined],
    ['PUT /admin/auth/password', { password: 'another password' }],
  ] as const)
    expect([call, outcomeOf(await admin.ask(call, body))]).toEqual([call, '403 needsFreshProof']);
  expect(outcomeOf(await admin.ask('GET /admin/users'))).toBe('200');
  expect(outcomeOf(await admin.ask('POST /admin/auth/prove', { password: 'wrong' }))).toBe('403 wrongPassword');
  expect(outcomeOf(await admin.ask('POST /admin/auth/prove', {}))).toBe('400 required');
  expect(outcomeOf(await admin.ask('POST /admin/users', EVE))).toBe('403 needsFreshProof');
  expect(outcomeOf(await admin.ask('POST /admin/auth/prove', { password: PASSWORD }))).toBe('200');
  expect(outcomeOf(await admin.ask('POST /admin/users', EVE))).toBe('201');
  // A refreshed token is no proof; a key needs none, and proves nothing.
  site.setTime(at(31));
  await admin.ask('POST /admin/auth/refresh');
  expect(outcomeOf(await admin.ask('DELETE /admin/users/2'))).toBe('403 needsFreshProof');
  const byKey = (call: string, body?: object) =>
    site.ask(call, { headers: { 'x-api-key': key, prefer: 'reasons' }, ...(body && { body }) });
  expect((await byKey('PUT /admin/users/2', { name: 'By key' })).status).toBe(200);
  expect(outcomeOf(await byKey('POST /admin/auth/prove', { password: PASSWORD }))).toBe('400 peopleOnly');
  expect(outcomeOf(await byKey('DELETE /admin/users/2/factors'))).toBe('400 peopleOnly');
  expect(outcomeOf(await byKey('PUT /admin/auth/requirements', { required: {} }))).toBe('400 peopleOnly');
});

it('SEC-46 takes no lesser proof than log-in does, and a reset of the password takes away no factor', async () => {
  const site = await makeSite();
  const [editor, admin] = [createSigner(site, 'editor@example.org'), createSigner(site, 'admin@example.org')];
  await editor.logIn();
  const { secret } = await setUpTotp(editor, NOW);
  site.setTime(at(20));
  expect(outcomeOf(await editor.ask('POST /admin/auth/prove', { password: PASSWORD }))).toBe('403 otherProof');
  expect(outcomeOf(await editor.ask('DELETE /admin/auth/totp'))).toBe('403 needsFreshProof');
  expect(outcomeOf(await editor.ask('POST /admin/auth/prove', { code: codeAt(secret, at(20)) }))).toBe('200');
  await admin.logIn();
  await admin.ask('PUT /admin/users/2', { password: 'set by an admin' });
  editor.leave();
  expect(outcomeOf(await editor.logIn('set by an admin'))).toBe('401 needsCode');

  // A lost phone: an admin takes the factor away, which ends what was begun.
  const ticket = ticketOf(await editor.logIn('set by an admin'));
  expect((await admin.ask('GET /admin/users/2/factors')).body.data.totp).toEqual({ createdAt: NOW });
  expect(outcomeOf(await admin.ask('DELETE /admin/users/2/factors'))).toBe('200');
  const code = codeAt(secret, at(20));
  expect(outcomeOf(await editor.ask('POST /admin/auth/totp/verify', { ticket, code }))).toBe('401');
  expect(outcomeOf(await editor.logIn('set by an admin'))).toBe('200');
  const log = await site.ask('GET /admin/audit-logs?action=auth.takeFactors', { as: 'admin' });
  expect(log.body.data).toMatchObject([{ actor: 'user/1', record: 'user/2', ok: true }]);
  // Whoever is gone leaves none behind.
  const kept = () => Object.keys(JSON.parse(readFileSync(join(site.privateDir, 'state/factors.json'), 'utf8')));
  expect(kept()).toEqual(['2']);
  expect((await site.ask('DELETE /admin/users/2', { as: 'admin' })).status).toBe(200);
  await expect.poll(kept).toEqual([]);
});

it('SEC-46 lets nobody do anything before they have what their role requires, also in sessions from before', async () => {
  const site = await makeSite({}, { env: { SITE_URL } });
  const [admin, editor] = [createSigner(site, 'admin@example.org'), createSigner(site, 'editor@example.org')];
  await Promise.all([admin.logIn(), editor.logIn()]);
  const require = (required: object) => admin.ask('PUT /admin/auth/requirements', { required });
  expect(outcomeOf(await require({ admin: 'secondFactor' }))).toBe('409 meetFirst');
  expect(outcomeOf(await require({ 'Not A Role': 'passkey' }))).toBe('400 unfit');
  expect(outcomeOf(await require({ editor: 'secondFactor' }))).toBe('200');

  for (const call of [
    'GET /admin/pages',
    'POST /admin/auth/preview-session',
    'GET /admin/sessions',
    'GET /content/preview/pages/x',
  ])
    expect([call, outcomeOf(await editor.ask(call))]).toEqual([call, '403 lacksSecondFactor']);
  expect((await editor.ask('GET /admin/auth/me')).body.data.lacks).toBe('secondFactor');
  await setUpTotp(editor, NOW);
  expect(outcomeOf(await editor.ask('GET /admin/pages'))).toBe('200');
  expect(outcomeOf(await editor.ask('DELETE /admin/auth/totp'))).toBe('409 requiredByRole');

  // A code does not do where a passkey is required; once there is one, nothing else does.
  expect(outcomeOf(await require({ editor: 'passkey' }))).toBe('200');
  expect(outcomeOf(await editor.ask('GET /admin/pages'))).toBe('403 lacksPasskey');
  const key = createSoftAuthenticator({ origin: SITE_URL, rpId: 'quire.example.org' });
  const { data } = (await editor.ask('POST /admin/auth/passkeys/options')).body;
  await editor.ask('POST /admin/auth/passkeys', { name: 'Key', response: key.register(data) });
  expect(outcomeOf(await editor.ask('GET /admin/pages'))).toBe('200');
  editor.leave();
  expect(outcomeOf(await editor.logIn())).toBe('401 needsPasskey');
  await site.restart();
  expect(outcomeOf(await editor.logIn())).toBe('401 needsPasskey');
  expect((await admin.ask('GET /admin/auth/requirements')).body.data.required).toEqual({ editor: 'passkey' });
});

/** What asks for no proof, though it is for admins or about signing in. */
const NOT_DANGEROUS = {
  'proves who somebody is': 'POST auth/prove',
  'gives nothing that the session has not': 'POST auth/refresh, POST auth/preview-session',
  'ends access': `POST auth/logout, DELETE auth/keys/:id, DELETE sessions, DELETE sessions/:session,
    DELETE users/:id/sessions/:session, DELETE preview-sessions/:id`,
  'is seen by others, and opens nothing': `PUT auth/me, PUT auth/me/picture, DELETE auth/me/picture,
    PUT auth/passkeys/:passkey`,
  'sends to addresses that were set before': `POST webhooks/:id/test,
    POST webhooks/:id/deliveries/:messageId/redeliver, POST extensions/:name/effects/start,
    POST extensions/:name/effects/deliveries/:messageId/redeliver`,
  'writes content, which a push may change, too': `PUT config, PATCH config, PUT config/draft, PATCH config/draft,
    POST import, POST redirects, PUT redirects/:id, PATCH redirects/:id, DELETE redirects/:id, POST redirects/import,
    POST tracking-scripts, PUT tracking-scripts/:id, PATCH tracking-scripts/:id, DELETE tracking-scripts/:id,
    POST content-types, PUT content-types/:id, PATCH content-types/:id, DELETE content-types/:id,
    POST block-types, PUT block-types/:id, PATCH block-types/:id, DELETE block-types/:id,
    POST migrations`,
  'writes nothing': 'POST content-types/:id/check, POST block-types/:id/check, POST sync',
};

it('SEC-46 asks for a fresh proof at every endpoint about people, roles, keys, webhooks and sign-in', async () => {
  const site = await makeSite();
  const isMeant = ({ method, path, access }: (typeof site.cms.endpoints)[number]): boolean =>
    method !== 'GET' &&
    !['open', 'public'].includes(access) &&
    (access === 'admin' || /^\/api\/admin\/(?:auth|sessions|preview-sessions|users|roles|api-keys)\b/.test(path));
  const unmarked = site.cms.endpoints
    .filter((endpoint) => isMeant(endpoint) && !endpoint.needsFreshProof)
    .map(({ method, path }) => `${method} ${path.slice('/api/admin/'.length)}`);
  const known = Object.values(NOT_DANGEROUS).flatMap((list) => list.split(/,\s*/));
  // A new endpoint for admins says `needsFreshProof`, or has its reason above why it does not.
  expect(unmarked.toSorted()).toEqual(known.toSorted());
});
