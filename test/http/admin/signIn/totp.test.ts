import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeSite, NOW } from '../../../makeSite.ts';
import { codeAt, createSigner, outcomeOf, setUpTotp, ticketOf } from './signer.ts';

const at = (minutes: number): string => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();

it('SEC-46 asks for a code after the password, takes each once, and lets nobody around it', async () => {
  const site = await makeSite();
  const [editor, elsewhere] = [createSigner(site, 'editor@example.org'), createSigner(site, 'editor@example.org')];
  expect(outcomeOf(await elsewhere.logIn())).toBe('200');
  await editor.logIn();
  const { secret, ticket } = (await editor.ask('POST /admin/auth/totp')).body.data;
  const finish = (body: object) => editor.ask('PUT /admin/auth/totp', { secret, ticket, ...body });
  expect(outcomeOf(await finish({ code: '000000' }))).toBe('403 wrongCode');
  expect(outcomeOf(await finish({ ticket: 'x', code: codeAt(secret, NOW) }))).toBe('403 wrongCode');
  const done = await finish({ code: codeAt(secret, NOW) });
  expect(outcomeOf(done)).toBe('200');
  expect(done.body.data.recoveryCodes).toHaveLength(10);

  // The other session has ended; this one goes on with a new token, proved by the code.
  expect(outcomeOf(await elsewhere.ask('GET /admin/auth/me'))).toBe('401');
  const { data: factors } = (await editor.ask('GET /admin/auth/factors')).body;
  expect(factors).toMatchObject({ recoveryCodesLeft: 10, proofWays: ['totp'], lacks: null, hasPassword: true });
  expect(JSON.stringify(factors)).not.toContain(secret);

  const first = await elsewhere.logIn();
  expect(outcomeOf(first)).toBe('401 needsCode');
  expect(elsewhere.token).toBe(await elsewhere.token);
  const verify = (code: string, given = ticketOf(first)) =>
    elsewhere.ask('POST /admin/auth/totp/verify', { ticket: given, code });
  // The code of the set-up is used up; the ticket is no token, and a token no ticket.
  expect(outcomeOf(await verify(codeAt(secret, NOW)))).toBe('403 wrongCode');
  expect(
    (await site.ask('GET /admin/auth/me', { headers: { authorization: `Bearer ${ticketOf(first)}` } })).status,
  ).toBe(401);
  expect(outcomeOf(await verify(codeAt(secret, at(1)), editor.token))).toBe('401');
  site.setTime(at(1));
  expect(outcomeOf(await verify(codeAt(secret, at(1))))).toBe('200');
  expect(outcomeOf(await elsewhere.ask('GET /admin/pages'))).toBe('200');
  expect(outcomeOf(await verify(codeAt(secret, at(1))))).toBe('403 wrongCode');
  const before = await elsewhere.logIn();
  site.setTime(at(7));
  expect(outcomeOf(await verify(codeAt(secret, at(7)), ticketOf(before)))).toBe('401');

  // What is stored opens nothing without the app, and its lines name neither secret nor code.
  const log = readFileSync(join(site.privateDir, 'audit.ndjson'), 'utf8');
  expect(log).toContain('"auth.addTotp"');
  expect(log).toContain('"auth.askFactor"');
  expect(log).not.toContain(secret);
  await site.restart();
  expect(outcomeOf(await elsewhere.logIn())).toBe('401 needsCode');
});

it('SEC-46 lets in with a recovery code once, and stores only hashes', async () => {
  const site = await makeSite();
  const editor = createSigner(site, 'editor@example.org');
  await editor.logIn();
  const { secret, recoveryCodes } = await setUpTotp(editor, NOW);
  const [code = '', other = ''] = recoveryCodes;
  const stored = readFileSync(join(site.privateDir, 'state/factors.json'), 'utf8');
  for (const one of recoveryCodes) expect(stored).not.toContain(one.replaceAll('-', ''));
  const use = async (typed: string) =>
    outcomeOf(
      await editor.ask('POST /admin/auth/totp/verify', { ticket: ticketOf(await editor.logIn()), code: typed }),
    );
  editor.leave();
  expect(await use(code.toUpperCase().replaceAll('-', ' '))).toBe('200');
  expect(await use(code)).toBe('403 wrongCode');

  // The lost app goes, with its codes.
  site.setTime(at(2));
  expect(outcomeOf(await editor.ask('DELETE /admin/auth/totp'))).toBe('200');
  expect(outcomeOf(await editor.logIn())).toBe('200');
  expect(outcomeOf(await editor.ask('POST /admin/auth/prove', { code: other }))).toBe('403 otherProof');
  expect(outcomeOf(await editor.ask('POST /admin/auth/totp/recovery-codes'))).toBe('409 noTotp');
  const again = await setUpTotp(editor, at(2));
  expect(again.secret).not.toBe(secret);
  const renewed = await editor.ask('POST /admin/auth/totp/recovery-codes');
  expect(renewed.body.data.recoveryCodes).toHaveLength(10);
  editor.leave();
  expect(await use(again.recoveryCodes[0]!)).toBe('403 wrongCode');
  expect(await use(renewed.body.data.recoveryCodes[0])).toBe('200');
});

it('SEC-46 limits wrong codes per account, whatever the address and the ticket', async () => {
  const site = await makeSite({}, { env: { RATE_LIMIT_ENABLED: 'true' } });
  const [editor, thief] = [createSigner(site, 'editor@example.org'), createSigner(site, 'editor@example.org')];
  await editor.logIn();
  const { secret } = await setUpTotp(editor, NOW);
  site.setTime(at(1));
  const tryCode = async (code: string) => {
    const first = await thief.logIn();
    expect(outcomeOf(first)).toBe('401 needsCode');
    return thief.ask('POST /admin/auth/totp/verify', { ticket: ticketOf(first), code });
  };
  const outcomes = [];
  for (let n = 0; n < 10; n += 1) outcomes.push(outcomeOf(await tryCode('000000')));
  expect(new Set(outcomes)).toEqual(new Set(['403 wrongCode']));
  const limited = await tryCode(codeAt(secret, at(1)));
  expect(outcomeOf(limited)).toBe('429');
  expect(limited.headers.get('retry-after')).toMatch(/^\d+$/);
});
